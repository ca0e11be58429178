"""The Collection: gold, looks, Reforge, Forge Draft and Power Pick, in two simultaneous choices.

See rules 10.1, D9 and D10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TypeVarTuple

from core.engine.game import IllegalDecision, RandomSource, shuffled
from core.engine.hidden.hand import held_cards, name_card
from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Secrets
from core.engine.question import size_with_openings
from core.games.bridgefront import events, hands
from core.games.bridgefront.decisions import Collect, Pick, Picks
from core.games.bridgefront.decks import market_deck, power_deck, put_back, turn_up
from core.games.bridgefront.factions import passive_bonus
from core.games.bridgefront.hands import CLOSED_CARDS
from core.games.bridgefront.phases.reset import begin_phase
from core.games.bridgefront.rules import OneOf, Question, Step, agenda, question
from core.games.bridgefront.state import Bridgefront, Offer
from core.games.bridgefront.units import take_gold

Ds = TypeVarTuple("Ds")

GOLD, LOOK = "gold", "look"
DRAFT, REFORGE = "draft", "reforge"
Drafts = tuple[tuple[int, str, int], ...]
"""The offers that are still to be turned up, as (seat, source, hex)."""


def own_mines(state: Bridgefront, seat: int) -> tuple[int, ...]:
    """Return the Mines that the seat occupies, in canonical order."""
    return tuple(sorted(state.occupied_hexes(seat).intersection(state.mines)))


def own_forges(state: Bridgefront, seat: int) -> tuple[int, ...]:
    """Return the Forges that the seat occupies, in canonical order."""
    return tuple(sorted(state.occupied_hexes(seat).intersection(state.forges)))


def mine_gold(state: Bridgefront, seat: int, hex_: int) -> int:
    """Return the gold that the Mine pays the seat.

    It is the Mine's value plus the bonuses of passives and of Champions in its hex (F4).
    """
    gold = state.mines[hex_] + passive_bonus(state, seat, "mine_gold")
    for champion in state.champions_at(hex_, seat):
        ability = state.cards[state.card[champion.copy]].ability
        if ability is not None:
            gold += ability.mine_gold
    return gold


# First choice ---------------------------------------------------------------------------------------------------------


@agenda("collection")
def begin_collection(step: Step) -> None:
    """Ask the holders of Mines and Forges for their choices; the Center does not require a choice yet."""
    state = step.state
    begin_phase(step, "collection")
    for seat in state.seats:
        mines, forges = own_mines(state, seat), own_forges(state, seat)
        if mines or forges:
            step.ask(COLLECT, seat, mines, forges)
    if not state.asking:
        step.schedule(("offers", ()))


Hexes = tuple[int, ...]
Tiles = tuple[Hexes, Hexes]
"""The Mines and the Forges of the seat."""


class CollectChoice(Question[Collect, Hexes, Hexes]):
    """The question of which yield a seat chooses for each of its Mines and Forges (D9)."""

    kind = "collect"
    decision = Collect

    def check(self, state: Bridgefront, seat: int, decision: Collect, mines: Hexes, forges: Hexes) -> None:
        """Check that the decision has a word for each tile of the seat.

        The cards to scrap must be different ones of its hand.
        """
        if len(decision.mines) != len(mines) or len(decision.forges) != len(forges):
            raise IllegalDecision(seat, f"answers for {len(mines)} Mines and {len(forges)} Forges")
        if not all(word in (GOLD, LOOK) for word in decision.mines):
            raise IllegalDecision(seat, "takes gold from a Mine or a look")
        for word, card in decision.forges:
            if word not in (DRAFT, REFORGE) or (word == DRAFT and card is not None):
                raise IllegalDecision(seat, "drafts at a Forge, or reforges a card or none")
        CLOSED_CARDS.check_cards(state, seat, (card for _, card in decision.forges if card is not None))

    def apply_all(self, step: Step, decisions: Mapping[int, Collect], details: Mapping[int, Tiles]) -> None:
        """Apply gold and scrapping at once; the requested offers are turned up next."""
        drafts: Drafts = ()
        for seat in step.state.lead_order():
            if seat in decisions:
                drafts += _collect(step, seat, decisions[seat], *details[seat])
        step.schedule(("offers", drafts))

    def max_answer_size(self, state: Bridgefront, seat: int, mines: Hexes, forges: Hexes) -> int:
        return size_with_openings(len(mines) + 2 * len(forges))

    def options(self, state: Bridgefront, seat: int, own: Secrets, mines: Hexes, forges: Hexes) -> Iterator[Collect]:
        at_forge: list[tuple[str, Card | None]] = [(DRAFT, None), (REFORGE, None)]
        at_forge += [(REFORGE, name_card(own, card)) for card in held_cards(state, seat, own)]
        for mine in product((GOLD, LOOK), repeat=len(mines)):
            for forge in product(at_forge, repeat=len(forges)):
                scrapped = [card for _, card in forge if card is not None]
                if len(set(scrapped)) == len(scrapped):
                    yield Collect(mine, forge)

    def sample(
        self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource, mines: Hexes, forges: Hexes
    ) -> Collect:
        hand = shuffled(held_cards(state, seat, own), chance)
        at_forge: list[tuple[str, Card | None]] = []
        for _ in forges:
            if chance.uniform(2):
                at_forge.append((DRAFT, None))
            else:
                scrapped = hand.pop() if hand and chance.uniform(2) else None
                at_forge.append((REFORGE, name_card(own, scrapped) if scrapped else None))
        return Collect(tuple((GOLD, LOOK)[chance.uniform(2)] for _ in mines), tuple(at_forge))

    def default_answer(
        self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource, mines: Hexes, forges: Hexes
    ) -> Collect:
        return Collect((GOLD,) * len(mines), ((REFORGE, None),) * len(forges))

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, mines: Hexes, forges: Hexes) -> Collect:
        return Collect((GOLD,) * len(mines), ((DRAFT, None),) * len(forges))


COLLECT = question(CollectChoice())


def _collect(step: Step, seat: int, decision: Collect, mines: tuple[int, ...], forges: tuple[int, ...]) -> Drafts:
    """Apply the seat's immediate yields, and return the offers that the seat requests."""
    drafts: Drafts = ()
    for hex_, (word, card) in zip(forges, decision.forges):
        step.emit(events.Collected(seat, hex_, word))
        if word == DRAFT:
            drafts += ((seat, "forge", hex_),)
        elif card is not None:
            hands.burn_copy(step, seat, step.state.piles.leave_hand(seat, card))
    for hex_, word in zip(mines, decision.mines):
        step.emit(events.Collected(seat, hex_, word))
        if word == LOOK:
            drafts += ((seat, "mine", hex_),)
        else:
            take_gold(step, seat, mine_gold(step.state, seat, hex_), "mine")
    return drafts


# Second choice --------------------------------------------------------------------------------------------------------


@agenda("offers")
def make_offers(step: Step, drafts: Drafts) -> None:
    """Turn up all offers in Lead order, then ask the seats for their picks.

    Each seat's offers come in the order Center, Forges, Mines.
    """
    state = step.state
    sizes = {"forge": state.rules.numbers.forge_offer, "mine": state.rules.numbers.mine_offer}
    for seat in state.lead_order():
        if state.occupies(seat, state.grid.center):
            step.emit(events.Collected(seat, state.grid.center, "power"))
            make_offer(step, seat, "center", state.grid.center, power_deck(state), state.rules.numbers.center_offer)
        for who, source, hex_ in drafts:
            if who == seat:
                make_offer(step, seat, source, hex_, market_deck(state), sizes[source])
    for seat in state.seats:
        if own_offers(state, seat):
            step.ask(PICKS, seat)


def make_offer(step: Step, seat: int, source: str, hex_: int, deck: int, size: int) -> None:
    """Turn up `size` cards of a shared deck as an offer to the seat, or more with Wider Choice."""
    size += passive_bonus(step.state, seat, "wider_choice")
    copies = tuple(turn_up(step, deck) for _ in range(size))
    step.state.offers += (Offer(seat, source, hex_, deck, copies),)
    step.emit(events.OfferTurnedUp(seat, source, hex_, copies))


def own_offers(state: Bridgefront, seat: int) -> tuple[Offer, ...]:
    """Return the seat's offers in the order in which they were turned up."""
    return tuple(offer for offer in state.offers if offer.seat == seat)


def best_copy(state: Bridgefront, copies: tuple[int, ...], chance: RandomSource) -> int:
    """Return the index of a card with the most VP, which a lost seat takes from an offer."""
    worth = [state.cards[state.card[copy]].vp for copy in copies]
    best = [i for i, vp in enumerate(worth) if vp == max(worth)]
    return best[chance.uniform(len(best))]


def take_picks(step: Step, picks: Mapping[int, Sequence[int | None]]) -> None:
    """Let each seat gain the picked card of each offer, and put the other cards back, deck by deck."""
    state = step.state
    choices = {seat: list(picked) for seat, picked in picks.items()}
    left: dict[int, list[int]] = {}
    for offer in state.offers:
        pick = choices[offer.seat].pop(0)
        if pick is not None:
            hands.gain_copy(step, offer.seat, offer.copies[pick], offer.source)
        left.setdefault(offer.deck, []).extend(copy for i, copy in enumerate(offer.copies) if i != pick)
    for deck in sorted(left):
        put_back(step, deck, left[deck])
    state.offers = ()


class PickFromOffer(OneOf[Pick, *Ds]):
    """The question of which card a seat gains from its one offer."""

    decision = Pick
    refusal_reason = "that card is not in your offer"

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def legal_answers(self, state: Bridgefront, seat: int, *detail: *Ds) -> Iterator[Pick]:
        """Yield a pick for each card of the offer."""
        return map(Pick, range(len(own_offers(state, seat)[0].copies)))

    def apply_all(self, step: Step, decisions: Mapping[int, Pick], details: Mapping[int, tuple[*Ds]]) -> None:
        """Let each seat gain its picked card, and put all other cards back together (B12)."""
        take_picks(step, {seat: (decision.pick,) for seat, decision in decisions.items()})

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, *detail: *Ds) -> Pick:
        return Pick(best_copy(state, own_offers(state, seat)[0].copies, chance))


class PicksFromOffers(Question[Picks]):
    """The question of which card a seat gains from each of its offers (D10)."""

    kind = "picks"
    decision = Picks

    def check(self, state: Bridgefront, seat: int, decision: Picks) -> None:
        """Check that the decision picks one card of each of the seat's offers.

        Only a Mine's offer may be declined.
        """
        own = own_offers(state, seat)
        if len(decision.picks) != len(own):
            raise IllegalDecision(seat, f"picks from {len(own)} offers, not {len(decision.picks)}")
        for offer, pick in zip(own, decision.picks):
            if pick is None:
                if offer.source != "mine":
                    raise IllegalDecision(seat, f"takes a card from the {offer.source}")
            elif not 0 <= pick < len(offer.copies):
                raise IllegalDecision(seat, f"picks one of {len(offer.copies)} cards, not {pick}")

    def apply_all(self, step: Step, decisions: Mapping[int, Picks], details: Mapping[int, tuple[()]]) -> None:
        """Let each seat gain its picked cards, and put the others back."""
        take_picks(step, {seat: decision.picks for seat, decision in decisions.items()})

    def options(self, state: Bridgefront, seat: int, own: Secrets) -> Iterator[Picks]:
        spans = [[*([None] if o.source == "mine" else []), *range(len(o.copies))] for o in own_offers(state, seat)]
        return map(Picks, product(*spans))

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource) -> Picks:
        return Picks(tuple(best_copy(state, offer.copies, chance) for offer in own_offers(state, seat)))


PICKS = question(PicksFromOffers())
