"""Actions, done one after the other, with as many per turn as the Influence dial shows (rules 4.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.cards import check_entries, closed_entries
from core.engine.hidden.hand import HeldCard, held_cards, name_card
from core.engine.hidden.piles import copy_of, without
from core.engine.hidden.secrets import Secrets
from core.games.midnight import cards, events, hands, pacts
from core.games.midnight.cards import BUILD, INTELLIGENCE, RESEARCH, SET_KINDS, kind_of
from core.games.midnight.decisions import Act
from core.games.midnight.escalations import DEEP_MAGAZINES, FORWARD_BASES, MASS_PRODUCTION, SPIES_EVERYWHERE, WAR_BONDS
from core.games.midnight.hands import CLOSED_CARDS, LOOKS
from core.games.midnight.rules import Question, Step, agenda, question
from core.games.midnight.ruleset import Rules
from core.games.midnight.state import Midnight
from core.games.midnight.upgrades import apply_triggers
from core.games.midnight.worth import gain_worth

CAPITAL, BORDER, DISCARD, SET, MOVE, STORE, PAIR, STOP = (
    *("capital", "border", "discard", "set", "move", "store", "pair"),
    "stop",
)
SET_SIZE = 3


def allowed_kinds(state: Midnight, seat: int) -> tuple[str, ...]:
    """Return the kinds of action that the seat may choose now, without "stop"."""
    if state.ruined[seat]:
        return (DISCARD, SET, PAIR)
    kinds = (CAPITAL, BORDER, DISCARD, SET, MOVE) if state.clock == 0 else (CAPITAL, BORDER, DISCARD, SET, MOVE, STORE)
    return kinds if state.actions_left(seat) > 0 else (MOVE,)


def can_move_freely(state: Midnight, seat: int) -> bool:
    """Return True if the seat may now move a Borderlands card to another border without an action (ES13)."""
    return (
        state.is_in_play(FORWARD_BASES)
        and not state.moved
        and not state.ruined[seat]
        and bool(possible_moves(state, seat))
    )


def possible_moves(state: Midnight, seat: int) -> list[tuple[int, int]]:
    """Return (entry, new border) for every possible move of a Borderlands card."""
    targets = state.targets_of(seat)
    return [
        (entry, to)
        for other, entries in state.facing_borders(seat)
        for entry in entries
        for to in targets
        if to != other
    ]


@agenda("act")
def ask_for_action(step: Step) -> None:
    """Ask for the next action if the seat has one left (R24)."""
    state = step.state
    seat = state.current
    if state.stopped or (state.actions_left(seat) <= 0 and not can_move_freely(state, seat)):
        return
    step.schedule(("act",))
    step.ask(ACT, seat, max(0, state.actions_left(seat)))
    pacts.ask_others_for_offers(step, seat)


# Legality -------------------------------------------------------------------------------------------------------------


CARDS_AND_ENTRIES = {
    CAPITAL: (1, 0),
    BORDER: (0, 1),
    DISCARD: (1, 0),
    SET: (SET_SIZE, 0),
    MOVE: (0, 1),
    STORE: (0, 1),
    PAIR: (2, 0),
    STOP: (0, 0),
}
"""Number of cards and number of entries that a decision names, by kind of action."""


def _why_not(state: Midnight, seat: int, decision: Act) -> str:
    """Return the reason why an action is illegal, or "" if it is legal."""
    kinds = [kind_of(copy_of(card)) for card in decision.cards]
    printed = [cards.CARDS[k] for k in kinds]
    if decision.kind == CAPITAL:
        return "" if printed[0].capital and not decision.to else "that card is not for the Capital"
    if decision.kind == DISCARD:
        return _why_not_discardable(state, seat, decision, kinds[0])
    if decision.kind == SET:
        return "" if set_kind(state.rules, kinds) >= 0 and not decision.to else "no three Cannons or three Shields"
    if decision.kind == PAIR:
        return "" if is_pair(state.rules, kinds) and not decision.to else "no pair"
    if decision.kind == BORDER:
        check_entries(seat, decision.entries, CLOSED_CARDS.hand(state, seat))
        hands.check_for_border(state, seat, decision.entries[0])
        return "" if decision.to in state.targets_of(seat) else f"no card may be laid towards seat {decision.to}"
    if decision.kind == MOVE:
        return (
            ""
            if (decision.entries[0], decision.to) in possible_moves(state, seat)
            else "that card cannot be turned there"
        )
    if decision.kind == STORE:
        check_entries(seat, decision.entries, CLOSED_CARDS.hand(state, seat))
    return "nobody is meant" if decision.to else ""


def _why_not_discardable(state: Midnight, seat: int, decision: Act, what: int) -> str:
    if not cards.CARDS[what].discard:
        return "that card has no effect by Discard"
    if what == INTELLIGENCE:
        good = decision.to in state.living_seats() and decision.to != seat
        return "" if good else "Intelligence looks at one opponent"
    return "nobody is meant" if decision.to else ""


def set_kind(rules: Rules, kinds: Sequence[int]) -> int:
    """Return the kind of the set that three cards form, or -1 if they form none.

    Wild cards count as any kind, but at least one card must not be wild (R11).
    """
    real = {k for k in kinds if not rules.cards[k].wild}
    return real.pop() if len(real) == 1 and real <= set(SET_KINDS) else -1


def is_pair(rules: Rules, kinds: Sequence[int]) -> bool:
    """Return True if the two cards are of one kind, or if one of them is a wild card (R12)."""
    return kinds[0] == kinds[1] or any(rules.cards[k].wild for k in kinds)


# Effects --------------------------------------------------------------------------------------------------------------


def _remove_cards(step: Step, seat: int, decision: Act) -> tuple[int, ...]:
    """Remove the named cards from the hand, and return their copies."""
    return tuple(step.state.piles.leave_hand(seat, card) for card in decision.cards)


def _play_to_capital(step: Step, seat: int, decision: Act) -> None:
    copies = _remove_cards(step, seat, decision)
    step.state.capital[seat] += copies
    step.emit(events.CapitalPlayed(seat, copies[0]))


def _use_by_discard(step: Step, seat: int, decision: Act) -> None:
    state = step.state
    copies = _remove_cards(step, seat, decision)
    hands.discard_cards(step, seat, copies, "played")
    if kind_of(copies[0]) == BUILD:
        gain_worth(step, seat, state.dial_value(seat, RESEARCH) + state.amount(WAR_BONDS), "build")
        return
    if state.clock:
        hands.schedule_draw(step, (seat, 1))
    if state.is_in_play(SPIES_EVERYWHERE):
        looked = [other for other in state.clockwise(seat)[1:] if not state.eliminated[other]]
    else:
        looked = [decision.to]
    step.schedule(*(("look", other, seat) for other in looked))


def _discard_set(step: Step, seat: int, decision: Act) -> None:
    hands.discard_cards(step, seat, _remove_cards(step, seat, decision), "set")
    gain_worth(step, seat, step.state.dial_value(seat, RESEARCH) + step.state.amount(MASS_PRODUCTION), "set")


def _discard_pair(step: Step, seat: int, decision: Act) -> None:
    hands.discard_cards(step, seat, _remove_cards(step, seat, decision), "pair")
    gain_worth(step, seat, step.state.rules.numbers.pair_worth, "pair")


def _move_card(step: Step, seat: int, decision: Act) -> None:
    state = step.state
    entry = decision.entries[0]
    origin = next(other for other, entries in state.facing_borders(seat) if entry in entries)
    state.set_border(seat, origin, without(state.border(seat, origin), entry))
    state.set_border(seat, decision.to, (*state.border(seat, decision.to), entry))
    state.moved += 1
    step.emit(events.CardMoved(seat, origin, decision.to, entry))


def _store_card(step: Step, seat: int, decision: Act) -> None:
    for entry in decision.entries:
        CLOSED_CARDS.leave_hand(step, seat, entry)
        step.state.stock[seat] += (entry,)
        step.emit(events.CardStored(seat, entry))


EFFECTS: dict[str, Callable[[Step, int, Act], None]] = {
    CAPITAL: _play_to_capital,
    BORDER: lambda step, seat, decision: hands.play_to_border(step, seat, decision.to, decision.entries[0]),
    DISCARD: _use_by_discard,
    SET: _discard_set,
    MOVE: _move_card,
    STORE: _store_card,
    PAIR: _discard_pair,
}


@agenda("look")
def show_border(step: Step, owner: int, looker: int) -> None:
    """Show the looker all cards that the owner has on their common border.

    This happens when Intelligence is discarded (protocol part 9).
    """
    entries = step.state.border(owner, looker)
    step.emit(events.Looked(looker, owner, len(entries)))
    LOOKS.show_to(step, owner, looker, closed_entries(entries))


# Question -------------------------------------------------------------------------------------------------------------


class ActionChoice(Question[Act, int]):
    """The question to the active seat for its next action; `left` is the number of remaining actions."""

    kind = "act"
    decision = Act
    lists_all = False  # Pact offers are left out; a claim that a closed card is for a border is accepted

    def check(self, state: Midnight, seat: int, decision: Act, left: int) -> None:
        """Check that the action is legal now."""
        pacts.check_offers(state, seat, decision.offers)
        if decision.kind != STOP and decision.kind not in allowed_kinds(state, seat):
            raise IllegalDecision(seat, f"the action {decision.kind!r} is not open to it")
        wanted_cards, wanted_entries = CARDS_AND_ENTRIES[decision.kind]
        if decision.kind == STORE and state.is_in_play(DEEP_MAGAZINES) and len(decision.entries) == 2:
            wanted_entries = 2
        if (len(decision.cards), len(decision.entries)) != (wanted_cards, wanted_entries):
            raise IllegalDecision(seat, f"{decision.kind}: another number of cards is due")
        CLOSED_CARDS.check_cards(state, seat, decision.cards)
        if why := _why_not(state, seat, decision):
            raise IllegalDecision(seat, why)

    def apply(self, step: Step, seat: int, decision: Act, left: int) -> None:
        """Carry out the action, and then the triggers that follow from it.

        Pacts that are agreed in this step take effect after the action.
        """
        state = step.state
        if decision.kind == STOP:
            state.agenda.pop()  # no further action is asked
        else:
            if decision.kind != MOVE or not can_move_freely(state, seat):
                state.actions += 1
            EFFECTS[decision.kind](step, seat, decision)
            apply_triggers(step)
        pacts.place_offers(step, seat, decision.offers)

    def options(self, state: Midnight, seat: int, own: Secrets, left: int) -> Iterator[Act]:
        """Yield every legal action, "stop" first; none of them changes the standing offers."""
        yield Act(STOP)
        open_to = allowed_kinds(state, seat)
        hand = held_cards(state, seat, own)
        if CAPITAL in open_to:
            yield from (Act(CAPITAL, (name_card(own, c),)) for c in hand if cards.card_of(c[0]).capital)
        if BORDER in open_to:
            for entry in hands.border_entries(state, seat, own):
                yield from (Act(BORDER, entries=(entry,), to=to) for to in state.targets_of(seat))
        if DISCARD in open_to:
            for card in hand:
                yield from _discard_actions(state, seat, own, card)
            for three in combinations(hand, SET_SIZE):
                if set_kind(state.rules, [kind_of(copy) for copy, _ in three]) >= 0:
                    yield Act(SET, tuple(name_card(own, c) for c in three))
        if MOVE in open_to:
            yield from (Act(MOVE, entries=(entry,), to=to) for entry, to in possible_moves(state, seat))
        if STORE in open_to:
            entries = CLOSED_CARDS.hand(state, seat)
            yield from (Act(STORE, entries=(entry,)) for entry in entries)
            if state.is_in_play(DEEP_MAGAZINES):
                yield from (Act(STORE, entries=two) for two in combinations(entries, 2))
        if PAIR in open_to:
            for two in combinations(hand, 2):
                if is_pair(state.rules, [kind_of(copy) for copy, _ in two]):
                    yield Act(PAIR, tuple(name_card(own, c) for c in two))

    def sample(self, state: Midnight, seat: int, own: Secrets, chance: RandomSource, left: int) -> Act:
        """Return a random action: first a random kind, then a random action of that kind.

        Otherwise the many ways to place cards would leave little room for other actions.
        """
        by_kind: dict[str, list[Act]] = {}
        for item in self.options(state, seat, own, left):
            by_kind.setdefault(item.kind, []).append(item)
        kinds = list(by_kind)
        chosen = by_kind[kinds[chance.uniform(len(kinds))]]
        picked = chosen[chance.uniform(len(chosen))]
        if state.option("pacts") == "on" and (possible := pacts.possible_offers(state, seat)):
            return picked._replace(offers=tuple(offer for offer in possible if chance.uniform(2)))
        return picked

    def stand_in(self, state: Midnight, seat: int, chance: RandomSource, left: int) -> Act:
        """Return an action that plays a set or discards a Build for its Worth, else "stop".

        An absent seat attacks nobody.
        """
        shown = sorted(state.piles.shown[seat])
        if DISCARD in allowed_kinds(state, seat):
            for three in combinations(shown, SET_SIZE):
                if set_kind(state.rules, [kind_of(copy) for copy in three]) >= 0:
                    return Act(SET, three)
            for copy in shown:
                if kind_of(copy) == BUILD:
                    return Act(DISCARD, (copy,))
        return Act(STOP)


ACT = question(ActionChoice())


def _discard_actions(state: Midnight, seat: int, own: Secrets, card: HeldCard) -> Iterator[Act]:
    """Yield the actions that discard this card, if it has a use by Discard."""
    what = kind_of(card[0])
    if what == BUILD:
        yield Act(DISCARD, (name_card(own, card),))
    elif what == INTELLIGENCE:
        named = name_card(own, card)
        yield from (Act(DISCARD, (named,), to=to) for to in state.living_seats() if to != seat)
