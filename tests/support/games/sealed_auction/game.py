"""Sealed Auction for 3 to 5: curios go under the hammer, everybody pays what he bids, and lays coins by in a vault.

Each has nine coins in a draw pile of his own. In each of three rounds spent coins are shuffled in, hands filled up to
four, and two curios sold: each bids coins, all of which are spent, and may lay one more face down into his vault. The
highest bid gets the curio. In the end all vaults are opened: the fullest brings five points. With the option `purse`
all coins lie in one deck, of which each gets a satchel every round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from core.engine.agenda import Chapters
from core.engine.chance.beacon import first_beacon
from core.engine.game import Chooser, IllegalDecision, Setup, Standing
from core.engine.hidden.card_game import CardGame
from core.engine.hidden.cards import Cards, CardStep, CommonDecks, Deck, Satchels, Zone, check_entries
from core.engine.hidden.hand import held, name_card
from core.engine.hidden.piles import Card, Piles
from core.engine.hidden.secrets import Secrets
from core.engine.options import Option, Options
from core.engine.question import Asking, Item, Question
from core.engine.result import by_points
from core.engine.state import StateData, state
from tests.support.games.sealed_auction.words import Words

ROUNDS, LOTS_A_ROUND, HAND, VAULT_HOLDS, FULLEST = 3, 2, 4, 3, 5
COINS = 9
"""Each seat brings the coins 1..9: copies 1..9 are those of seat 1, 10..18 those of seat 2."""
CURIOS = tuple(range(104, 116))
"""Copies 104 and 105 are curios worth 2 points, 106 and 107 are worth 3, and so on."""
LOTS, BAG = 0, 1
"""The common decks: curios still to be sold, and with `purse` = common all coins that nobody has."""


def coin(copy: int) -> int:
    """What a coin is worth."""
    return (copy - 1) % COINS + 1


def worth(curio: int) -> int:
    """The points that a curio brings."""
    return curio % 100 // 2


class Bid(NamedTuple):
    """The decision: coins of the hand, and one more that goes into the vault as it lies, or 0."""

    coins: tuple[Card, ...]
    vault: int = 0


class LotSold(NamedTuple):
    """The bids of seats 1, 2..., and who got the curio."""

    curio: int
    bids: tuple[tuple[int, ...], ...]
    seat: int


class VaultsOpened(NamedTuple):
    """The sums in the vaults of seats 1, 2..."""

    sums: tuple[int, ...]


@state
@dataclass(slots=True)
class Auction(StateData):
    """The whole public state. Columns by seat; in index 0 there is nothing."""

    _setup: Setup
    t: int
    beacon: bytes
    over: bool
    agenda: list[Item]
    asking: tuple[Asking, ...]
    round: int
    curio: int
    decks: list[Deck]
    piles: Piles
    vault: list[tuple[int, ...]]
    points: list[int]


class Purses(Cards):
    """The closed cards: hands, draw piles and vaults."""

    def supply(self, step: Any, seat: int) -> None:
        """The seat's own spent coins, or a satchel of all coins."""
        if step.state._setup.options["purse"] == "common":
            SATCHELS.fill(step, seat)
        else:
            super().supply(step, seat)


RULES = Chapters()
agenda = RULES.agenda
VAULT = Zone("vault", most=VAULT_HOLDS)
PURSES = Purses(RULES, VAULT)
DECKS = CommonDecks()
SATCHELS = Satchels(DECKS, BAG, 7)


class Round(CardStep[Auction]):
    """The resolution of one step, by these rules."""

    __slots__ = ()
    chapters = RULES


def first(setup: Setup) -> Auction:
    """Nobody is asked anything: the beacon of step 1 begins the first round."""
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
    """Spent coins come back, hands are filled up, two curios sold; after the last round everything is opened."""
    state = step.state
    if state.round == ROUNDS:
        step.later(("score",))
        PURSES.final_audit(step)
        return
    state.round += 1
    step.later(*[("lot",)] * LOTS_A_ROUND, ("round",))
    seats = PURSES.seats(state)
    for seat in seats:
        PURSES.supply(step, seat)
    PURSES.draw(step, *((seat, HAND - state.piles.hand_size(seat)) for seat in seats))


@agenda("lot")
def lot(step: Round) -> None:
    """The next curio comes under the hammer."""
    state = step.state
    state.curio = DECKS.turn_up(step, LOTS)
    for seat in PURSES.seats(state):
        step.ask(BID, seat)


class BidCoins(Question[Auction, Round, Bid]):
    """What a seat bids for the curio, and what it lays by."""

    kind = "bid"
    decision = Bid

    def check(self, state: Auction, seat: int, decision: Bid) -> None:
        """Coins of the hand, and another one for the vault if there is room."""
        PURSES.check_cards(state, seat, decision.coins)
        if decision.vault:
            check_entries(seat, (decision.vault,), PURSES.hand(state, seat))
            if decision.vault in [-card if isinstance(card, int) else card[0] for card in decision.coins]:
                raise IllegalDecision(seat, "bids the coin that it lays by")
            if len(state.vault[seat]) == VAULT_HOLDS:
                raise IllegalDecision(seat, "the vault is full")

    def answer_all(self, step: Round, decisions: Mapping[int, Bid], details: Mapping[int, tuple[()]]) -> None:
        """All coins bid are spent; the highest bid gets the curio, if need be by lot."""
        state, bids = step.state, {}
        for seat, (coins, vault) in decisions.items():
            bids[seat] = tuple(state.piles.leave_hand(seat, card) for card in coins)
            if vault:
                VAULT.lay(state, seat, PURSES.leave_hand(step, seat, vault))
            if state._setup.options["purse"] == "common":
                DECKS.shuffle_in(step, BAG, bids[seat])
            else:
                state.piles.discard[seat] += bids[seat]
        sums = {seat: sum(map(coin, spent)) for seat, spent in bids.items()}
        winner = step.chance.stream("tie").pick([seat for seat in sums if sums[seat] == max(sums.values())])
        state.points[winner] += worth(state.curio)
        step.say(LotSold(state.curio, tuple(bids[seat] for seat in sorted(bids)), winner))

    def options(self, state: Auction, seat: int, own: Secrets) -> Iterator[Bid]:
        """Any coins, and any other one or none for the vault."""
        hand = held(state, seat, own)
        for bid in (bid for n in range(len(hand) + 1) for bid in combinations(hand, n)):
            rest = [card for card in hand if card not in bid and len(state.vault[seat]) < VAULT_HOLDS]
            for vault in (0, *(slot or -copy for copy, slot in rest)):
                yield Bid(tuple(name_card(own, card) for card in bid), vault)

    def stand_in(self, state: Auction, seat: int, chance: Chooser) -> Bid:
        """Nothing."""
        return Bid(())


BID = RULES.question(BidCoins())


@agenda("score")
def score(step: Round) -> None:
    """The vaults lie open: the fullest brings points."""
    state = step.state
    sums = {seat: sum(map(coin, VAULT.copies(state, seat))) for seat in PURSES.seats(state)}
    for seat, total in sums.items():
        state.points[seat] += FULLEST * (total == max(sums.values()))
    step.say(VaultsOpened(tuple(sums.values())))
    state.over = True


class SealedAuction(Words, CardGame[Auction]):
    """What is left to say once the kernel has read, checked, dealt and audited."""

    name = "sealed_auction"
    title = "Sealed Auction"
    seat_counts: tuple[int, ...] = (3, 4, 5)
    options = Options([Option("purse", ("own", "common"), "own", "open", "whether each has coins of his own")])
    steps = Round
    opening = staticmethod(first)

    def standing(self, state: Auction) -> list[Standing]:
        return by_points(state.points)

    def rounds(self, state: Auction) -> int:
        return state.round


GAME = SealedAuction()
