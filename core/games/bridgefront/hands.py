"""Drawing, looking, gaining and discarding, and the answers Z1-Z3 that they require.

See rules 5, 12.3 and hidden cards part 2.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeVarTuple

from core.engine.game import Chooser, IllegalDecision, shuffled
from core.engine.hidden import cards as kernel
from core.engine.hidden.cards import Zone, closed, open_copies
from core.engine.hidden.hand import held, name_card
from core.engine.hidden.piles import BLOCKED, EMPTY, Denied
from core.engine.hidden.secrets import Secrets
from core.engine.question import Detail, Item, room_for
from core.games.bridgefront import events
from core.games.bridgefront.card import SPELL
from core.games.bridgefront.decisions import Discard, Show
from core.games.bridgefront.rules import CHAPTERS, Duty, Question, Step, agenda, question
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


def loses_gold(state: Bridgefront, copy: int) -> bool:
    """Return True if drawing the copy costs gold, so that the copy must be shown."""
    return state.card[copy] in _cards_meeting_claim(state.rules, LOSES_GOLD)


def claim_holds(state: Bridgefront, claim: int, copy: int) -> bool:
    """Return True if a slot with this copy meets the claim."""
    return state.card[copy] in _cards_meeting_claim(state.rules, claim)


def claims_due(state: Bridgefront, seat: int, claims: Iterable[int]) -> tuple[int, ...]:
    """Return the claims that a closed card of the seat could meet (PROTOCOL 6.5).

    The seat is asked only about these.
    """
    held = [state.card[copy] for copy in state.piles.closed[seat]]
    return tuple(claim for claim in claims if not _cards_meeting_claim(state.rules, claim).isdisjoint(held))


# Cards named in decisions ---------------------------------------------------------------------------------------------


def discard(step: Step, seat: int, copy: int, why: str) -> None:
    """Discard a copy that is in no pile and has not been played."""
    state = step.state
    state.piles.discard[seat] += (copy,)
    step.say(events.CardDiscarded(seat, copy, why))
    ability = state.cards[state.card[copy]].ability
    if ability is not None and ability.rises_when_discarded:
        raise_counter(state, copy)


def raise_counter(state: Bridgefront, copy: int) -> None:
    """Raise the copy's own counter by 1, to at most 10 (K4)."""
    state.counter[copy] = min(MAX_COUNTER, counter(state, copy) + 1)


def counter(state: Bridgefront, copy: int) -> int:
    """Return the copy's own counter."""
    ability = state.cards[state.card[copy]].ability
    start = ability.start(state) if ability is not None else 0
    return state.counter.get(copy, start)


def burn(step: Step, seat: int, copy: int) -> None:
    """Put a copy that is in no pile into the Burn pile."""
    step.state.burnt[seat] += (copy,)
    step.say(events.CardBurnt(seat, copy))


class FromHand(Question[Discard, *Ds]):
    """A question that a seat answers with cards of its hand."""

    decision = Discard

    @abstractmethod
    def bounds(self, *detail: *Ds) -> tuple[int, int]:
        """Return the minimum and the maximum number of cards; the hand may hold fewer."""

    def room(self, state: Bridgefront, seat: int, *detail: *Ds) -> int:
        """Return the room in bytes for closed cards.

        That is enough for open cards too, because naming one takes fewer bytes than opening a closed card.
        """
        return room_for(min(self.bounds(*detail)[1], state.piles.hand_size(seat)))

    def options(self, state: Bridgefront, seat: int, own: Secrets, *detail: *Ds) -> Iterator[Discard]:
        least, most = self.bounds(*detail)
        hand = held(state, seat, own)
        for n in range(least, min(most, len(hand)) + 1):
            for named in combinations(hand, n):
                yield Discard(tuple(name_card(own, card) for card in named))

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: Chooser, *detail: *Ds) -> Discard:
        least, most = self.bounds(*detail)
        hand = held(state, seat, own)
        n = least + chance.uniform(min(most, len(hand)) - least + 1)
        return Discard(tuple(name_card(own, card) for card in shuffled(hand, chance)[:n]))

    def stand_in(self, state: Bridgefront, seat: int, chance: Chooser, *detail: *Ds) -> Discard:
        """Return the fewest cards allowed, the cheapest first."""
        least, _ = self.bounds(*detail)
        shown = sorted(state.piles.shown[seat], key=lambda copy: (state.cards[state.card[copy]].gold[0], copy))
        return Discard(tuple(shown[:least]))


# Gaining --------------------------------------------------------------------------------------------------------------


def gain(step: Step, seat: int, copy: int, why: str) -> None:
    """Gain a card into the draw pile, at a place that nobody knows (12.3)."""
    _score_gain(step, seat, copy)
    step.state.piles.gain(seat, copy)
    step.say(events.CardGained(seat, copy, "pile", why))


def gain_to_hand(step: Step, seat: int, copy: int, why: str) -> None:
    """Gain a card openly into the hand.

    If the hand is full, the card goes to the discard pile (K20).
    """
    _score_gain(step, seat, copy)
    to_hand(step, seat, copy, why)


def to_hand(step: Step, seat: int, copy: int, why: str) -> None:
    """Put a public copy into the hand without gaining it again (Champion Recall)."""
    piles = step.state.piles
    if piles.hand_size(seat) >= step.state.rules.numbers.hand_limit:
        step.say(events.CardGained(seat, copy, "discard", why))
        discard(step, seat, copy, "hand limit")
    else:
        piles.shown[seat] += (copy,)
        step.say(events.CardGained(seat, copy, "hand", why))


def _score_gain(step: Step, seat: int, copy: int) -> None:
    vp = step.state.cards[step.state.card[copy]].vp
    if vp:
        step.state.vp[seat] += vp
        step.say(events.VictoryPoints(seat, vp))


# Drawing and looking --------------------------------------------------------------------------------------------------

DrawCounts = tuple[tuple[int, int], ...]
"""The number of cards for each seat that draws in one operation, as (seat, number)."""
DrawnCards = tuple[tuple[int, tuple[int, ...]], ...]
"""The cards that each seat has just drawn: the slot of a closed card, or -copy for an open one."""


def draw(step: Step, *wants: tuple[int, int]) -> None:
    """Put one drawing operation on the agenda.

    The operation is given as (seat, number) for each seat that draws.
    """
    step.later(("draw", tuple(wants), 0, 0, ()))


def _drawn_in_sight(step: Step, seat: int, copy: int, more: int) -> None:
    """Apply the effects of drawing a card that is open.

    It may cost gold. If it is a Spell, `more` further cards are drawn (Spellcaster).
    """
    if loses_gold(step.state, copy):
        lose_gold_for_drawing(step, seat)
    if more and claim_holds(step.state, IS_SPELL, copy):
        draw(step, (seat, more))


def _draw_openly(step: Step, seat: int, count: int, drawn: dict[int, tuple[int, ...]]) -> None:
    """Draw up to `count` cards directly from the mix (PROTOCOL 14.7).

    If the hand is full, the cards go to the discard pile at once.
    """
    piles = step.state.piles
    for _ in range(count):
        copy = piles.next_open(seat, step.chance, step.draw_number(seat))
        if copy == EMPTY:
            return
        if piles.hand_size(seat) >= step.state.rules.numbers.hand_limit:
            discard(step, seat, copy, "hand limit")
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
def look(step: Step, seat: int, count: int) -> None:
    """Fill the known top of the seat's pile to `count` cards, which only their owner sees.

    Looking is not drawing. A lost seat's pile has no known top, and nobody looks at it (ruling N1).
    """
    if seat in step.open_piles:
        return
    piles = step.state.piles
    if piles.look(seat, count, step.chance, lambda: step.draw_number(seat)):
        step.later(("look", seat, count))
        CLOSED.ask_fresh(step, seat)
    else:
        step.say(events.CardsLookedAt(seat, piles.top[seat][:count]))


# Z1: fresh slots ------------------------------------------------------------------------------------------------------


class FreshSlots(kernel.FreshSlots[Bridgefront, Step]):
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
    nothing = Show(())
    of_slots = True
    lists_all = False  # a claim that no card matches is accepted until the audit

    def check(
        self, state: Bridgefront, seat: int, decision: Show, over: Slots, fresh: Slots, claims: Slots, more: int
    ) -> None:
        """Check the openings.

        They must open all slots of `over` in order, then the slots of `fresh` whose cards meet a claim.
        """
        state.piles.check_held(state.setup.match, seat, decision.show, over + fresh, CLOSED.denied(state))
        if tuple(opening[0] for opening in decision.show[: len(over)]) != over:
            raise IllegalDecision(seat, "owes the openings of cards drawn into a full hand", "duty")
        for _, copy, _ in decision.show[len(over) :]:
            if not any(claim_holds(state, claim, copy) for claim in claims):
                raise IllegalDecision(seat, f"shows card {copy}, which need not be shown")

    def answer(
        self, step: Step, seat: int, decision: Show, over: Slots, fresh: Slots, claims: Slots, more: int
    ) -> None:
        """Discard the cards above the hand limit, and put the shown ones open into the hand.

        The seat then loses gold and draws further cards as these cards require.
        """
        state = step.state
        piles = state.piles
        state.overflow[seat] = ()
        for opening in decision.show[: len(over)]:
            discard(step, seat, piles.open(seat, opening), "hand limit")
        for opening in decision.show[len(over) :]:
            copy = CLOSED.show(step, seat, opening)
            step.say(events.CardShown(seat, copy))
            _drawn_in_sight(step, seat, copy, more if IS_SPELL in claims else 0)
        for copy in open_copies(fresh):
            _drawn_in_sight(step, seat, copy, more)
        for claim in claims:
            piles.deny(seat, (slot for slot in fresh if slot in piles.hand[seat]), claim)

    def room(self, state: Bridgefront, seat: int, over: Slots, fresh: Slots, claims: Slots, more: int) -> int:
        return room_for(len(over) + len(fresh))

    def forced(
        self, state: Bridgefront, seat: int, own: Secrets, over: Slots, fresh: Slots, claims: Slots, more: int
    ) -> Show:
        due = (s for s in fresh if any(claim_holds(state, claim, own.faces[s]) for claim in claims))
        return Show(tuple(own.open(slot) for slot in (*over, *due)))


SHOW = question(ShowDuty())


def lose_gold_for_drawing(step: Step, seat: int) -> None:
    """Make the seat lose 1 gold, if it has any (Big VP Gainer)."""
    if step.state.gold[seat]:
        step.state.gold[seat] -= 1
        step.say(events.GoldPaid(seat, 1, "drawn"))


# Closed cards ---------------------------------------------------------------------------------------------------------


class Closed(kernel.Cards[Bridgefront, Step]):
    """The closed cards of Bridgefront.

    They are the hands, the draw piles, and cards drawn into a full hand until they are shown.
    """

    fresh_slots = FreshSlots
    account_question = None  # cleanup.py

    def denied(self, state: Bridgefront) -> Denied:
        """Return the test of denied claims (PROTOCOL 6.5).

        A slot for which a claim was denied holds no card that meets the claim.
        """
        return lambda claim, copy: claim_holds(state, claim, copy)

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
            if slots := closed(new):
                step.say(events.CardsDrawn(seat, slots))
            if copies := open_copies(new):
                step.say(events.CardsDrawnOpenly(seat, copies))
        for seat, _ in left:
            if not state.overflow[seat]:
                self.ask_fresh(step, seat)
        for seat in state.seats:
            claims: tuple[int, ...] = ()
            over, fresh = state.overflow[seat], closed(drawn.get(seat, ())) if not left else ()
            if fresh:
                claims = claims_due(state, seat, (IS_SPELL, LOSES_GOLD) if claim else (LOSES_GOLD,))
            if claims or over:
                step.ask(SHOW, seat, over, fresh if claims else (), claims, more if claim else 0)
        if left:
            step.later(("draw", left, claim, more, tuple(sorted(drawn.items()))))
            return
        for seat, cards in sorted(drawn.items()):
            for copy in open_copies(cards):
                _drawn_in_sight(step, seat, copy, more if claim else 0)

    def put_in_the_open(self, step: Step, seat: int) -> None:
        """Discard at once the cards of a lost seat that its full hand cannot take (14.7).

        The faces of the cards in drawing operations in progress become known.
        """
        state = step.state
        over, state.overflow[seat] = state.overflow[seat], ()
        before = len(state.piles.shown[seat])
        faces = state.piles.redeal(seat, step.chance.stream("redeal", seat), over)
        step.say(events.CardsInTheOpen(seat, state.piles.shown[seat][before:], state.piles.size(seat)))
        for slot in over:
            discard(step, seat, faces[slot], "hand limit")
        state.agenda[:] = [_drawn_openly(item, seat, faces) if item[0] == "draw" else item for item in state.agenda]
        state.asking = tuple(
            (who, kind, _shown_openly(detail, faces) if who == seat and kind == SHOW.kind else detail)
            for who, kind, detail in state.asking
        )


def _drawn_openly(item: Item, seat: int, faces: dict[int, int]) -> Item:
    """Return a drawing operation in progress that gives the seat's cards drawn so far by copy."""
    *rest, came = item
    return (*rest, tuple((who, _by_copy(cards, faces) if who == seat else cards) for who, cards in came))


def _shown_openly(detail: Detail, faces: dict[int, int]) -> Detail:
    """Return the details of an ask that give the just-drawn cards by copy.

    These cards may have to be shown.
    """
    _, fresh, claims, more = detail
    return (), _by_copy(fresh, faces), claims, more


def _by_copy(cards: tuple[int, ...], faces: dict[int, int]) -> tuple[int, ...]:
    return tuple(-faces[card] if card in faces else card for card in cards)


CLOSED = Closed(CHAPTERS, Zone("overflow"))
FRESH = CLOSED.fresh
