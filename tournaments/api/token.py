"""A token for programs: asked for with name and password, given back when no longer wanted."""

from __future__ import annotations

from django.contrib.auth import authenticate
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from tournaments.api.shapes import SignInShape, TokenShape


class AskingRate(AnonRateThrottle):
    """For each address, whoever asks; axes counts wrong passwords besides."""

    scope = "token"
    rate = "30/min"


class TokenView(APIView):
    """Sign in for a program."""

    permission_classes = [AllowAny]

    def get_throttles(self) -> list[AskingRate]:  # type: ignore[override]
        return [AskingRate()] if self.request.method == "POST" else []

    @extend_schema(
        operation_id="token_create", summary="A token for name and password", request=SignInShape, responses=TokenShape
    )
    def post(self, request: Request) -> Response:
        reader = SignInShape(data=request.data)
        reader.is_valid(raise_exception=True)
        # axes marks the request that it locks out; the middleware looks at Django's own.
        user = authenticate(request=request._request, **reader.validated_data)
        if user is None:
            raise AuthenticationFailed("This name and password do not go together.")
        if user.must_change_password:
            raise PermissionDenied("Sign in on the pages first and choose a password of your own.")
        token, _ = Token.objects.get_or_create(user=user)
        return Response({"token": token.key}, headers={"Cache-Control": "no-store"})

    @extend_schema(operation_id="token_destroy", summary="Make one's token void", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        if not request.user.is_authenticated:
            raise NotAuthenticated("Sign in first.")
        Token.objects.filter(user_id=request.user.pk).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)
