"""The game object of Cabinet, which the network, the bots and the client use."""

from __future__ import annotations

from core.engine.agenda import AgendaGame
from core.engine.game import Decision, Event, Standing
from core.engine.hidden.secrets import Secrets
from core.engine.result import TEAM, standing_together
from core.games.cabinet import action, cards, challenge, milestones, ministries, payment, rules, setup, turn
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.options import OPTIONS
from core.games.cabinet.state import Cabinet

GAME_RULES = (action, challenge, milestones, ministries, payment, setup, turn)
"""Modules of the rules that register agenda items and questions."""


class CabinetGame(AgendaGame[Cabinet]):
    """The game of Cabinet."""

    name = "cabinet"
    title = "Cabinet"
    kind = TEAM
    seat_counts: tuple[int, ...] = tuple(cards.TARGETS)
    options = OPTIONS
    rulesets = RULESETS
    step_class = rules.Step
    make_first_state = staticmethod(setup.new_state)

    def standing(self, state: Cabinet) -> list[Standing]:
        """Return the same rank for all seats: 1 if the team has won, else 2 (B23)."""
        return standing_together(state.seats, bool(state.won), ("points", state.score), ("turns", state.turn))

    def headings(self, state: Cabinet) -> tuple[tuple[str, str], ...]:
        return (("Points", "points"), ("Turns", "turns"))

    def rounds(self, state: Cabinet) -> int:
        """Return the number of turns that the first player has begun."""
        return -(-state.turn // len(state.seats))

    def progress(self, state: Cabinet) -> str:
        if not state.turn:
            return "setup"
        return f"turn {state.turn}, {state.score} of {state.target} points: {state.phase}"

    def narrate(self, state: Cabinet, event: Event) -> str:
        from core.games.cabinet.text.narration import narrate

        return str(narrate(state, event))

    def describe(self, state: Cabinet) -> str:
        from core.games.cabinet.text.description import describe

        return str(describe(state))

    def describe_decision(self, state: Cabinet, seat: int, decision: Decision, secrets: Secrets) -> str:
        from core.games.cabinet.text.words import describe_decision

        return str(describe_decision(decision, state.rules))

    def card_name(self, state: Cabinet, copy: int) -> str:
        return cards.name_of(copy)


GAME = CabinetGame()
