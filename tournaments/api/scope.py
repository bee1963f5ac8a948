"""What every endpoint under ``tournaments/<slug>/`` shares: its tournament, who may, how ids are looked up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.viewsets import GenericViewSet

from tournaments.models import Tournament

M = TypeVar("M", bound=Model)


class SetUpOrRead(BasePermission):
    """Anybody reads what the pages show to anybody; a director of the tournament writes."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.method in SAFE_METHODS and not view.private:
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated("Sign in first.")
        if not request.user.has_perm("tournaments.set_up", view.tournament):
            raise PermissionDenied("Only a director of this tournament sets it up.")
        return True


class Scoped(GenericViewSet[Any]):
    """A list of things of the tournament that the address names."""

    permission_classes = [SetUpOrRead]
    private = False
    """Whether reading, too, is for directors."""

    @cached_property
    def tournament(self) -> Tournament:
        return get_object_or_404(Tournament, slug=self.kwargs["slug"])

    def read(self, *, shape: type[serializers.Serializer[Any]] | None = None, partial: bool = False) -> dict[str, Any]:
        """The request's body by its shape, under the services' own names."""
        reader = (shape or self.get_serializer_class())(data=self.request.data, partial=partial)
        reader.is_valid(raise_exception=True)
        return flat(reader.validated_data)

    def one(self) -> Any:
        """What ``pk`` of the address names, within the tournament; else 404."""
        return get_object_or_404(self.get_queryset(), pk=self.kwargs["pk"])

    def named(self, among: QuerySet[M], pk: int, field: str) -> M:
        """What an id of the body names, within the tournament; else an error of ``field``."""
        found = among.filter(pk=pk).first()
        if found is None:
            raise serializers.ValidationError({field: [f"This tournament has none with the id {pk}."]})
        return found


def flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """``{"player": {"name": …}, "number": …}`` without the nesting that a ``source`` with a dot makes."""
    out: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, dict) and name in ("player", "user"):
            out.update(value)
        else:
            out[name] = value
    return out
