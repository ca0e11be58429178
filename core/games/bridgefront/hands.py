"""Drawing, looking, gaining and discarding, and the answers Z1-Z3 that they require.

See rules 5, 12.3 and hidden cards part 2.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeVarTuple

from core.engine.game import IllegalDecision, RandomSource, shuffled
from core.engine.hidden import cards as kernel
from core.engine.hidden.cards import Zone, closed_entries, open_copies
from core.engine.hidden.hand import held_cards, name_card
from core.engine.hidden.piles import BLOCKED, EMPTY, ContradictionTest
from core.engine.hidden.secrets import Secrets
from core.engine.question import Detail, Item, size_with_openings
from core.games.bridgefront import events
from core.games.bridgefront.card import SPELL
from core.games.bridgefront.decisions import Discard, Show
from core.games.bridgefront.rules import GAME_RULES, Duty, Question, Step, agenda, question
from core.games.bridgefront.ruleset import Rules
from core.games.bridgefront.state import Bridgefront

Ds = TypeVarTuple("Ds")
Slots = tuple[int, ...]

MAX_COUNTER = 10

IS_SPELL = 1
"""The claim that a slot holds a Spell (Spellcaster)."""
LOSES_GOLD = 2
"""The claim that a slot holds a card that costs its owner gold when drawn (Big VP Gainer)."""


@lru_cache(maxsize=64)
def _cards_meeting_claim(rules: Rules, claim: int) -> frozenset[int]:
    """Return the cards that meet the claim, by number."""
    if claim == IS_SPELL:
        return frozenset(i for i, card in enumerate(rules.cards) if card.type == SPELL)
    return frozenset(i for i, card in enumerate(rules.cards) if card.ability and card.ability.loses_gold_when_drawn)


def costs_gold_when_drawn(state: Bridgefront, copy: int) -> bool:
    """Return True if drawing the copy costs gold, so that the copy must be shown."""
    return state.card[copy] in _cards_meeting_claim(state.rules, LOSES_GOLD)


def is_claim_met(state: Bridgefront, claim: int, copy: int) -> bool:
    """Return True if a slot with this copy meets the claim."""
    return state.card[copy] in _cards_meeting_claim(state.rules, claim)


def possible_claims(state: Bridgefront, seat: int, claims: Iterable[int]) -> tuple[int, ...]:
    """Return the claims that a closed card of the seat could meet (PROTOCOL 6.5).

    The seat is asked only about these.
    """
    held = [state.card[copy] for copy in state.piles.closed[seat]]
    return tuple(claim for claim in claims if not _cards_meeting_claim(state.rules, claim).isdisjoint(held))


# Cards named in decisions ---------------------------------------------------------------------------------------------


def discard_copy(step: Step, seat: int, copy: int, why: str) -> None:
    """Discard a copy that is in no pile and has not been played."""
    state = step.state
    state.piles.discard[seat] += (copy,)
    step.emit(events.CardDiscarded(seat, copy, why))
    ability = state.cards[state.card[copy]].ability
    if ability is not None and ability.rises_when_discarded:
        raise_counter(state, copy)


def raise_counter(state: Bridgefront, copy: int) -> None:
    """Raise the copy's own counter by 1, to at most 10 (K4)."""
    state.counter[copy] = min(MAX_COUNTER, counter_of(state, copy) + 1)


def counter_of(state: Bridgefront, copy: int) -> int:
    """Return the copy's own counter."""
    ability = state.cards[state.card[copy]].ability
    start = ability.start(state) if ability is not None else 0
    return state.counter.get(copy, start)


def burn_copy(step: Step, seat: int, copy: int) -> None:
    """Put a copy that is in no pile into the Burn pile."""
    step.state.burnt[seat] += (copy,)
    step.emit(events.CardBurnt(seat, copy))


class FromHandQuestion(Question[Discard, *Ds]):
    """A question that a seat answers with cards of its hand."""

    decision = Discard

    @abstractmethod
    def bounds(self, *detail: *Ds) -> tuple[int, int]:
        """Return the minimum and the maximum number of cards; the hand may hold fewer."""

    def max_answer_size(self, state: Bridgefront, seat: int, *detail: *Ds) -> int:
        """Return the room in bytes for closed cards.

        That is enough for open cards too, because naming one takes fewer bytes than opening a closed card.
        """
        return size_with_openings(min(self.bounds(*detail)[1], state.piles.hand_size(seat)))

    def options(self, state: Bridgefront, seat: int, own: Secrets, *detail: *Ds) -> Iterator[Discard]:
        least, most = self.bounds(*detail)
        hand = held_cards(state, seat, own)
        for n in range(least, min(most, len(hand)) + 1):
            for named in combinations(hand, n):
                yield Discard(tuple(name_card(own, card) for card in named))

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource, *detail: *Ds) -> Discard:
        least, most = self.bounds(*detail)
        hand = held_cards(state, seat, own)
        n = least + chance.uniform(min(most, len(hand)) - least + 1)
        return Discard(tuple(name_card(own, card) for card in shuffled(hand, chance)[:n]))

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, *detail: *Ds) -> Discard:
        """Return the fewest cards allowed, the cheapest first."""
        least, _ = self.bounds(*detail)
        shown = sorted(state.piles.shown[seat], key=lambda copy: (state.cards[state.card[copy]].gold[0], copy))
        return Discard(tuple(shown[:least]))


# Gaining --------------------------------------------------------------------------------------------------------------


def gain_copy(step: Step, seat: int, copy: int, why: str) -> None:
    """Gain a card into the draw pile, at a place that nobody knows (12.3)."""
    _score_gain(step, seat, copy)
    step.state.piles.add_openly(seat, copy)
    step.emit(events.CardGained(seat, copy, "pile", why))


def gain_to_hand(step: Step, seat: int, copy: int, why: str) -> None:
    """Gain a card openly into the hand.

    If the hand is full, the card goes to the discard pile (K20).
    """
    _score_gain(step, seat, copy)
    put_into_hand(step, seat, copy, why)


def put_into_hand(step: Step, seat: int, copy: int, why: str) -> None:
    """Put a public copy into the hand without gaining it again (Champion Recall)."""
    piles = step.state.piles
    if piles.hand_size(seat) >= step.state.rules.numbers.hand_limit:
        step.emit(events.CardGained(seat, copy, "discard", why))
        discard_copy(step, seat, copy, "hand limit")
    else:
        piles.shown[seat] += (copy,)
        step.emit(events.CardGained(seat, copy, "hand", why))


def _score_gain(step: Step, seat: int, copy: int) -> None:
    vp = step.state.cards[step.state.card[copy]].vp
    if vp:
        step.state.vp[seat] += vp
        step.emit(events.VictoryPoints(seat, vp))


# Drawing and looking --------------------------------------------------------------------------------------------------

DrawCounts = tuple[tuple[int, int], ...]
"""The number of cards for each seat that draws in one operation, as (seat, number)."""
DrawnCards = tuple[tuple[int, tuple[int, ...]], ...]
"""The cards that each seat has just drawn: the slot of a closed card, or -copy for an open one."""


def schedule_draw(step: Step, *wants: tuple[int, int]) -> None:
    """Put one drawing operation on the agenda.

    The operation is given as (seat, number) for each seat that draws.
    """
    step.schedule(("draw", tuple(wants), 0, 0, ()))


def _apply_open_draw(step: Step, seat: int, copy: int, more: int) -> None:
    """Apply the effects of drawing a card that is open.

    It may cost gold. If it is a Spell, `more` further cards are drawn (Spellcaster).
    """
    if costs_gold_when_drawn(step.state, copy):
        lose_gold_for_drawing(step, seat)
    if more and is_claim_met(step.state, IS_SPELL, copy):
        schedule_draw(step, (seat, more))


def _draw_openly(step: Step, seat: int, count: int, drawn: dict[int, tuple[int, ...]]) -> None:
    """Draw up to `count` cards directly from the mix (PROTOCOL 14.7).

    If the hand is full, the cards go to the discard pile at once.
    """
    piles = step.state.piles
    for _ in range(count):
        copy = piles.next_open_copy(seat, step.chance, step.draw_number(seat))
        if copy == EMPTY:
            return
        if piles.hand_size(seat) >= step.state.rules.numbers.hand_limit:
            discard_copy(step, seat, copy, "hand limit")
        else:
            piles.shown[seat] += (copy,)
            drawn[seat] = (*drawn.get(seat, ()), -copy)


def _draw_one_seat(step: Step, seat: int, count: int, drawn: dict[int, tuple[int, ...]]) -> int:
    """Draw up to `count` cards, and return the number of cards that are still to be drawn.

    Some are still to be drawn if drawn cards must be shown first or if fresh slots are needed.
    """
    if seat in step.open_piles:
        _draw_openly(step, seat, count, drawn)
        return 0
    state = step.state
    piles = state.piles
    while count:
        if state.overflow[seat] and not piles.size(seat):
            return count  # cards refused by the full hand are shuffled in as well (hidden cards 2.5)
        slot = piles.next_slot(seat, step.chance, step.draw_number(seat))
        if slot == BLOCKED:
            return count
        if slot == EMPTY:
            return 0
        count -= 1
        if piles.hand_size(seat) >= step.state.rules.numbers.hand_limit:
            state.overflow[seat] += (slot,)
        else:
            piles.hand[seat] += (slot,)
            drawn[seat] = (*drawn.get(seat, ()), slot)
    return 0


@agenda("look")
def fill_known_top(step: Step, seat: int, count: int) -> None:
    """Fill the known top of the seat's pile to `count` cards, which only their owner sees.

    Looking is not drawing. A lost seat's pile has no known top, and nobody looks at it (ruling N1).
    """
    if seat in step.open_piles:
        return
    piles = step.state.piles
    if piles.look(seat, count, step.chance, lambda: step.draw_number(seat)):
        step.schedule(("look", seat, count))
        CLOSED_CARDS.ask_for_fresh_slots(step, seat)
    else:
        step.emit(events.CardsLookedAt(seat, piles.top[seat][:count]))


# Z1: fresh slots ------------------------------------------------------------------------------------------------------


class FreshSlots(kernel.FreshSlotsDuty[Bridgefront, Step]):
    """The question that asks a seat for fresh slots for its pile."""

    def detail(self, state: Bridgefront, seat: int) -> tuple[int]:
        """Return the number of fresh slots as the detail of the ask."""
        return (fresh_slots_needed(state, seat),)


def fresh_slots_needed(state: Bridgefront, seat: int) -> int:
    """Return the number of fresh slots needed if cards are to be shuffled in, else 0."""
    return state.piles.batch_size(seat) if state.piles.mix[seat] else 0


# Z2: cards that must be shown -----------------------------------------------------------------------------------------


class ShowDuty(Duty[Show, Slots, Slots, Slots, int]):
    """The duty of a seat to show some cards that it has just drawn.

    These are cards drawn into a full hand, and cards that meet a claim. For a Spell, `more` further cards are drawn.
    """

    kind = "show"
    decision = Show
    empty_answer = Show(())
    of_slots = True
    lists_all = False  # a claim that no card matches is accepted until the audit

    def check(
        self, state: Bridgefront, seat: int, decision: Show, over: Slots, fresh: Slots, claims: Slots, more: int
    ) -> None:
        """Check the openings.

        They must open all slots of `over` in order, then the slots of `fresh` whose cards meet a claim.
        """
        state.piles.check_held(
            state.setup.match, seat, decision.show, over + fresh, CLOSED_CARDS.contradiction_test(state)
        )
        if tuple(opening[0] for opening in decision.show[: len(over)]) != over:
            raise IllegalDecision(seat, "owes the openings of cards drawn into a full hand", "duty")
        for _, copy, _ in decision.show[len(over) :]:
            if not any(is_claim_met(state, claim, copy) for claim in claims):
                raise IllegalDecision(seat, f"shows card {copy}, which need not be shown")

    def apply(self, step: Step, seat: int, decision: Show, over: Slots, fresh: Slots, claims: Slots, more: int) -> None:
        """Discard the cards above the hand limit, and put the shown ones open into the hand.

        The seat then loses gold and draws further cards as these cards require.
        """
        state = step.state
        piles = state.piles
        state.overflow[seat] = ()
        for opening in decision.show[: len(over)]:
            discard_copy(step, seat, piles.open(seat, opening), "hand limit")
        for opening in decision.show[len(over) :]:
            copy = CLOSED_CARDS.show(step, seat, opening)
            step.emit(events.CardShown(seat, copy))
            _apply_open_draw(step, seat, copy, more if IS_SPELL in claims else 0)
        for copy in open_copies(fresh):
            _apply_open_draw(step, seat, copy, more)
        for claim in claims:
            piles.record_claim(seat, (slot for slot in fresh if slot in piles.hand[seat]), claim)

    def max_answer_size(
        self, state: Bridgefront, seat: int, over: Slots, fresh: Slots, claims: Slots, more: int
    ) -> int:
        return size_with_openings(len(over) + len(fresh))

    def forced_answer(
        self, state: Bridgefront, seat: int, own: Secrets, over: Slots, fresh: Slots, claims: Slots, more: int
    ) -> Show:
        due = (s for s in fresh if any(is_claim_met(state, claim, own.faces[s]) for claim in claims))
        return Show(tuple(own.opening(slot) for slot in (*over, *due)))


SHOW = question(ShowDuty())


def lose_gold_for_drawing(step: Step, seat: int) -> None:
    """Make the seat lose 1 gold, if it has any (Big VP Gainer)."""
    if step.state.gold[seat]:
        step.state.gold[seat] -= 1
        step.emit(events.GoldPaid(seat, 1, "drawn"))


# Closed cards ---------------------------------------------------------------------------------------------------------


class BridgefrontCards(kernel.ClosedCards[Bridgefront, Step]):
    """The closed cards of Bridgefront.

    They are the hands, the draw piles, and cards drawn into a full hand until they are shown.
    """

    fresh_slots_class = FreshSlots
    audit_question_class = None  # cleanup.py

    def contradiction_test(self, state: Bridgefront) -> ContradictionTest:
        """Return the test of denied claims (PROTOCOL 6.5).

        A slot for which a claim was denied holds no card that meets the claim.
        """
        return lambda claim, copy: is_claim_met(state, claim, copy)

    def draw_now(self, step: Step, wants: DrawCounts, *also: Any) -> None:
        """Run one drawing operation of one or more seats.

        It stops where fresh slots are needed or cards must be shown first.
        """
        claim, more, came = also
        state = step.state
        before = dict(came)
        drawn = before.copy()
        left = tuple((seat, k) for seat, n in wants if (k := _draw_one_seat(step, seat, n, drawn)))
        for seat, cards in drawn.items():
            new = cards[len(before.get(seat, ())) :]
            if slots := closed_entries(new):
                step.emit(events.CardsDrawn(seat, slots))
            if copies := open_copies(new):
                step.emit(events.CardsDrawnOpenly(seat, copies))
        for seat, _ in left:
            if not state.overflow[seat]:
                self.ask_for_fresh_slots(step, seat)
        for seat in state.seats:
            claims: tuple[int, ...] = ()
            over, fresh = state.overflow[seat], closed_entries(drawn.get(seat, ())) if not left else ()
            if fresh:
                claims = possible_claims(state, seat, (IS_SPELL, LOSES_GOLD) if claim else (LOSES_GOLD,))
            if claims or over:
                step.ask(SHOW, seat, over, fresh if claims else (), claims, more if claim else 0)
        if left:
            step.schedule(("draw", left, claim, more, tuple(sorted(drawn.items()))))
            return
        for seat, cards in sorted(drawn.items()):
            for copy in open_copies(cards):
                _apply_open_draw(step, seat, copy, more if claim else 0)

    def redeal_openly(self, step: Step, seat: int) -> None:
        """Discard at once the cards of a lost seat that its full hand cannot take (14.7).

        The faces of the cards in drawing operations in progress become known.
        """
        state = step.state
        over, state.overflow[seat] = state.overflow[seat], ()
        before = len(state.piles.shown[seat])
        faces = state.piles.redeal(seat, step.chance.stream("redeal", seat), over)
        step.emit(events.CardsInTheOpen(seat, state.piles.shown[seat][before:], state.piles.size(seat)))
        for slot in over:
            discard_copy(step, seat, faces[slot], "hand limit")
        state.agenda[:] = [_reveal_drawn(item, seat, faces) if item[0] == "draw" else item for item in state.agenda]
        state.asking = tuple(
            (who, kind, _reveal_details(detail, faces) if who == seat and kind == SHOW.kind else detail)
            for who, kind, detail in state.asking
        )


def _reveal_drawn(item: Item, seat: int, faces: dict[int, int]) -> Item:
    """Return a drawing operation in progress that gives the seat's cards drawn so far by copy."""
    *rest, came = item
    return (*rest, tuple((who, _by_copy(cards, faces) if who == seat else cards) for who, cards in came))


def _reveal_details(detail: Detail, faces: dict[int, int]) -> Detail:
    """Return the details of an ask that give the just-drawn cards by copy.

    These cards may have to be shown.
    """
    _, fresh, claims, more = detail
    return (), _by_copy(fresh, faces), claims, more


def _by_copy(cards: tuple[int, ...], faces: dict[int, int]) -> tuple[int, ...]:
    return tuple(-faces[card] if card in faces else card for card in cards)


CLOSED_CARDS = BridgefrontCards(GAME_RULES, Zone("overflow"))
FRESH_SLOTS = CLOSED_CARDS.fresh_slots_question
