"""What a caller sees when a request is refused or fails: a calm page, or a problem answer under /api/.

None of these touches the database or the session: they must work when those are what failed.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.cache import patch_cache_control

from config.problems import problem_response

WORDS = {
    400: ("That request could not be read", "Go back, look at what you entered and try again."),
    403: ("That is not yours to do", "Sign in with the account that has this part, or ask the director for it."),
    404: ("There is nothing here", "The page may have moved, or the address has a slip in it."),
    429: (
        "Too many tries",
        "Wait a quarter of an hour, then sign in again. A director can help if you are in a hurry.",
    ),
    500: ("Something went wrong here", "It is our fault, not yours. Nothing was half saved. Try again in a moment."),
}


def answer(request: HttpRequest, status: int, detail: str = "", **more: Any) -> HttpResponse:
    """Return the page for `status`, or the problem answer where a program asks."""
    title, advice = WORDS[status]
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = problem_response(status, detail or f"{title}. {advice}", **more)
    else:
        context = {"status": status, "title": title, "detail": detail, "advice": advice, "css": static("errors.css")}
        response = render(None, "error.html", context, status=status)
    patch_cache_control(response, no_store=True)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400: the request is malformed, too large or comes by a wrong host name."""
    return answer(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403, with the reason that the view gave."""
    return answer(request, 403, str(exception))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404. What the resolver tried is of no use to the caller and is not shown."""
    return answer(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500; the traceback is in the log."""
    return answer(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 when a form comes without its token: it has been open too long, or is not ours."""
    return answer(request, 403, "The form had been open too long. Load the page again and send it once more.")


def too_many_sign_ins(request: HttpRequest, credentials: dict[str, Any], *args: Any, **more: Any) -> HttpResponse:
    """Answer 429 to a sign-in after too many wrong passwords."""
    response = answer(request, 429)
    response["Retry-After"] = "900"
    return response
