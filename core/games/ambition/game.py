"""The game object of Ambition, which the network, the bots and the client use."""

from __future__ import annotations

from core.engine.agenda import AgendaGame
from core.engine.game import Decision, Event, Standing
from core.engine.hidden.secrets import Secrets
from core.games.ambition import (
    alliances,
    cards,
    challenges,
    claims,
    ending,
    hands,
    industry,
    intrigue,
    rules,
    schemes,
    setup,
    statements,
    strike,
    surrender,
    turn,
)
from core.games.ambition.changes import RULESETS
from core.games.ambition.options import OPTIONS
from core.games.ambition.state import Ambition

GAME_RULES = (
    *(alliances, claims, challenges, ending, hands, industry, intrigue),
    *(schemes, setup, statements, strike, surrender, turn),
)
"""Modules of the rules that register agenda items and questions."""


class AmbitionGame(AgendaGame[Ambition]):
    """The game Ambition."""

    name = "ambition"
    title = "Ambition"
    seat_counts: tuple[int, ...] = tuple(cards.POOL_DRAWN)
    options = OPTIONS
    rulesets = RULESETS
    step_class = rules.Step
    make_first_state = staticmethod(setup.new_state)

    def standing(self, state: Ambition) -> list[Standing]:
        """Return the standing of the seats by points, or by public facts while the match is not over.

        Ties are broken by more value in Elites, then more Influence, then fewer Nuclear Arms (7.1).
        """

        def place(seat: int) -> tuple[int, int, int, int]:
            return -state.points[seat], -state.worth[seat], -state.purse[seat], state.arms[seat]

        order = sorted(state.seats, key=lambda seat: (place(seat), seat))
        points = state.points if state.over else state.purse
        return [
            Standing(1 + sum(place(other) < place(seat) for other in order), seat, (("influence", points[seat]),))
            for seat in order
        ]

    def headings(self, state: Ambition) -> tuple[tuple[str, str], ...]:
        return (("Influence", "influence"),)

    def rounds(self, state: Ambition) -> int:
        """Return the number of turns that the first player has begun."""
        return state.round

    def progress(self, state: Ambition) -> str:
        return f"round {state.round}, turn {state.turn}: {state.phase}" if state.turn else "set-up"

    def narrate(self, state: Ambition, event: Event) -> str:
        from core.games.ambition.text.narration import narrate

        return str(narrate(state, event))

    def describe(self, state: Ambition) -> str:
        from core.games.ambition.text.description import describe

        return str(describe(state))

    def describe_decision(self, state: Ambition, seat: int, decision: Decision, secrets: Secrets) -> str:
        from core.games.ambition.text.words import describe_decision

        return str(describe_decision(state, seat, decision, secrets))

    def card_name(self, state: Ambition, copy: int) -> str:
        from core.games.ambition.text.words import Namer

        return str(Namer(state).card(copy))


GAME = AmbitionGame()
