"""The questions of games of the kit. They are questions of the engine, made from a source and a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations
from typing import Any, Generic, NamedTuple, TypeVar

from core.engine.events import CardsDrawn
from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.cards import ClosedCards, check_entries
from core.engine.hidden.hand import held_cards, name_card
from core.engine.hidden.piles import Card, Slots, copy_of
from core.engine.hidden.secrets import Secrets
from core.engine.question import Question, size_with_openings
from core.kit.errors import KitError, first_line, in_line, locate, located
from core.kit.sources import HandCard, HandCards, HandDown, NextCards, Offers
from core.kit.step import DRAW, EngineStep

V = TypeVar("V")
Effect = Callable[..., None]


class Play(NamedTuple):
    """Decision for one card of the hand."""

    card: Card


class PlaySeveral(NamedTuple):
    """Decision for several cards of the hand."""

    cards: tuple[Card, ...]


class Choose(NamedTuple):
    """Decision for an open card, a seat or a number."""

    what: int


class Say(NamedTuple):
    """Decision for one of several named things."""

    word: str


class LayDown(NamedTuple):
    """Decision for one card of the hand that is laid face down: its slot, or minus its copy if it is open."""

    entry: int


class Keep(NamedTuple):
    """Decision for some of the next cards of the deck: their slots."""

    slots: Slots


class KitQuestion(Question[Any, EngineStep, Any], Generic[V]):
    """A question of a game: its verb, and the effect of its answers.

    With `together` the effect receives all answers at once, by seat; otherwise it runs for each seat that was asked, in
    their order.
    """

    shown = "card"
    """The kind of thing that an answer is, as a word of `core.kit.sources`."""

    def __init__(self, kind: str, verb: str, effect: Effect, together: bool) -> None:
        self.kind = kind
        self.verb = verb
        self.function = effect
        self.effect = located(f"the answer to {kind}", effect)
        self.together = together

    def __call__(self, *_: object) -> None:
        """Raise `KitError`, since a question is asked and not called."""
        raise KitError(f"{self.kind} is a question; ask it with step.ask({self.kind}, seat)")

    def value(self, decision: Any) -> V:
        """Return the answer as the game's functions receive it."""
        raise NotImplementedError

    def seen(self, decision: Any, own: Secrets) -> Any:
        """Return the answer as the seat that gives it sees it."""
        return self.value(decision)

    def resolved(self, step: EngineStep, seat: int, decision: Any) -> V:
        """Return the answer and remove its cards from the hand."""
        return self.value(decision)

    def ready(self, state: Any, seat: int) -> bool:
        """Return True if the seat can answer at all."""
        return True

    def apply_all(self, step: EngineStep, decisions: Mapping[int, Any], details: Mapping[int, tuple[()]]) -> None:
        answers = {seat: self.resolved(step, seat, decisions[seat]) for seat in sorted(decisions)}
        if self.together:
            step.run_phase(self.kind, self.effect, answers)
            return
        step.schedule(
            *(item for seat, answer in answers.items() for item in step.ran(self.kind, self.effect, seat, answer))
        )


class FromHand(KitQuestion[int]):
    """The question for one card of the hand, which goes to the seat's played cards."""

    decision = Play
    at_random = True

    def __init__(self, closed: ClosedCards[Any, Any], kind: str, verb: str, effect: Effect, together: bool) -> None:
        super().__init__(kind, verb, effect, together)
        self.closed = closed

    def value(self, decision: Play) -> int:
        return copy_of(decision.card)

    def resolved(self, step: EngineStep, seat: int, decision: Play) -> int:
        piles = step.state.piles
        copy: int = piles.leave_hand(seat, decision.card)
        piles.discard[seat] += (copy,)
        return copy

    def ready(self, state: Any, seat: int) -> bool:
        return bool(state.hand_size(seat))

    def check(self, state: Any, seat: int, decision: Play) -> None:
        self.closed.check_cards(state, seat, (decision.card,))

    def options(self, state: Any, seat: int, own: Secrets) -> Iterator[Play]:
        return (Play(name_card(own, card)) for card in sorted(held_cards(state, seat, own)))

    def stand_in(self, state: Any, seat: int, chance: RandomSource) -> Play:
        shown = state.piles.shown[seat]
        return Play(shown[chance.uniform(len(shown))])


class DownFromHand(KitQuestion[int]):
    """The question for one card of the hand that is laid face down before the seat."""

    decision = LayDown
    at_random = True

    def __init__(self, closed: ClosedCards[Any, Any], kind: str, verb: str, effect: Effect, together: bool) -> None:
        super().__init__(kind, verb, effect, together)
        self.closed = closed

    def value(self, decision: LayDown) -> int:
        return decision.entry

    def seen(self, decision: LayDown, own: Secrets) -> int:
        return own.faces[decision.entry] if decision.entry > 0 else -decision.entry

    def resolved(self, step: EngineStep, seat: int, decision: LayDown) -> int:
        state = step.state
        state.face_down[seat] += (self.closed.leave_hand(step, seat, decision.entry),)
        return len(state.face_down[seat])

    def ready(self, state: Any, seat: int) -> bool:
        return bool(state.hand_size(seat))

    def check(self, state: Any, seat: int, decision: LayDown) -> None:
        check_entries(seat, (decision.entry,), self.closed.hand(state, seat))

    def options(self, state: Any, seat: int, own: Secrets) -> Iterator[LayDown]:
        return map(LayDown, self.closed.hand(state, seat))

    def stand_in(self, state: Any, seat: int, chance: RandomSource) -> LayDown:
        entries = self.closed.hand(state, seat)
        return LayDown(entries[chance.uniform(len(entries))])


class SeveralFromHand(KitQuestion[tuple[int, ...]]):
    """The question for several cards of the hand, which go to the seat's played cards."""

    decision = PlaySeveral
    at_random = True

    def __init__(
        self, source: HandCards, closed: ClosedCards[Any, Any], kind: str, verb: str, effect: Effect, together: bool
    ) -> None:
        super().__init__(kind, verb, effect, together)
        self.least, self.most = source
        self.closed = closed

    def value(self, decision: PlaySeveral) -> tuple[int, ...]:
        return tuple(map(copy_of, decision.cards))

    def resolved(self, step: EngineStep, seat: int, decision: PlaySeveral) -> tuple[int, ...]:
        piles = step.state.piles
        copies = tuple(piles.leave_hand(seat, card) for card in decision.cards)
        piles.discard[seat] += copies
        return copies

    def ready(self, state: Any, seat: int) -> bool:
        return bool(state.hand_size(seat) >= self.least)

    def check(self, state: Any, seat: int, decision: PlaySeveral) -> None:
        if not self.least <= len(decision.cards) <= self.most:
            raise IllegalDecision(seat, f"names {len(decision.cards)} cards, not {self.least} to {self.most}")
        self.closed.check_cards(state, seat, decision.cards)

    def max_answer_size(self, state: Any, seat: int) -> int:
        return size_with_openings(self.most, each=48)

    def options(self, state: Any, seat: int, own: Secrets) -> Iterator[PlaySeveral]:
        cards = sorted(held_cards(state, seat, own))
        sizes = range(self.least, min(self.most, len(cards)) + 1)
        for some in chain.from_iterable(combinations(cards, size) for size in sizes):
            yield PlaySeveral(tuple(name_card(own, card) for card in some))

    def stand_in(self, state: Any, seat: int, chance: RandomSource) -> PlaySeveral:
        return PlaySeveral(tuple(state.piles.shown[seat][: self.least]))


class FromDeck(KitQuestion[int]):
    """The question for some of the next cards of the seat's deck. They go to its hand, and the others under the deck.

    A seat that could not look, because it was lost, draws `least` cards unseen.
    """

    decision = Keep
    at_random = True

    def __init__(self, source: NextCards, kind: str, verb: str, effect: Effect, together: bool) -> None:
        super().__init__(kind, verb, effect, together)
        self.look, self.least, self.most = source

    def seen_slots(self, state: Any, seat: int) -> Slots:
        """Return the slots of the cards that the seat looks at."""
        top: Slots = state.piles.top[seat]
        return top[: self.look]

    def value(self, decision: Keep) -> int:
        return len(decision.slots)

    def seen(self, decision: Keep, own: Secrets) -> tuple[int, ...]:
        return tuple(own.faces[slot] for slot in decision.slots)

    def resolved(self, step: EngineStep, seat: int, decision: Keep) -> int:
        piles, looked = step.state.piles, self.seen_slots(step.state, seat)
        piles.top[seat] = piles.top[seat][len(looked) :]
        piles.put_back(seat, (), tuple(slot for slot in looked if slot not in decision.slots))
        piles.hand[seat] += decision.slots
        if decision.slots:
            step.emit(CardsDrawn(seat, decision.slots))
        return len(decision.slots) if looked else self.least

    def apply_all(self, step: EngineStep, decisions: Mapping[int, Keep], details: Mapping[int, tuple[()]]) -> None:
        unseen = [(seat, self.least) for seat in sorted(decisions) if not self.seen_slots(step.state, seat)]
        super().apply_all(step, decisions, details)
        if unseen and self.least:
            step.schedule((DRAW, tuple(unseen)))

    def check(self, state: Any, seat: int, decision: Keep) -> None:
        looked = self.seen_slots(state, seat)
        if not min(self.least, len(looked)) <= len(decision.slots) <= self.most:
            raise IllegalDecision(seat, f"takes {len(decision.slots)} cards, not {self.least} to {self.most}")
        check_entries(seat, decision.slots, looked)

    def options(self, state: Any, seat: int, own: Secrets) -> Iterator[Keep]:
        looked = self.seen_slots(state, seat)
        sizes = range(min(self.least, len(looked)), min(self.most, len(looked)) + 1)
        return map(Keep, chain.from_iterable(combinations(looked, size) for size in sizes))

    def forced_answer(self, state: Any, seat: int, own: Secrets) -> Keep | None:
        return None if self.seen_slots(state, seat) else Keep(())

    def stand_in(self, state: Any, seat: int, chance: RandomSource) -> Keep:
        return Keep(())


class FromOffers(KitQuestion[V]):
    """The question for one of the answers that are open to all."""

    def __init__(self, source: Offers[V], kind: str, verb: str, effect: Effect, together: bool) -> None:
        super().__init__(kind, verb, effect, together)
        self.shown = source.shown
        self._what, self._function = f"the offers of {kind}", source.offered
        self.offered = located(self._what, source.offered)
        self.decision = Say if source.shown == "word" else Choose

    def value(self, decision: Any) -> V:
        answer: V = decision[0]
        return answer

    def legal_answers(self, state: Any, seat: int) -> Iterator[Any]:
        """Yield every legal answer; raise `KitError` for an offer of the wrong type."""
        wanted = str if self.shown == "word" else int
        for offer in self._offers(state, seat):
            if type(offer) is not wanted:
                raise KitError(f"the offers of {self.kind} contain {offer!r}, which is no {self.shown}")
            yield self.decision(offer)

    def _offers(self, state: Any, seat: int) -> Iterator[V]:
        """Yield what the game's function offers; raise `KitError` if it returns nothing or fails."""
        offered = self.offered(state, seat)
        if offered is None:
            raise KitError(f"{self._what}{in_line(first_line(self._function))} returned None: is a `return` missing?")
        try:
            yield from offered
        except KitError:
            raise
        except Exception as error:
            raise locate(self._what, self._function, error) from error

    def ready(self, state: Any, seat: int) -> bool:
        return next(self.legal_answers(state, seat), None) is not None

    def check(self, state: Any, seat: int, decision: Any) -> None:
        if decision not in self.legal_answers(state, seat):
            raise IllegalDecision(seat, "chooses what is not offered")

    def options(self, state: Any, seat: int, own: Secrets) -> Iterator[Any]:
        return self.legal_answers(state, seat)

    def forced_answer(self, state: Any, seat: int, own: Secrets) -> Any | None:
        first, *more = [*self.legal_answers(state, seat)][:2]
        return None if more else first

    def stand_in(self, state: Any, seat: int, chance: RandomSource) -> Any:
        return next(self.legal_answers(state, seat))


Source = HandCard | HandCards | HandDown | NextCards | Offers[Any]


def question_of(
    source: Source, closed: ClosedCards[Any, Any], kind: str, verb: str, effect: Effect, together: bool
) -> KitQuestion[Any]:
    """Return the question for a source; raise `KitError` for anything else."""
    match source:
        case HandCard():
            return FromHand(closed, kind, verb, effect, together)
        case HandDown():
            return DownFromHand(closed, kind, verb, effect, together)
        case HandCards(least, most):
            if not 0 <= least <= most <= 12 or not most:
                raise KitError(f"hand_cards({least}, {most}) of {kind}: use 0 <= least <= most <= 12")
            return SeveralFromHand(source, closed, kind, verb, effect, together)
        case NextCards(look, least, most):
            if not 0 <= least <= most <= look <= 12 or not most:
                raise KitError(f"next_cards({look}, {least}, {most}) of {kind}: use 0 <= least <= most <= look <= 12")
            return FromDeck(source, kind, verb, effect, together)
        case Offers():
            return FromOffers(source, kind, verb, effect, together)
    raise KitError(
        f"the question {kind} asks for {source!r}: use hand, hand_cards, hand_down, next_cards, cards, seats, numbers "
        "or words"
    )
