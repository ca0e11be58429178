"""The Intrigue phase: a seat draws a card, or plays one from its hand (rules part 4).

A drawn card is resolved or kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.engine.game import RandomSource
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import Opened
from core.games.ambition import events, schemes
from core.games.ambition.alliances import SECRETS
from core.games.ambition.cards import ARMAGEDDON, ARMS, FREIGHTLINE, HOLD, INTRIGUE_DECK, REACT, WORLD
from core.games.ambition.decisions import Drawn, Play, Under
from core.games.ambition.hands import DECKS, check_card, face_of, known_face, must_resolve, open_card, spend
from core.games.ambition.options import EITHER
from core.games.ambition.rules import ARMAGEDDON as ENDS
from core.games.ambition.rules import OneOf, Question, Step, agenda, match_decided, question, refuse_unless
from core.games.ambition.state import DOUSE, Ambition


@agenda("intrigue")
def ask_for_intrigue(step: Step) -> None:
    """Ask the seat whether it plays an Intrigue card (INTRIGUE, A20).

    A seat with Intrigue cards is always asked, whether or not one of them is playable.
    """
    state = step.state
    state.phase = "intrigue"
    if state.hand(state.current, "intrigue"):
        step.ask(PLAY, state.current)
    else:
        step.schedule(("draw intrigue",))


def can_world_end(state: Ambition) -> bool:
    """Return True if every player holds a token (part 7).

    A lost seat counts as one that holds a token.
    """
    return all(state.has_token(seat) for seat in state.seats)


class PlayChoice(Question[Play]):
    """The question of whether a seat plays a card from its hand or draws one.

    It may play a HOLD card or Armageddon.
    """

    kind = "play"
    decision = Play
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Play) -> None:
        SECRETS.check_openings(state, seat, decision.opens)
        if decision.card == 0:
            return
        check_card(state, seat, decision.card, "intrigue")
        kind = state.rules.intrigues[face_of(state, decision.card)].kind
        ends = kind == WORLD and state.token[seat] and can_world_end(state)
        refuse_unless(seat, kind == HOLD or ends, "that card cannot be played now")

    def apply(self, step: Step, seat: int, decision: Play) -> None:
        SECRETS.open(step, {seat: decision.opens})
        if decision.card == 0:
            step.schedule(("draw intrigue",))
        else:
            resolve_intrigue(step, seat, open_card(step, seat, decision.card))

    def options(self, state: Ambition, seat: int, own: Secrets) -> Iterator[Play]:
        yield Play()
        for entry in state.hand(seat, "intrigue"):
            kind = state.rules.intrigues[known_face(state, own, entry)].kind
            if kind == HOLD or (kind == WORLD and state.token[seat] and can_world_end(state)):
                yield Play(DECKS.named_card(state, own, entry))

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource) -> Play:
        return Play()


PLAY = question(PlayChoice())

# Drawing --------------------------------------------------------------------------------------------------------------


@agenda("draw intrigue")
def draw_intrigue(step: Step) -> None:
    """Draw the top card of the Intrigue deck.

    With a Freightline, the seat draws two cards and puts one of them under the deck.
    """
    seat = step.state.current
    step.schedule(("drawn first", len(step.state.hand(seat, "intrigue"))))
    DECKS.deal(step, (seat, 1), deck=INTRIGUE_DECK)


@agenda("drawn first")
def continue_after_first_draw(step: Step, before: int) -> None:
    """Continue after the first draw: end if there was no card, or draw again with a Freightline.

    A Freightline draws only what the deck has left, and never exhausts it. So no match ends while a drawn card is still
    to be resolved.
    """
    state, seat = step.state, step.state.current
    if len(state.hand(seat, "intrigue")) == before:
        step.emit(events.NothingDrawn(seat))
        return
    step.schedule(("drawn",))
    remaining = state.shared.decks[INTRIGUE_DECK]
    if remaining and state.has_industry(seat, FREIGHTLINE) and seat not in step.lost and seat not in state.shared.out:
        step.schedule(("drawn second", before))
        DECKS.deal(step, (seat, 1), deck=INTRIGUE_DECK)


@agenda("drawn second")
def continue_after_second_draw(step: Step, before: int) -> None:
    """Ask the seat with a Freightline which of its two drawn cards goes under the deck.

    If the seat was lost in the meantime, both of its cards are open, and the second one is discarded.
    """
    state, seat = step.state, step.state.current
    hand = state.hand(seat, "intrigue")
    if len(hand) < before + 2:
        return
    closed = tuple(entry for entry in hand if entry > 0)
    if len(closed) >= 2:
        step.ask(FREIGHT, seat, closed[-2:])
    else:
        spend(step, (open_card(step, seat, -hand[-1]),))


class FreightChoice(OneOf[Under, tuple[int, ...]]):
    """The question of which of two drawn cards goes under the deck (Freightline)."""

    kind = "freightline"
    decision = Under
    refusal_reason = "one of the two drawn cards goes under the deck"
    of_slots = True

    def legal_answers(self, state: Ambition, seat: int, slots: tuple[int, ...]) -> Iterator[Under]:
        return (Under(slot) for slot in reversed(slots))

    def apply(self, step: Step, seat: int, decision: Under, slots: tuple[int, ...]) -> None:
        DECKS.put_under(step, seat, decision.card)


FREIGHT = question(FreightChoice())


def may_play_drawn(state: Ambition, kind: str) -> bool:
    """Return True if a seat with a token may play a kept card of this kind in the turn in which it draws it (A60)."""
    return (kind == HOLD and state.option("hold_cards") == EITHER) or (kind == WORLD and can_world_end(state))


@agenda("drawn")
def ask_about_drawn_card(step: Step) -> None:
    """Ask the seat what it does with the card that it drew last."""
    seat = step.state.current
    hand = step.state.hand(seat, "intrigue")
    closed = [entry for entry in hand if entry > 0]
    step.ask(DRAWN, seat, closed[-1] if closed else hand[-1])


class DrawnChoice(Question[Drawn, int]):
    """The question of what a seat does with the card that it has drawn.

    The client automatically opens a card that must be resolved (protocol 6.5). The player decides everything else, so
    the response time reveals nothing.
    """

    kind = "drawn"
    decision = Drawn
    of_slots = True
    lists_all = False

    def check(self, state: Ambition, seat: int, decision: Drawn, entry: int) -> None:
        card, discarded = decision
        if card == 0:
            refuse_unless(seat, not discarded, "a kept card is not discarded")
            open_now = entry < 0 and must_resolve(state, seat, state.face(-entry))
            refuse_unless(seat, not open_now, "that card is resolved when it is drawn")
            return
        check_card(state, seat, card, "intrigue")
        refuse_unless(
            seat, (card.slot if isinstance(card, Opened) else -card) == entry, "that is not the card it has drawn"
        )
        face = face_of(state, card)
        kind, token = state.rules.intrigues[face].kind, bool(state.token[seat])
        refuse_unless(seat, not discarded or face == ARMAGEDDON, "only Armageddon may be discarded")
        refuse_unless(seat, kind != HOLD or may_play_drawn(state, kind), "that card is played in a later turn")
        refuse_unless(seat, kind != REACT and not (kind == ARMS and token), "that card is kept")
        refuse_unless(
            seat, face != ARMAGEDDON or discarded or not token or can_world_end(state), "somebody has no token"
        )

    def apply(self, step: Step, seat: int, decision: Drawn, entry: int) -> None:
        state = step.state
        if decision.card == 0:
            if seat in step.lost and entry > 0:
                slots = [other for other in state.hand(seat, "intrigue") if other > 0]
                step.schedule(("drawn openly", sum(other > entry for other in slots)))
                return
            if entry > 0 and not state.token[seat]:
                state.sworn += (entry,)
            step.emit(events.IntrigueKept(seat))
            return
        copy = DECKS.open_without_conviction(step, seat, decision.card)
        kind = state.intrigue(copy).kind
        if kind == ARMS or (kind == WORLD and (decision.discard or not state.token[seat])):
            spend(step, (copy,))
            if kind == WORLD:
                state.add_note(DOUSE, seat)
            step.emit(events.CardsDiscarded(seat, (copy,), "drawn"))
        else:
            resolve_intrigue(step, seat, copy)

    def forced_answer(self, state: Ambition, seat: int, own: Secrets, entry: int) -> Drawn | None:
        if must_resolve(state, seat, known_face(state, own, entry)):
            return Drawn(DECKS.named_card(state, own, entry))
        return None

    def options(self, state: Ambition, seat: int, own: Secrets, entry: int) -> Iterator[Drawn]:
        face = known_face(state, own, entry)
        if must_resolve(state, seat, face):
            yield Drawn(DECKS.named_card(state, own, entry))
            return
        yield Drawn()
        kind = state.rules.intrigues[face].kind
        if may_play_drawn(state, kind):
            yield Drawn(DECKS.named_card(state, own, entry))
        if kind == WORLD:
            yield Drawn(DECKS.named_card(state, own, entry), discard=True)

    def stand_in(self, state: Ambition, seat: int, chance: RandomSource, entry: int) -> Drawn:
        """Return the decision to resolve an open card that must be resolved, or to keep any other card."""
        return Drawn(-entry if entry < 0 and must_resolve(state, seat, state.face(-entry)) else 0)


DRAWN = question(DrawnChoice())


@agenda("drawn openly")
def ask_about_open_card(step: Step, above: int) -> None:
    """Ask about the card that a seat was drawing when it was lost.

    The cards of its hand are open in the order of their slots. `above` of them come after the drawn card.
    """
    seat = step.state.current
    opened = [entry for entry in step.state.hand(seat, "intrigue") if entry < 0]
    step.ask(DRAWN, seat, opened[-1 - above])


def resolve_intrigue(step: Step, seat: int, copy: int) -> None:
    """Resolve an Intrigue card.

    The card is already on the discard pile. Except for Armageddon, no effect shuffles that pile in the meantime.
    """
    state = step.state
    state.card = copy
    spend(step, (copy,))
    step.emit(events.IntriguePlayed(seat, copy))
    if state.face(copy) == ARMAGEDDON:
        raise match_decided(seat, ENDS)
    schemes.begin_intrigue(step, seat, state.face(copy))
