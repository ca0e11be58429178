"""Bridgefront as a game of the kernel: the one object that net, bots and client use."""

from __future__ import annotations

from core.engine.game import Event
from core.engine.hidden.card_game import CardGame
from core.engine.options import Value
from core.games.bridgefront import card_choices, cards, rules
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.combat import battle, siege
from core.games.bridgefront.factions import CODES, FACTIONS
from core.games.bridgefront.options import OPTIONS
from core.games.bridgefront.phases import action, action_choice, cleanup, collection, market, reset, scoring, setup
from core.games.bridgefront.state import Bridgefront

GAME_RULES = (
    cards,
    action_choice,
    action,
    card_choices,
    battle,
    cleanup,
    collection,
    market,
    reset,
    scoring,
    setup,
    siege,
)
"""The modules that declare the possible agenda items: the cards and the modules of the rules."""


class BridgefrontGame(CardGame[Bridgefront]):
    """The game The Last Tether: Bridgefront."""

    name = "bridgefront"
    title = "The Last Tether: Bridgefront"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6)
    options = OPTIONS
    step_class = rules.Step
    make_first_state = staticmethod(setup.new_state)
    standing = staticmethod(scoring.standing)
    rulesets = RULESETS

    def badge(self, state: Bridgefront, seat: int) -> tuple[str, str, str]:
        """Return the badge of the seat: "faction", and the code and the name of its faction.

        The code and the name are empty before the seat has a faction.
        """
        faction = state.faction[seat]
        return ("faction", CODES[faction], FACTIONS[faction].name) if faction >= 0 else ("faction", "", "")

    def headings(self, state: Bridgefront) -> tuple[tuple[str, str], ...]:
        gold = str(state.option("gold_word"))
        return (("Permanence", "vp"), ("lasting", "permanent"), ("held", "control"), (gold, "gold"))

    def rounds(self, state: Bridgefront) -> int:
        return state.round

    def progress(self, state: Bridgefront) -> str:
        if not state.round:
            return f"set-up: {state.phase}"
        where = f", step {state.action_step}" if state.phase == "action" else ""
        return f"round {state.round}: {state.phase}{where}"

    def progress_key(self, state: Bridgefront) -> tuple[Value, ...]:
        """Return the place in the match: the round, the phase, the action step and the card of the row.

        The card of the row is the one that is bid on.
        """
        return state.round, state.phase, state.action_step, state.row_at

    def narrate(self, state: Bridgefront, event: Event) -> str:
        from core.games.bridgefront.text.narration import narrate

        return str(narrate(state, event))

    def describe(self, state: Bridgefront) -> str:
        from core.games.bridgefront.text.narration import describe

        return str(describe(state))

    def card_name(self, state: Bridgefront, copy: int) -> str:
        from core.games.bridgefront.text.words import Namer

        return str(Namer(state).card(copy))


GAME = BridgefrontGame()
