"""Undo of locked choices in a match against bots: the table as it was at each question to our seat."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import fields
from typing import Any, NamedTuple

from client.table.view import TableView
from client.table.view_model import ViewModel
from core.engine.game import State

KEPT_FIELDS = frozenset(
    {"own", "names", "palette", "state", "secrets", "open", "opened", "now", "record", "keys", "known", "verdict"}
)
"""Fields of a view model that an undo does not restore, or restores in another way."""


class Checkpoint(NamedTuple):
    """The table at a question to our seat: the number of its step, the state, and the lengths of the log."""

    t: int
    state: State
    lines: int
    events: int
    model: dict[str, Any]
    """The other fields of the view model; each game has its own."""


def take_checkpoint(table: TableView, t: int, state: State) -> Checkpoint:
    """Return the table at a question, from which it can be restored."""
    story, model = table.story, table.model
    values = {each.name: _copied(getattr(model, each.name)) for each in fields(model) if each.name not in KEPT_FIELDS}
    return Checkpoint(t, state.clone(), story.log.appended_count, len(story.events), values)


def restore_checkpoint(table: TableView, earlier: Checkpoint) -> None:
    """Show the table as it was at an earlier question."""
    model: ViewModel = table.model
    for name, value in earlier.model.items():
        setattr(model, name, _copied(value))
    model.state = earlier.state.clone()
    model.asked = model.locked = False
    table.story.log.truncate(earlier.lines)
    del table.story.events[earlier.events :]


def _copied(value: Any) -> Any:
    """Return a copy that shares what cannot change, such as decisions; a tuple of a view model never changes."""
    if type(value) is dict:
        return {key: _copied(each) for key, each in value.items()}
    if type(value) is list:
        return [_copied(each) for each in value]
    return value if isinstance(value, tuple) else deepcopy(value)
