"""Trace of the window's content, as lines in a file, for tests that control the program from outside.

If TETHER_WATCH=FILE is set in the environment, the program appends a JSON object at each change. FILE.places lists the
widgets that can be pressed now, with their positions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from client.ui.richtext import plain_text

if TYPE_CHECKING:
    from client.table.match.controller import MatchController
    from client.table.view_model import ViewModel
    from client.ui.window import Window, WindowScreen

TRACE_VARIABLE = "TETHER_WATCH"
INTERVAL_SECONDS = 0.05
PLACES = ".places"


class UiTrace:
    """Observer that examines the window at regular intervals."""

    def __init__(self, window: Window, path: Path) -> None:
        self.window, self.path = window, path
        self._last: dict[str, object] = {}
        self._places: dict[str, tuple[int, int]] = {}

    def write_changes(self, _dt: float = 0.0) -> None:
        """Write a line if the content of the window has changed."""
        screens = self.window.screens
        if not screens:
            return
        seen = {"screen": type(screens[-1]).__name__, **_screen_content(screens[0])}
        if seen != self._last:
            self._last = seen
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(seen) + "\n")
        places = _places(self.window)
        if places != self._places:
            self._places = places
            fresh = self.path.with_name(self.path.name + ".fresh")
            fresh.write_text(json.dumps(places), encoding="utf-8")
            fresh.replace(self.path.with_name(self.path.name + PLACES))


def _places(window: Window) -> dict[str, tuple[int, int]]:
    """Return the position of each widget that can be pressed on the top screen, by name.

    Positions are pixels of the window, counted from its upper left.
    """
    ui, scale, high = window.screens[-1].ui, window.ui_scale, window.get_size()[1]
    found = {}
    for widget in ui.widgets():
        x, y = widget.rect.center
        if widget.focusable and widget.enabled and widget.name and ui.widget_at(x, y) is widget:
            found[widget.name] = (round(x * scale), high - round(y * scale))
    return found


def _screen_content(screen: WindowScreen) -> dict[str, object]:
    """Return the content of the screen, if it is a room or a table with its prompt."""
    match = getattr(screen, "controller", None)
    if match is not None and match.model.state is not None:
        from client.table.match.controller import MatchController  # loaded already: there is a table

        if isinstance(match, MatchController):
            return _match(match)
    view = getattr(screen, "view", None)
    table = getattr(view, "table", None)
    words = getattr(getattr(screen, "words", None), "text", "")
    ready = getattr(view, "ready", False)
    return {"words": words, "full": table is not None and table.is_full, "ready": ready}


def _match(match: MatchController) -> dict[str, object]:
    """Return the content of a table with its prompt.

    `shown` is the digest of the state that is drawn.
    """
    model, inquiry = match.model, match.prompts.inquiry
    question = inquiry.question if inquiry is not None else None
    told = model.telling or match.table.is_busy
    return {
        "game": match.table.game.name,
        "own": model.own,
        "t": model.t,
        "digest": model.digest.hex(),
        "shown": "" if told else model.table.digest().hex(),
        "asked": _asked_of(model) if inquiry is not None else "",
        "question": question.kind if question is not None else "",
        "enough": question is not None and question.enough,
        "answers": len(inquiry.history) if inquiry is not None else 0,
        "decided": inquiry is not None and inquiry.decision is not None,
        "locked": model.locked,
        "busy": told,
        "verdict": model.verdict,
        "standing": [[place.seat, place.rank] for place in match.standing],
        "chat": [plain_text(line.markup) for line in match.table.story.chat.lines],
    }


def _asked_of(model: ViewModel) -> str:
    """Return the kind of question that our seat is asked."""
    return next((kind for seat, kind, _ in getattr(model.table, "asking", ()) if seat == model.own), "")
