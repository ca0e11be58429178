"""Hands, decks and discard piles of Ambition (rules part 9)."""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.hidden.points import POINT
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck import keys
from core.engine.hidden.shared_deck.shared_decks import SharedDecks
from core.engine.hidden.shared_deck.state import GIVE, Move, NamedCard, Opened, deck_of_slot
from core.games.ambition import events
from core.games.ambition.cards import ARMAGEDDON, ARMS, INTRIGUE_DECK, NOW, NUCLEAR_ARMS, WORLD
from core.games.ambition.options import ACCIDENT, SEED, TOKENS
from core.games.ambition.rules import EXHAUSTION, GAME_RULES, Step, agenda, match_decided, pay, refuse_unless
from core.games.ambition.state import Ambition


def max_exhaustions(state: Ambition) -> int:
    """Return the number of exhaustions of the Intrigue deck that end the match, or 0 if none does."""
    numbers = state.rules.numbers
    return {TOKENS: numbers.deck_runs_tokens, ACCIDENT: numbers.deck_runs_accident}.get(state.option("exhaustion"), 0)


class Decks(SharedDecks[Ambition, Step]):
    """The shared decks of Ambition: Intrigue, and each seat's Elites and Industrial cards."""

    def take_discards(self, step: Step, deck: int) -> tuple[int, ...]:
        """Remove the open discards of the deck, and return them, when a card is due and the deck is empty."""
        state = step.state
        if deck == INTRIGUE_DECK:
            if state.turn:
                handle_exhaustion(step)
            copies, state.intrigue_spent = state.intrigue_spent, ()
            return copies
        seat, column = (
            (deck - 1) % state.seat_count + 1,
            state.elites_spent if deck <= state.seat_count else state.industry_spent,
        )
        copies, column[seat] = column[seat], ()
        return copies

    def leave_hand(self, step: Step, seat: int, card: NamedCard) -> int:
        """Open a card of the hand, and return its copy.

        A seat that kept a card that it had to resolve when drawn is convicted (part 4).
        """
        copy = self.open_without_conviction(step, seat, card)
        if isinstance(card, Opened) and deck_of_slot(card.slot) == INTRIGUE_DECK:
            kind = step.state.intrigue(copy).kind
            if kind == NOW or (kind in (ARMS, WORLD) and card.slot in step.state.sworn):
                convict(step, seat, copy)
        return copy

    def move_to_hand(self, step: Step, giver: int, slot: int, receiver: int) -> None:
        """Move a closed card to another hand, which is not mixed yet (see `give`)."""
        self._move(step, Move(GIVE, giver, slot, receiver))

    def open_without_conviction(self, step: Step, seat: int, card: NamedCard) -> int:
        """Open a checked card of the hand, and return its copy, without any conviction."""
        return super().leave_hand(step, seat, card)


DECKS = Decks(GAME_RULES)


def convict(step: Step, seat: int, copy: int) -> None:
    """Convict the seat, so that its score is at most 0."""
    if not step.state.convicted[seat]:
        step.state.convicted[seat] = 1
        step.emit(events.Convicted(seat, copy))


def handle_exhaustion(step: Step) -> None:
    """Handle an empty Intrigue deck: tokens for all, the end of the match, or just a new deck (part 7)."""
    state, option = step.state, step.state.option("exhaustion")
    state.exhausted += 1
    step.emit(events.DeckExhausted(state.exhausted))
    if state.exhausted == max_exhaustions(state):
        raise match_decided(0, EXHAUSTION)
    if option == TOKENS:
        for seat in state.seats:
            take_token(step, seat)
    if option == SEED:
        for seat in sorted(step.lost):
            _free_armageddon(step, seat)


def _free_armageddon(step: Step, seat: int) -> None:
    """Discard the Armageddon of a lost seat, so that another seat may draw it (A57)."""
    copies = tuple(copy for copy in face_up_copies(step.state, seat, "intrigue") if step.state.face(copy) == ARMAGEDDON)
    discard(step, seat, copies, "lost seat")


def take_token(step: Step, seat: int, giver: int = 0) -> None:
    """Give a token to a seat that has none."""
    if not step.state.token[seat]:
        step.state.token[seat] = 1
        step.emit(events.TokenTaken(seat, giver))


# Faces ----------------------------------------------------------------------------------------------------------------


def face_of(state: Ambition, card: NamedCard) -> int:
    """Return the face of a card that a decision has shown to all."""
    return card.face if isinstance(card, Opened) else state.face(card)


def value_of(state: Ambition, copy: int) -> int:
    """Return the value of an open Elite."""
    return state.rules.elites[state.face(copy)].value


def deck_of(state: Ambition, card: NamedCard) -> int:
    """Return the deck of a card."""
    return deck_of_slot(card.slot) if isinstance(card, Opened) else state.shared.deck_of(card)


def known_face(state: Ambition, own: Secrets, entry: int) -> int:
    """Return the face of the card at an entry of the seat's own hand."""
    return own.drawn[entry] if entry > 0 else state.face(-entry)


def check_card(state: Ambition, seat: int, card: NamedCard, sort: str) -> None:
    """Raise `IllegalDecision` unless the seat's hand holds the card and it has the type `sort`.

    A closed card must also be opened correctly.
    """
    DECKS.check_cards(state, seat, (card,))
    refuse_unless(seat, state.card_sort(deck_of(state, card)) == sort, f"that is no card of its {sort}")


def entries_of_faces(state: Ambition, seat: int, own: Secrets, sort: str, *faces: int) -> list[int]:
    """Return one entry of the seat's own hand for each of the given faces that the hand holds.

    Only cards of the type `sort` are considered.
    """
    result: dict[int, int] = {}
    for entry in state.hand(seat, sort):
        face = known_face(state, own, entry)
        if face in faces:
            result.setdefault(face, entry)
    return list(result.values())


def must_resolve(state: Ambition, seat: int, face: int) -> bool:
    """Return True if the seat that draws this Intrigue card may not keep it (part 4)."""
    return state.rules.intrigues[face].kind == NOW or (face in (NUCLEAR_ARMS, ARMAGEDDON) and not state.token[seat])


# Cards leaving the hand -----------------------------------------------------------------------------------------------


def open_card(step: Step, seat: int, card: NamedCard) -> int:
    """Open a checked card that leaves the hand, and return its copy."""
    return DECKS.leave_hand(step, seat, card)


def spend(step: Step, copies: Iterable[int]) -> None:
    """Put face-up cards on the discard piles of their decks."""
    state = step.state
    for copy in copies:
        sort = state.card_sort(state.shared.deck_of(copy))
        if sort == "intrigue":
            state.intrigue_spent += (copy,)
        elif sort == "elites":
            state.elites_spent[state.owner(copy)] += (copy,)
        else:
            state.industry_spent[state.owner(copy)] += (copy,)


def discard(step: Step, seat: int, cards: Iterable[NamedCard], why: str) -> tuple[int, ...]:
    """Discard checked cards of the hand face up, and return their copies; `why` is the reason in the event."""
    copies = tuple(open_card(step, seat, card) for card in cards)
    if copies:
        spend(step, copies)
        step.emit(events.CardsDiscarded(seat, copies, why))
    return copies


def pay_penalty(step: Step, seat: int, amount: int, why: str) -> int:
    """Take a penalty for a lie or a wrong challenge, and return the Influence paid (A61).

    A seat that cannot pay in full also loses Elites, which the beacon picks from its hand.
    """
    paid = pay(step, seat, amount, why)
    elites = step.state.hand(seat, "elites")
    if paid < amount and elites and (count := step.state.rules.numbers.forfeited_elites):
        picked = step.chance.stream("forfeited", seat).sample(sorted(elites), min(count, len(elites)))
        opened = tuple(-entry for entry in picked if entry < 0)
        step.schedule(("forfeited", seat, len(picked), opened, face_up_copies(step.state, seat, "elites")))
        DECKS.ask_open(step, (seat, tuple(entry for entry in picked if entry > 0)))
    return paid


@agenda("forfeited")
def discard_forfeited(step: Step, seat: int, count: int, picked: tuple[int, ...], before: tuple[int, ...]) -> None:
    """Discard the forfeited Elites, which are open now.

    If the seat was lost in the meantime, all its Elites are open, and the first of them go.
    """
    opened = [copy for copy in face_up_copies(step.state, seat, "elites") if copy not in before]
    discard(step, seat, (*picked, *opened)[:count], "forfeited")


def face_up_copies(state: Ambition, seat: int, sort: str) -> tuple[int, ...]:
    """Return the copies of one type of card that the seat holds face up."""
    return tuple(-entry for entry in state.hand(seat, sort) if entry < 0)


def show_all(step: Step, seat: int, sort: str) -> None:
    """Open all cards of one type in a seat's hand to everybody."""
    slots = tuple(entry for entry in step.state.hand(seat, sort) if entry > 0)
    if slots:
        DECKS.ask_open(step, (seat, slots))


def close_deck_cards(step: Step, seat: int, deck: int) -> None:
    """Close the seat's face-up cards of a deck again, and mix its hand (4.2).

    Everybody still knows that these cards are in the hand, but not in which slots. The cards of a lost seat stay face
    up.
    """
    state, shared = step.state, step.state.shared
    if seat in step.lost or seat in shared.out:
        return
    copies = [copy for copy in shared.open[seat] if shared.deck_of(copy) == deck]
    if not copies:
        return
    shared.open[seat] = tuple(copy for copy in shared.open[seat] if copy not in copies)
    shared.close(state.t, copies)
    match, others = state.setup.match, [other for other in shared.seats if other != seat]
    slots = shared.add_cards(state.t, deck, [shared.encrypted_entry(match, copy) for copy in copies])
    for slot in slots:
        card = shared.cards[slot]
        lacking = [shared.points[other][0] for other in others] if shared.sealed else []
        shared.rests[slot] = keys.remove_shares(card[POINT:], lacking) if shared.sealed else b""
    shared.hands[seat] += slots
    step.schedule(("deck mix", seat, deck))


@agenda("close again")
def close_all_cards(step: Step, seat: int) -> None:
    """Close all cards that the seat holds openly."""
    for deck in reversed(range(2 * step.state.seat_count + 1)):
        close_deck_cards(step, seat, deck)


# Draws ----------------------------------------------------------------------------------------------------------------


def draw_elites(step: Step, seat: int, count: int = 1) -> None:
    """Draw Elites from the seat's own deck."""
    DECKS.deal(step, (seat, count), deck=seat)


def draw_industry(step: Step, seat: int, count: int = 1) -> None:
    """Draw Industrial cards from the seat's own deck."""
    DECKS.deal(step, (seat, count), deck=step.state.industrial_deck(seat))


# Cards for other players ----------------------------------------------------------------------------------------------


def show_intrigue(step: Step, seat: int, by: int) -> None:
    """Show all Intrigue cards of one player to one other player only."""
    for entry in step.state.hand(seat, "intrigue"):
        if entry > 0:
            DECKS.show(step, seat, entry, by)


def hand_over(step: Step, seat: int, to: int, copy: int) -> None:
    """Move a face-up Elite to another player's hand, where it is closed again."""
    step.state.shared.open[to] += (copy,)
    step.emit(events.EliteGiven(seat, to, copy))
    close_deck_cards(step, to, step.state.shared.deck_of(copy))
