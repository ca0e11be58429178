"""The market: the row, the bids, and the dice for ties (rules 7.2, 7.3).

The seats bid card by card, or on one sealed row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront import events, hands
from core.games.bridgefront.decisions import Bid, SealedBids
from core.games.bridgefront.decks import POWER, market_deck, put_back, turn_up
from core.games.bridgefront.phases.reset import begin_phase
from core.games.bridgefront.rules import Question, Step, agenda, question
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.units import hand_gold, pay_gold

BUY, PASS = "buy", "pass"

PREVIEW = {
    "table": (0, 1, 1, 0, 1, 2, 2, 0, 0, 0),
    "formula": (1, 2, 3, 2, 3, 4, 5, 0, 0, 0),
    "off": (0,) * 10,
}
"""Number of cards of the next age in the row of each round (option preview, M2)."""

# Row ------------------------------------------------------------------------------------------------------------------


@agenda("market")
def begin_market(step: Step) -> None:
    """Turn up the row, one card for each player, and open the bidding."""
    state = step.state
    begin_phase(step, "market")
    ahead = min(len(state.seats), _cards_ahead(state))
    copies = [turn_up(step, market_deck(state, state.age + 1)) for _ in range(ahead)]
    copies += [turn_up(step, market_deck(state)) for _ in range(len(state.seats) - ahead)]
    state.row = tuple(step.chance.stream("row").shuffle(copies))
    state.row_at = 0
    state.bidders = tuple(state.seats)
    step.emit(events.RowLaid(state.row))
    step.schedule(("sealed row",) if state.option("market_mode") == "sealed_row" else ("bidding",))


def _cards_ahead(state: Bridgefront) -> int:
    """Return the number of cards of the next age in this round's row (option preview, M2).

    If ages are longer or shorter than printed, what counts is the number of rounds before the end of the age.
    """
    numbers = state.rules.numbers
    if state.age == 3:
        return 0
    last, length, end = ((3, 3, numbers.age_1_ends), (7, 4, numbers.age_2_ends))[state.age - 1]
    return PREVIEW[state.option("preview")][last - min(length, end - state.round + 1)]


def row_deck(state: Bridgefront, copy: int) -> int:
    """Return the market deck to which a card of the row belongs."""
    return next(deck for deck in range(POWER) if state.card[copy] in state.rules.decks[deck])


def _close_market(step: Step) -> None:
    step.state.row = ()
    step.state.row_at = 0
    step.state.bidders = ()


def _is_last_card_free(state: Bridgefront) -> bool:
    """Return True if the last player without a card gets the last card without a question (M4).

    This does not apply if the card may be refused (M3).
    """
    return len(state.bidders) == 1 and state.option("refuse_card") == "off"


# Bidding card by card -------------------------------------------------------------------------------------------------


@agenda("bidding")
def begin_bidding(step: Step) -> None:
    """Ask every seat that has not gained a card to bid on the current one (D6)."""
    state = step.state
    if state.row_at == len(state.row):
        _close_market(step)
        return
    step.schedule(("bidding",))
    if _is_last_card_free(state):
        _gain_row_card(step, state.bidders[0], "last")
        return
    for seat in state.bidders:
        step.ask(BID, seat, state.row[state.row_at])


def check_bid(state: Bridgefront, seat: int, bid: Bid) -> None:
    """Check that the bid is a whole number up to the gold that the seat owns now (M5, M15).

    A Buy must be at least 1, and a Pass at least 0.
    """
    if bid.kind not in (BUY, PASS):
        raise IllegalDecision(seat, f"bids buy or pass, not {bid.kind!r}")
    least = 1 if bid.kind == BUY else 0
    if not least <= bid.amount <= state.gold[seat]:
        raise IllegalDecision(seat, f"{bid.kind} {bid.amount}: from {least} to {state.gold[seat]} gold")
    if bid.refuse and (bid.kind == BUY or state.option("refuse_card") == "off"):
        raise IllegalDecision(seat, "only a Pass may refuse a card, and only with option refuse_card")


def legal_bids(state: Bridgefront, seat: int) -> Iterator[Bid]:
    """Yield every bid that the seat can make on one card."""
    refusals = (False, True) if state.option("refuse_card") == "on" else (False,)
    for amount in range(state.gold[seat] + 1):
        yield from (Bid(PASS, amount, refuse) for refuse in refusals)
    yield from (Bid(BUY, amount) for amount in range(1, state.gold[seat] + 1))


def _arbitrary_bid(state: Bridgefront, seat: int, chance: RandomSource) -> Bid:
    gold = state.gold[seat]
    if gold and chance.uniform(2):
        return Bid(BUY, 1 + chance.uniform(gold))
    refuse = state.option("refuse_card") == "on" and chance.uniform(4) == 0
    return Bid(PASS, chance.uniform(gold + 1), refuse)


NO_BID = Bid(PASS, 0)
"""The pass of 0 gold.

A seat with this bid gains a card too, because the row has one for every player.
"""


class BidOnCard(Question[Bid, int]):
    """The question of how much a seat bids for one card of the row (D6)."""

    kind = "bid"
    decision = Bid

    def check(self, state: Bridgefront, seat: int, decision: Bid, copy: int) -> None:
        """Check that the bid is within the gold that the seat owns now."""
        check_bid(state, seat, decision)

    def apply_all(self, step: Step, decisions: Mapping[int, Bid], details: Mapping[int, tuple[int]]) -> None:
        """Show the bids and award the card."""
        refused = _settle_card(step, decisions)
        if refused:
            put_back(step, row_deck(step.state, refused), (refused,))

    def options(self, state: Bridgefront, seat: int, own: Secrets, copy: int) -> Iterator[Bid]:
        yield from legal_bids(state, seat)

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource, copy: int) -> Bid:
        return _arbitrary_bid(state, seat, chance)

    def forced_answer(self, state: Bridgefront, seat: int, own: Secrets, copy: int) -> Bid | None:
        return None if state.gold[seat] or state.option("refuse_card") != "off" else NO_BID

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, copy: int) -> Bid:
        return NO_BID


BID = question(BidOnCard())


def _settle_card(step: Step, bids: Mapping[int, Bid]) -> int:
    """Give the current card to the winning seat; return the card's copy if all seats refuse it, else 0."""
    state = step.state
    copy = state.row[state.row_at]
    step.emit(events.BidsShown(copy, tuple((s, b.kind, b.amount, b.refuse) for s, b in sorted(bids.items()))))
    buys = [b.amount for b in bids.values() if b.kind == BUY]
    if buys:
        seat = lowest_roll(
            step, [s for s, b in bids.items() if b.kind == BUY and b.amount == max(buys)], "tie", state.row_at
        )
        pay_gold(step, seat, max(buys), "market")
        _gain_row_card(step, seat, "market")
    elif all(b.refuse for b in bids.values()):
        step.emit(events.CardRefused(copy))
        state.row_at += 1
        return copy
    else:
        lowest = min(b.amount for b in bids.values())
        seat = lowest_roll(step, [s for s, b in bids.items() if b.amount == lowest], "tie", state.row_at)
        for giver in state.lead_order():
            if giver in bids and giver != seat:
                hand_gold(step, giver, seat, bids[giver].amount, "pot")
        _gain_row_card(step, seat, "pass")
    return 0


def _gain_row_card(step: Step, seat: int, why: str) -> None:
    """Let the seat gain the current card; the seat takes no further part in this phase."""
    state = step.state
    hands.gain_copy(step, seat, state.row[state.row_at], why)
    state.row_at += 1
    state.bidders = tuple(s for s in state.bidders if s != seat)


def lowest_roll(step: Step, tied: Sequence[int], use: str, *which: int) -> int:
    """Roll a die for each tied seat, in Lead order, and return the seat with the lowest roll.

    Seats tied for lowest roll again (M8).
    """
    seats = [seat for seat in step.state.lead_order() if seat in tied]
    if len(seats) == 1:
        return seats[0]
    stream = step.chance.stream(use, *which)
    while len(seats) > 1:
        rolls = [(seat, stream.die()) for seat in seats]
        step.emit(events.TieDice(tuple(rolls)))
        lowest = min(die for _, die in rolls)
        seats = [seat for seat, die in rolls if die == lowest]
    return seats[0]


# Sealed row -----------------------------------------------------------------------------------------------------------


@agenda("sealed row")
def begin_sealed_bids(step: Step) -> None:
    """Ask every seat for bids on all cards at once (option market_mode, M17)."""
    for seat in step.state.seats:
        step.ask(ROW_BIDS, seat)


class BidOnRow(Question[SealedBids]):
    """The question of how much a seat bids for each card of the row, answered all at once."""

    kind = "row bids"
    decision = SealedBids

    def check(self, state: Bridgefront, seat: int, decision: SealedBids) -> None:
        """Check that there is a bid for every card of the row, each within the gold that the seat owns now."""
        if len(decision.bids) != len(state.row):
            raise IllegalDecision(seat, f"bids on {len(state.row)} cards, not {len(decision.bids)}")
        for bid in decision.bids:
            check_bid(state, seat, bid)

    def apply_all(self, step: Step, decisions: Mapping[int, SealedBids], details: Mapping[int, tuple[()]]) -> None:
        """Resolve the bids in row order.

        A seat that has gained a card makes no further bids. No seat bids more than its remaining gold.
        """
        state = step.state
        refused: list[int] = []
        while state.row_at < len(state.row):
            if _is_last_card_free(state):
                _gain_row_card(step, state.bidders[0], "last")
                continue
            at = state.row_at
            copy = _settle_card(step, {s: _limit_to_gold(decisions[s].bids[at], state.gold[s]) for s in state.bidders})
            if copy:
                refused.append(copy)
        for deck in range(POWER):
            put_back(step, deck, (copy for copy in refused if row_deck(state, copy) == deck))
        _close_market(step)

    def options(self, state: Bridgefront, seat: int, own: Secrets) -> Iterator[SealedBids]:
        return map(SealedBids, product(list(legal_bids(state, seat)), repeat=len(state.row)))

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource) -> SealedBids:
        return SealedBids(tuple(_arbitrary_bid(state, seat, chance) for _ in state.row))

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource) -> SealedBids:
        return SealedBids((NO_BID,) * len(state.row))


ROW_BIDS = question(BidOnRow())


def _limit_to_gold(bid: Bid, gold: int) -> Bid:
    """Return the bid, limited to the gold that is left.

    Without any gold, a Buy becomes a Pass of 0.
    """
    amount = min(bid.amount, gold)
    return Bid(bid.kind if amount else PASS, amount, bid.refuse)
