"""Files for other systems, prepared while there is internet, and the packaged program."""

from __future__ import annotations

from collections.abc import Callable

from lobby.hand_out.bundle import Handout


def prepared_handouts(without: str, is_over: Callable[[], bool]) -> list[Handout]:
    """Return the files for the systems that were prepared, except the one of this name."""
    return []


def packaged_program() -> Handout | None:
    """Return the packaged program of this folder of sources, or None if there is none of these rules."""
    return None
