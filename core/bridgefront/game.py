"""Bridgefront as a game of the kernel: the one object that the net, the bots and the client talk to."""

from __future__ import annotations

from collections.abc import Collection, Iterator

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
from core.kernel.agenda import Agenda, asked
from core.kernel.codec import Plain
from core.kernel.game import Chooser, Decision, Event, IllegalDecision, Setup, Standing
from core.kernel.holding import learn
from core.kernel.piles import copy_of
from core.kernel.secrets import Secrets
from core.kernel.shapes import WrongShape, read

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


class BridgefrontGame(Agenda[Bridgefront]):
    """The Last Tether: Bridgefront."""

    name = "bridgefront"
    title = "The Last Tether: Bridgefront"
    seat_counts: tuple[int, ...] = (2, 3, 4, 5, 6)
    options = OPTIONS
    chapters = rules.CHAPTERS
    decisions = DECISIONS
    by_itself = clients.AUTOMATIC

    def new(self, setup_: Setup) -> Bridgefront:
        """The state before step 1; raises `ValueError` for a seat count or option that the game does not have."""
        if setup_.seats not in self.seat_counts:
            raise ValueError(f"{self.title} is for 2 to 6 players, not {setup_.seats}")
        return setup.new_state(setup_)

    def read(self, state: Bridgefront, seat: int, plain: Plain) -> Decision:
        """The decision that a peer sent as plain data."""
        kind, _ = asked(state, seat)
        try:
            decision = read(DECISIONS[kind], plain)
            return _read_locked(state, decision) if kind == "action" else decision
        except WrongShape as wrong:
            raise IllegalDecision(seat, str(wrong)) from None

    def begin(self, state: Bridgefront, beacon: bytes, lost: Collection[int]) -> rules.Step:
        """The game's own kind of step."""
        return rules.Step(state, beacon, lost)

    def lay_open(self, step: rules.Step, seat: int) -> None:
        """Puts the closed cards of a lost seat in the open (PROTOCOL 14.7)."""
        absence.put_in_the_open(step, seat)

    def automatic(self, state: Bridgefront, seat: int, secrets: Secrets) -> Decision | None:
        """The answer that the client gives without its player, if it does."""
        learn(state, seat, secrets)
        kind, detail = asked(state, seat)
        if kind in clients.AUTOMATIC:
            return clients.AUTOMATIC[kind](state, seat, secrets, detail)
        return clients.forced(state, seat, secrets, kind, detail)

    def default(self, state: Bridgefront, seat: int, secrets: Secrets) -> Decision:
        """What the client sends when the turn timer runs out."""
        learn(state, seat, secrets)
        return clients.default(state, seat, secrets, *asked(state, seat))

    def recall(self, state: Bridgefront, seat: int, decision: Decision, secrets: Secrets) -> None:
        """Lays again what an own decision in this state has laid."""
        clients.recall(state, seat, secrets, decision)

    def stand_in(self, state: Bridgefront, seat: int, chance: Chooser) -> Decision:
        """What a lost seat decides, from the public state alone."""
        return standin.stand_in(state, seat, *asked(state, seat), chance)

    def options_of(self, state: Bridgefront, seat: int, secrets: Secrets) -> Iterator[Decision]:
        """Every legal decision of the seat; see `clients.options` for what an action leaves out."""
        learn(state, seat, secrets)
        return clients.options(state, seat, secrets, *asked(state, seat))

    def sample(self, state: Bridgefront, seat: int, secrets: Secrets, chance: Chooser) -> Decision:
        """A legal decision drawn without regard to its merit."""
        learn(state, seat, secrets)
        return clients.sample(state, seat, secrets, *asked(state, seat), chance)

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
