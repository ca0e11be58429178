"""Bridgefront as a game of the kernel: the one object that the net, the bots and the client talk to."""

from __future__ import annotations

from typing import Any

from core.bridgefront import (
    absence,
    action,
    asking,
    battle,
    cards,
    cleanup,
    clients,
    collection,
    market,
    reset,
    rules,
    scoring,
    setup,
    siege,
    standin,
)
from core.bridgefront.catalogue import CARDS
from core.bridgefront.decisions import (
    Action,
    Bid,
    CapitalChoice,
    CapitalRanking,
    Clear,
    Collect,
    Discard,
    FactionRanking,
    Fresh,
    Hits,
    Keep,
    Lay,
    Pick,
    Picks,
    Scry,
    SealedBids,
    Show,
    StartingBridges,
)
from core.bridgefront.factions import CODES, FACTIONS
from core.bridgefront.options import OPTIONS
from core.bridgefront.state import Bridgefront
from core.kernel.cardgame import OldCardGame
from core.kernel.game import Decision, Event, Standing
from core.kernel.piles import copy_of
from core.kernel.shapes import WrongShape

CHAPTERS = (cards, action, asking, battle, cleanup, collection, market, reset, scoring, setup, siege)
"""The cards, and the chapters that declare what the agenda can do."""

DECISIONS: dict[str, type] = {
    "factions": FactionRanking,
    "capitals": CapitalRanking,
    "capital": CapitalChoice,
    "bridges": StartingBridges,
    "free card": Pick,
    "study": Discard,
    "bid": Bid,
    "row bids": SealedBids,
    "action": Action,
    "cards": Discard,
    "lay": Lay,
    "scry": Scry,
    "scout": Keep,
    "offer": Pick,
    "hits": Hits,
    "collect": Collect,
    "picks": Picks,
    "fresh": Fresh,
    "show": Show,
    "clear": Clear,
}
"""What answers each kind of ask."""


class BridgefrontGame(OldCardGame[Bridgefront]):
    """The Last Tether: Bridgefront."""

    name = "bridgefront"
    title = "The Last Tether: Bridgefront"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6)
    options = OPTIONS
    decisions = DECISIONS
    by_itself = clients.AUTOMATIC
    of_slots = ("show", "scry", "scout", "clear")
    steps = rules.Step
    opening = staticmethod(setup.new_state)
    clients = clients
    deal_openly = staticmethod(absence.put_in_the_open)
    decide_for = staticmethod(standin.stand_in)

    def refined(self, state: Bridgefront, decision: Decision) -> Decision:
        """An action's locked choices as the card's own choices read them."""
        return _read_locked(state, decision) if isinstance(decision, Action) else decision

    def renewed(self, state: Bridgefront, seat: int, kind: str, detail: tuple[Any, ...]) -> tuple[Any, ...]:
        """How many cards are to be laid is another number now."""
        if kind not in ("action", "fresh"):
            return detail
        return (state.piles.batch_size(seat) if state.piles.mix[seat] else 0,)

    def standing(self, state: Bridgefront) -> list[Standing]:
        """The seats from first to last, as it stands."""
        return scoring.standing(state)

    def badge(self, state: Bridgefront, seat: int) -> tuple[str, str, str]:
        """The seat's faction."""
        faction = state.faction[seat]
        return ("faction", CODES[faction], FACTIONS[faction].name) if faction >= 0 else ("faction", "", "")

    def headings(self, state: Bridgefront) -> tuple[tuple[str, str], ...]:
        """The columns of a table of the standing."""
        gold = str(state.option("gold_word"))
        return (("Permanence", "vp"), ("lasting", "permanent"), ("held", "control"), (gold, "gold"))

    def rounds(self, state: Bridgefront) -> int:
        """How many rounds have begun."""
        return state.round

    def progress(self, state: Bridgefront) -> str:
        """Round and phase in a few words."""
        if not state.round:
            return f"set-up: {state.phase}"
        where = f", step {state.action_step}" if state.phase == "action" else ""
        return f"round {state.round}: {state.phase}{where}"

    def tell(self, state: Bridgefront, event: Event) -> str:
        """The event as one line."""
        from core.bridgefront.telling.narrate import tell

        return str(tell(state, event))

    def describe(self, state: Bridgefront) -> str:
        """The state in words."""
        from core.bridgefront.telling.narrate import describe

        return str(describe(state))

    def card(self, state: Bridgefront, copy: int) -> str:
        """The name of a card."""
        from core.bridgefront.telling.words import Words

        return str(Words(state).card(copy))


def _read_locked(state: Bridgefront, decision: Action) -> Action:
    """The locked choices as the card's own choices read them."""
    if decision.card is not None:
        copy = copy_of(decision.card)
        if not 0 < copy < len(state.card):
            raise WrongShape(f"there is no card {copy}")
        choices = CARDS[state.card[copy]].choices
    elif decision.kind in action.BASICS:
        choices = action.BASICS[decision.kind].choices
    else:
        return decision
    if len(choices) != len(decision.locked):
        raise WrongShape(f"{len(choices)} locked choices are due, not {len(decision.locked)}")
    values = (v if v is None or v == () else choice.read(v) for choice, v in zip(choices, decision.locked))
    return decision._replace(locked=tuple(values))


GAME = BridgefrontGame()
