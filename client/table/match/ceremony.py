"""Beginning and end of a match on screen: the start card, and the moment of victory before the end screen."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING

from client.table.match.start_card import StartCard
from client.table.match.victory import victory_moment
from client.table.seats.ending import winners
from core.engine.game import State
from net.match.early_end import AGREED

if TYPE_CHECKING:
    from client.table.match.controller import MatchController


class Ceremony:
    """Ceremony of a match, which a player can skip; without animations there is none."""

    def __init__(self, match: MatchController) -> None:
        self.match = match
        self.card: StartCard | None = None
        """Painted card that is shown while the match is set up, or None."""

    @property
    def _is_quick(self) -> bool:
        return self.match.screen.timeline.speed == inf

    def introduce(self, game: str) -> None:
        """Show the start card of this game once the table is built."""
        table = self.match.table
        reduced = self.match.screen.timeline.reduced_motion
        self.card = StartCard(game, table.names, table.paint_emblem, reduced)

    def build(self) -> None:
        """Show the start card, if there is one."""
        if self.card is not None and not self._is_quick:
            self.card.open(self.match.screen.ui)

    def seat_players(self, state: State) -> None:
        """Show the players on the start card, or remove it if the match goes on from an earlier day."""
        if self.card is None:
            return
        if self.match.spec.begun(state):
            self.card.hide()
        else:
            self.card.show_players(len(self.match.model.seats))

    def update(self, dt: float) -> None:
        """Let time pass, in seconds."""
        if self.card is not None:
            self.card.advance(dt)

    def note_input(self) -> None:
        """Remove the start card, because the player has pressed a key or a button."""
        if self.card is not None:
            self.card.hide()

    def celebrate(self, then: Callable[[], object]) -> None:
        """Show the moment of the end, and call `then` after it."""
        match = self.match
        end = match.match_end.finished
        if end is not None and end.ended not in ("", AGREED):  # no event has played the sound
            match.table.play_end_sound(winners(match.standing))
        content = None if self._is_quick else victory_moment(match)
        if content is None:
            then()
        else:
            match.screen.timeline.play(match.table.moment.steps(content, then), "End")
