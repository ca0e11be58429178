"""The game object of Midnight, which the network, the bots and the client use."""

from __future__ import annotations

from core.engine.game import Event, Standing
from core.engine.hidden.card_game import CardGame
from core.games.midnight import action, audit, clock, last_war, pacts, rules, setup, turn, upgrades
from core.games.midnight.cards import CODES, NATION_NAMES
from core.games.midnight.changes import RULESETS
from core.games.midnight.options import OPTIONS
from core.games.midnight.state import Midnight

GAME_RULES = (action, audit, clock, last_war, pacts, setup, turn, upgrades)
"""Modules of the rules that register agenda items and questions."""


class MidnightGame(CardGame[Midnight]):
    """The game of Midnight."""

    name = "midnight"
    title = "Midnight"
    seat_counts: tuple[int, ...] = (3, 4, 5)
    options = OPTIONS
    rulesets = RULESETS
    step_class = rules.Step
    make_first_state = staticmethod(setup.new_state)

    def standing(self, state: Midnight) -> list[Standing]:
        """Return the standing, the best seat first.

        The winners come first, then the other seats by Worth. Eliminated nations come last, the one that was eliminated
        first at the end.
        """

        def place(seat: int) -> tuple[int, int, int, int]:
            out = state.standing.index(seat) + 1 if seat in state.standing else len(state.worth)
            return (-(seat in state.winners), state.eliminated[seat], -state.worth[seat], -out)

        order = sorted(state.seats, key=lambda seat: (place(seat), seat))
        ranks = {seat: 1 + sum(place(other) < place(seat) for other in order) for seat in order}
        return [Standing(ranks[seat], seat, (("worth", state.worth[seat]),)) for seat in order]

    def badge(self, state: Midnight, seat: int) -> tuple[str, str, str]:
        """Return the seat's nation as a badge: the word "nation", a code and a name."""
        nation = state.nation[seat]
        return ("nation", CODES[nation], NATION_NAMES[nation]) if nation >= 0 else ("nation", "", "")

    def headings(self, state: Midnight) -> tuple[tuple[str, str], ...]:
        return (("Worth", "worth"),)

    def rounds(self, state: Midnight) -> int:
        """Return the number of rounds that have begun.

        Each minute counts as a round, and Midnight is the last one.
        """
        return 1 + state.rules.numbers.minutes - state.clock

    def progress(self, state: Midnight) -> str:
        if state.phase == "set-up" or not state.turn:
            return "set-up: nations"
        remaining = f"{state.clock} minute{'s' if state.clock > 1 else ''} left" if state.clock else "midnight"
        return f"{remaining}: turn {state.turn}"

    def narrate(self, state: Midnight, event: Event) -> str:
        from core.games.midnight.text.narration import narrate

        return str(narrate(state, event))

    def describe(self, state: Midnight) -> str:
        from core.games.midnight.text.description import describe

        return str(describe(state))

    def card_name(self, state: Midnight, copy: int) -> str:
        from core.games.midnight.text.words import Namer

        return str(Namer(state).card(copy))


GAME = MidnightGame()
