"""The game object of Outposts, which the network, the bots and the client use."""

from __future__ import annotations

from core.engine import agenda as kernel
from core.engine.game import Decision, Event, Standing
from core.engine.hidden.card_game import CardGame
from core.engine.hidden.secrets import Secrets
from core.engine.result import standing_together
from core.games.outposts import action, cards, cleanup, lookout_phase, production, rules, setup, warden
from core.games.outposts.board import LEAGUES
from core.games.outposts.changes import RULESETS
from core.games.outposts.hidden_cards import give_up_satchel
from core.games.outposts.options import OPTIONS
from core.games.outposts.state import Outposts

GAME_RULES = (action, cleanup, lookout_phase, production, setup, warden)
"""Modules of the rules that register agenda items and questions."""


class OutpostsGame(CardGame[Outposts]):
    """The game of Outposts."""

    name = "outposts"
    title = "Outposts"
    seat_counts: tuple[int, ...] = (1, 2, 3, 4)
    options = OPTIONS
    step_class = rules.Step
    make_first_state = staticmethod(setup.new_state)
    rulesets = RULESETS

    def turn_up_lost_seat(self, step: kernel.Step[Outposts], seat: int) -> None:
        """Open the hand and the Ruins of a lost seat, and discard its satchel (10.1)."""
        super().turn_up_lost_seat(step, seat)
        assert isinstance(step, rules.Step)
        give_up_satchel(step, seat)

    def standing(self, state: Outposts) -> list[Standing]:
        """Return the standing as if the match ended now (part 8).

        Seats are ranked by points, then by goods left, then by Locations. In a solo match the seat has either won or
        lost.
        """
        if state.is_solo:
            mine, wardens = cleanup.final_vp(state, 1), cleanup.warden_final_vp(state)
            return standing_together((1,), state.over and mine > wardens, ("points", mine), ("warden", wardens))

        def place(seat: int) -> tuple[int, int, int]:
            return cleanup.final_vp(state, seat), cleanup.leftover_goods(state, seat), len(state.hold[seat])

        order = sorted(state.seats, key=lambda seat: (place(seat), -seat), reverse=True)
        ranks = {seat: 1 + sum(place(other) > place(seat) for other in order) for seat in order}
        return [Standing(ranks[seat], seat, (("points", cleanup.final_vp(state, seat)),)) for seat in order]

    def badge(self, state: Outposts, seat: int) -> tuple[str, str, str]:
        """Return the seat's league as a badge: the word "league", a code and a name."""
        number = state.league[seat]
        return ("league", LEAGUES[number].code, LEAGUES[number].name) if number >= 0 else ("league", "", "")

    def headings(self, state: Outposts) -> tuple[tuple[str, str], ...]:
        return (("VP", "points"), ("Warden", "warden")) if state.is_solo else (("VP", "points"),)

    def rounds(self, state: Outposts) -> int:
        """Return the number of rounds that have begun."""
        return state.round

    def progress(self, state: Outposts) -> str:
        return f"round {state.round}: {state.phase}" if state.round else "setup"

    def narrate(self, state: Outposts, event: Event) -> str:
        from core.games.outposts.text.narration import narrate

        return str(narrate(state, event))

    def describe(self, state: Outposts) -> str:
        from core.games.outposts.text.description import describe

        return str(describe(state))

    def describe_decision(self, state: Outposts, seat: int, decision: Decision, secrets: Secrets) -> str:
        from core.games.outposts.text.words import describe_decision

        return str(describe_decision(state.rules, decision, secrets))

    def card_name(self, state: Outposts, copy: int) -> str:
        return cards.name_of(copy)


GAME = OutpostsGame()
