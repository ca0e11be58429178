"""Scenes by name. A scene is a function that brings the window of a `Stage` into a state."""

from __future__ import annotations

from collections.abc import Callable

from pictures.stage import Stage

SCENES: dict[str, Callable[[Stage], object]] = {}


def scene(function: Callable[[Stage], object]) -> Callable[[Stage], object]:
    """Register a scene, named by its function."""
    SCENES[function.__name__.replace("_", "-")] = function
    return function
