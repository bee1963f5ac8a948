"""Signing in and out, one's own account, and the choice of a password."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.views.decorators.http import require_safe

from tournaments.selectors import listings
from tournaments.services import people
from tournaments.views.pages import REFUSED

LONGEST_PASSWORD = MaxLengthValidator(1000)
"""Hashing is slow on purpose; what nobody types is not hashed."""


class SignInForm(AuthenticationForm):
    """Django's, in the words of this site."""

    error_messages = {
        "invalid_login": "This name and password do not go together. Look for capitals, then ask a director.",
        "inactive": "This account is closed. Ask a director.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Sign-in name"
        self.fields["username"].validators.append(MaxLengthValidator(150))
        self.fields["username"].widget.attrs["spellcheck"] = "false"
        self.fields["password"].validators.append(LONGEST_PASSWORD)


class SignIn(auth.LoginView):
    """A wrong password is answered 422, too many of them 429 (by axes)."""

    template_name = "tournaments/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=REFUSED)


class OwnPasswordForm(PasswordChangeForm):
    """Django's, in the words of this site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in (
            ("old_password", "The password until now"),
            ("new_password1", "The new one"),
            ("new_password2", "The new one again"),
        ):
            self.fields[name].label = label
            self.fields[name].validators.append(LONGEST_PASSWORD)
        self.fields["new_password2"].help_text = ""


class ChangePassword(auth.PasswordChangeView):
    """Choose a new password; the first own one ends the one-time password."""

    template_name = "tournaments/password_change.html"
    form_class = OwnPasswordForm
    success_url = reverse_lazy("account")

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=REFUSED)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        answer = super().form_valid(form)
        people.password_chosen(form.user)
        messages.success(self.request, "Your new password holds from now on.")
        return answer


@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Who one is, and one's parts in each tournament."""
    return render(
        request,
        "tournaments/account.html",
        {
            "roles": list(listings.roles_of(request.user)),
            "may_create": request.user.has_perm("tournaments.create"),
        },
    )
