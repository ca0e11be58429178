"""Sealed Auction for 3 to 5: seats bid coins for curios and put coins into a vault.

Each seat has nine coins in its own draw pile. In each of three rounds spent coins are shuffled in, hands are filled up
to four, and two curios are sold. Each seat bids coins, all of which are spent, and may put one more face down into its
vault. The highest bid gets the curio. In the end all vaults are opened, and the fullest is worth five points. With the
option `purse` all coins are in one deck, and each seat gets a satchel of it every round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from core.engine.agenda import GameRules
from core.engine.chance.beacon import first_beacon
from core.engine.game import IllegalDecision, RandomSource, Setup, Standing
from core.engine.hidden.card_game import CardGame
from core.engine.hidden.cards import CardStep, ClosedCards, CommonDecks, Deck, Satchels, Zone, check_entries
from core.engine.hidden.hand import held_cards, name_card
from core.engine.hidden.piles import Card, Piles
from core.engine.hidden.secrets import Secrets
from core.engine.options import Option, Options
from core.engine.question import Item, OpenAsk, Question
from core.engine.result import standing_by_points
from core.engine.state import StateData, Static, state
from tests.support.games.sealed_auction.words import Words

ROUNDS, LOTS_A_ROUND, HAND, VAULT_HOLDS, FULLEST = 3, 2, 4, 3, 5
COINS = 9
"""Number of coins of each seat, worth 1..9: copies 1..9 belong to seat 1, 10..18 to seat 2."""
CURIOS = tuple(range(104, 116))
"""Copies of the curios: 104 and 105 are worth 2 points, 106 and 107 are worth 3, and so on."""
LOTS, BAG = 0, 1
"""Common decks: the unsold curios and, with `purse` = common, all coins that nobody has."""


def coin(copy: int) -> int:
    """Return the value of a coin."""
    return (copy - 1) % COINS + 1


def worth(curio: int) -> int:
    """Return the points of a curio."""
    return curio % 100 // 2


class Bid(NamedTuple):
    """Decision for coins of the hand, and for one more coin that goes face down into the vault, or 0."""

    coins: tuple[Card, ...]
    vault: int = 0


class LotSold(NamedTuple):
    """Event with the bids of seats 1, 2... and the buyer of the curio."""

    curio: int
    bids: tuple[tuple[int, ...], ...]
    seat: int


class VaultsOpened(NamedTuple):
    """Event with the sums in the vaults of seats 1, 2..."""

    sums: tuple[int, ...]


@state
@dataclass(slots=True)
class Auction(StateData):
    """Complete public state with a column for each seat; index 0 is empty."""

    setup: Static[Setup]
    t: int
    beacon: bytes
    over: bool
    agenda: list[Item]
    asking: tuple[OpenAsk, ...]
    round: int
    curio: int
    decks: list[Deck]
    piles: Piles
    vault: list[tuple[int, ...]]
    points: list[int]


class Purses(ClosedCards[Auction, "Round"]):
    """Closed cards: hands, draw piles and vaults."""

    def refill_pile(self, step: Any, seat: int) -> None:
        """Supply the seat's spent coins, or a satchel of all coins."""
        if step.state.setup.options["purse"] == "common":
            SATCHELS.fill(step, seat)
        else:
            super().refill_pile(step, seat)


RULES = GameRules()
agenda = RULES.agenda
VAULT = Zone("vault", max_cards=VAULT_HOLDS)
PURSES = Purses(RULES, VAULT)
DECKS: CommonDecks[Auction, Round] = CommonDecks()
SATCHELS = Satchels(DECKS, BAG, 7)


class Round(CardStep[Auction]):
    """One step of a match."""

    __slots__ = ()
    game_rules = RULES


def first(setup: Setup) -> Auction:
    """Return the state before step 1, in which no seat is asked."""
    n = setup.seats + 1
    piles = Piles.empty(setup.seats, setup.sealed)
    coins = tuple(range(1, COINS * setup.seats + 1))
    common = setup.options["purse"] == "common"
    for seat in range(1, n) if not common else ():
        piles.mix[seat] = coins[COINS * (seat - 1) : COINS * seat]
    decks: list[Deck] = [(CURIOS,), (coins,) if common else ()]
    start = first_beacon(setup.match)
    return Auction(setup, 1, start, False, [("round",)], (), 0, 0, decks, piles, [()] * n, [0] * n)


@agenda("round")
def next_round(step: Round) -> None:
    """Return spent coins, fill hands up and sell two curios; after the last round, open everything."""
    state = step.state
    if state.round == ROUNDS:
        step.schedule(("score",))
        PURSES.final_audit(step)
        return
    state.round += 1
    step.schedule(*[("lot",)] * LOTS_A_ROUND, ("round",))
    seats = PURSES.seats(state)
    for seat in seats:
        PURSES.refill_pile(step, seat)
    PURSES.draw(step, *((seat, HAND - state.piles.hand_size(seat)) for seat in seats))


@agenda("lot")
def lot(step: Round) -> None:
    """Put the next curio up for auction."""
    state = step.state
    state.curio = DECKS.turn_up(step, LOTS)
    for seat in PURSES.seats(state):
        step.ask(BID, seat)


class BidCoins(Question[Auction, Round, Bid]):
    """Question for a seat's bid and for the coin that goes into the vault."""

    kind = "bid"
    decision = Bid

    def check(self, state: Auction, seat: int, decision: Bid) -> None:
        """Check that the coins are in the hand and that the vault has room for another one."""
        PURSES.check_cards(state, seat, decision.coins)
        if decision.vault:
            check_entries(seat, (decision.vault,), PURSES.hand(state, seat))
            if decision.vault in [-card if isinstance(card, int) else card[0] for card in decision.coins]:
                raise IllegalDecision(seat, "bids the coin that it lays by")
            if len(state.vault[seat]) == VAULT_HOLDS:
                raise IllegalDecision(seat, "the vault is full")

    def apply_all(self, step: Round, decisions: Mapping[int, Bid], details: Mapping[int, tuple[()]]) -> None:
        """Spend all coins bid; the highest bid gets the curio, ties are broken by lot."""
        state, bids = step.state, {}
        for seat, (coins, vault) in decisions.items():
            bids[seat] = tuple(state.piles.leave_hand(seat, card) for card in coins)
            if vault:
                VAULT.add(state, seat, PURSES.leave_hand(step, seat, vault))
            if state.setup.options["purse"] == "common":
                DECKS.shuffle_in(step, BAG, bids[seat])
            else:
                state.piles.discard[seat] += bids[seat]
        sums = {seat: sum(map(coin, spent)) for seat, spent in bids.items()}
        winner = step.chance.stream("tie").pick([seat for seat in sums if sums[seat] == max(sums.values())])
        state.points[winner] += worth(state.curio)
        step.emit(LotSold(state.curio, tuple(bids[seat] for seat in sorted(bids)), winner))

    def options(self, state: Auction, seat: int, own: Secrets) -> Iterator[Bid]:
        """Yield every set of coins, with each other coin or none for the vault."""
        hand = held_cards(state, seat, own)
        for bid in (bid for n in range(len(hand) + 1) for bid in combinations(hand, n)):
            rest = [card for card in hand if card not in bid and len(state.vault[seat]) < VAULT_HOLDS]
            for vault in (0, *(slot or -copy for copy, slot in rest)):
                yield Bid(tuple(name_card(own, card) for card in bid), vault)

    def stand_in(self, state: Auction, seat: int, chance: RandomSource) -> Bid:
        """Return an empty bid."""
        return Bid(())


BID = RULES.question(BidCoins())


@agenda("score")
def score(step: Round) -> None:
    """Score the open vaults: the fullest brings points."""
    state = step.state
    sums = {seat: sum(map(coin, VAULT.copies(state, seat))) for seat in PURSES.seats(state)}
    for seat, total in sums.items():
        state.points[seat] += FULLEST * (total == max(sums.values()))
    step.emit(VaultsOpened(tuple(sums.values())))
    state.over = True


class SealedAuction(Words, CardGame[Auction]):
    """The parts of the game that the engine does not provide."""

    name = "sealed_auction"
    title = "Sealed Auction"
    seat_counts: tuple[int, ...] = (3, 4, 5)
    options = Options([Option("purse", ("own", "common"), "own", "open", "whether each has coins of his own")])
    step_class = Round
    make_first_state = staticmethod(first)

    def standing(self, state: Auction) -> list[Standing]:
        return standing_by_points(state.points)

    def rounds(self, state: Auction) -> int:
        return state.round


GAME = SealedAuction()
