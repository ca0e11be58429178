"""The choice of an action and its reveal (rules 8.1, 8.3).

It is the only question of the Action Phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from core.engine.chance.beacon import Stream
from core.engine.codec import Plain
from core.engine.decoder import WrongShapeError
from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.hand import HeldCard, draft_pile_batch, held_cards, name_card
from core.engine.hidden.piles import Card as HandCard
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import Secrets
from core.engine.question import DEFAULT_MAX_SIZE, size_with_openings
from core.games.bridgefront import events, hands
from core.games.bridgefront.card import CHAMPION, Card
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.combat.volley import TARGET_ORDERS
from core.games.bridgefront.decisions import Action, Power
from core.games.bridgefront.hands import CLOSED_CARDS
from core.games.bridgefront.phases import absent_seat
from core.games.bridgefront.phases.action import (
    BASICS,
    active_seats,
    card_cost,
    legal_powers,
    legal_speeds,
    power_is_legal,
    why_not_basic,
    why_unplayable,
)
from core.games.bridgefront.phases.reset import begin_phase
from core.games.bridgefront.rules import Question, Step, agenda, question
from core.games.bridgefront.state import Bridgefront, Locked, Play


@agenda("action phase")
def begin_action_phase(step: Step) -> None:
    begin_phase(step, "action")
    step.schedule(("action step",))


@agenda("action step")
def begin_action_step(step: Step) -> None:
    """Ask every active seat for one choice.

    The phase is over if no seat is active or if enough steps have been played.
    """
    state = step.state
    seats = active_seats(state)
    if not seats or state.action_step >= state.option("max_action_steps"):
        return
    state.action_step += 1
    step.emit(events.ActionStepBegan(state.action_step, seats))
    for seat in seats:
        step.ask(ACTION, seat, hands.fresh_slots_needed(state, seat))


class ActionChoice(Question[Action, int]):
    """The question of which action a seat takes: a card, a basic action or "done".

    The answer also brings the required number of fresh slots, if any.
    """

    kind = "action"
    decision = Action

    def read(self, state: Bridgefront, plain: Plain) -> Action:
        """Return the action with its locked choices decoded by the card's own choices."""
        return _read_locked(state, super().read(state, plain))

    def max_answer_size(self, state: Bridgefront, seat: int, size: int) -> int:
        """Return the room in bytes for the fresh slots, plus `DEFAULT_MAX_SIZE` for the chosen action.

        Every action brings the same fresh slots, so all answers have the same room.
        """
        return size_with_openings(size, more=DEFAULT_MAX_SIZE) if size else 0

    def check(self, state: Bridgefront, seat: int, decision: Action, size: int) -> None:
        """Require that every part of the action is legal in the public position when it is chosen (8.1)."""
        if state.piles.mix[seat]:
            state.piles.check_batch(seat, decision.batch, size)
        elif decision.batch is not None:
            raise IllegalDecision(seat, "lays cards though none are to be shuffled in")
        if decision.order and decision.order not in TARGET_ORDERS:
            raise IllegalDecision(seat, f"there is no target order {decision.order!r}")
        if decision.powers:
            _check_powers(state, seat, decision.powers)
        if decision.kind == "card":
            _check_card(state, seat, decision)
            return
        if decision.card is not None or decision.speed:
            raise IllegalDecision(seat, f"{decision.kind} takes no card")
        if decision.kind in BASICS:
            if why := why_not_basic(state, seat, decision.kind):
                raise IllegalDecision(seat, f"{decision.kind} {why}")
            _check_locked(state, seat, state.rules.basics[decision.kind], decision.locked)
        elif decision.kind != "done" or decision.locked:
            raise IllegalDecision(seat, f"there is no action {decision.kind!r} with {len(decision.locked)} choices")

    def apply_all(self, step: Step, decisions: Mapping[int, Action], details: Mapping[int, tuple[int]]) -> None:
        """Apply the actions of all seats.

        The batches are placed, all costs are paid at once, the cards leave the hands, and the order of the plays is
        set.
        """
        state = step.state
        for seat, action in decisions.items():
            if action.batch is not None:
                CLOSED_CARDS.move_pile_to_fresh_slots(step, seat, action.batch)
        prices = {seat: _action_price(state, seat, action) for seat, action in decisions.items()}
        plays = [_reveal_action(step, seat, action, *prices[seat]) for seat, action in decisions.items()]
        state.plays = _order_plays(state, plays)
        for play in state.plays:
            step.emit(
                events.ActionRevealed(
                    play.seat, play.kind, play.copy, play.locked, play.cards, play.number, *prices[play.seat]
                )
            )
        if state.option("initiative_ties") == "dice":
            _roll_ties(step)
        step.schedule(*(("play", k) for k in range(len(plays))), ("step end",))

    def options(self, state: Bridgefront, seat: int, own: Secrets, size: int) -> Iterator[Action]:
        """Yield every card and basic action with all combinations of its locked choices.

        The actions declare no powers, and leave the standing target order unchanged.
        """
        batch = draft_due_batch(state, seat, own)
        hand = held_cards(state, seat, own)
        for card in hand:
            if why_unplayable(state, seat, card[0]):
                continue
            printed = state.cards[state.card[card[0]]]
            for locked in _lock_combinations(
                ChoiceContext(state, seat, printed, (), nameable_cards(own, hand, card)), printed
            ):
                for speed in legal_speeds(state):
                    yield Action("card", name_card(own, card), locked, speed=speed, batch=batch)
        for kind, printed in state.rules.basics.items():
            if not why_not_basic(state, seat, kind):
                for locked in _lock_combinations(ChoiceContext(state, seat, printed), printed):
                    yield Action(kind, locked=locked, batch=batch)
        yield Action("done", batch=batch)

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource, size: int) -> Action:
        batch = draft_due_batch(state, seat, own)
        declared: tuple[Power, ...] = ()
        if state.champions:
            possible = legal_powers(state, seat)
            if possible and chance.uniform(2):
                declared = (possible[chance.uniform(len(possible))],)
        hand = held_cards(state, seat, own)
        menu: list[HeldCard | str] = [*hand, *BASICS, "done"]
        while True:
            picked = menu.pop(chance.uniform(len(menu)))
            if picked == "done":
                return Action("done", powers=declared, batch=batch)
            if isinstance(picked, str):
                if not why_not_basic(state, seat, picked):
                    here = ChoiceContext(state, seat, state.rules.basics[picked])
                    locked = sample_locks(here, chance)
                    if locked[0] not in (None, ()) or state.rules.basics[picked].choices[0].can_be_empty(here):
                        return Action(picked, locked=locked, powers=declared, batch=batch)
            elif not why_unplayable(state, seat, picked[0]):
                printed = state.cards[state.card[picked[0]]]
                others = nameable_cards(own, hand, picked) if printed.names_cards else ()
                locked = sample_locks(ChoiceContext(state, seat, printed, (), others), chance)
                speed = legal_speeds(state)
                return Action(
                    "card",
                    name_card(own, picked),
                    locked,
                    declared,
                    speed=speed[chance.uniform(len(speed))],
                    batch=batch,
                )

    def default_answer(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource, size: int) -> Action:
        return Action("done", batch=draft_due_batch(state, seat, own))

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, size: int) -> Action:
        """Return the action of a lost seat; see absent_seat.py."""
        return absent_seat.choose_action(state, seat)

    def restore_faces(self, state: Bridgefront, seat: int, own: Secrets, decision: Action, size: int) -> None:
        if decision.batch is not None:
            draft_pile_batch(state, seat, own)

    def renewed_details(self, state: Bridgefront, seat: int, size: int) -> tuple[int]:
        return (hands.fresh_slots_needed(state, seat),)


ACTION = question(ActionChoice())


def draft_due_batch(state: Bridgefront, seat: int, own: Secrets) -> bytes | None:
    """Return the batch that puts the pile into fresh slots, or None if no cards are to be shuffled in."""
    return draft_pile_batch(state, seat, own) if state.piles.mix[seat] else None


def nameable_cards(own: Secrets, hand: list[HeldCard], card: HeldCard) -> tuple[HandCard, ...]:
    """Return the other cards of the hand in the form in which a decision that plays the card names them."""
    return tuple(name_card(own, other) for other in hand if other != card)


# Legality -------------------------------------------------------------------------------------------------------------


def _read_locked(state: Bridgefront, decision: Action) -> Action:
    """Return the action with its locked choices decoded by the card's own choices."""
    if decision.card is not None:
        copy = copy_of(decision.card)
        if not 0 < copy < len(state.card):
            raise WrongShapeError(f"there is no card {copy}")
        choices = state.cards[state.card[copy]].choices
    elif decision.kind in BASICS:
        choices = state.rules.basics[decision.kind].choices
    else:
        return decision
    if len(choices) != len(decision.locked):
        raise WrongShapeError(f"{len(choices)} locked choices are due, not {len(decision.locked)}")
    values = (v if v is None or v == () else choice.read(v) for choice, v in zip(choices, decision.locked))
    return decision._replace(locked=tuple(values))


def _check_card(state: Bridgefront, seat: int, action: Action) -> None:
    if action.card is None:
        raise IllegalDecision(seat, "names no card to play")
    if action.speed not in (("low", "high") if state.option("initiative_mode") == "choice" else ("",)):
        raise IllegalDecision(seat, f"{action.speed!r} is no speed")
    copy = copy_of(action.card)
    if not 0 < copy < len(state.card):
        raise IllegalDecision(seat, f"there is no card {copy}", "slot")
    card = state.cards[state.card[copy]]
    if why := why_unplayable(state, seat, copy):
        raise IllegalDecision(seat, f"{card.name} {why}")
    named = _check_locked(state, seat, card, action.locked)
    CLOSED_CARDS.check_cards(state, seat, (action.card, *named))


def _check_locked(state: Bridgefront, seat: int, card: Card, locked: Locked) -> tuple[HandCard, ...]:
    """Raise an error unless every locked choice is legal; return the named cards of the hand."""
    if len(locked) != len(card.choices):
        raise IllegalDecision(seat, f"{card.name} locks {len(card.choices)} choices, not {len(locked)}")
    named: tuple[HandCard, ...] = ()
    for i, choice in enumerate(card.choices):
        value = locked[i]
        c = ChoiceContext(state, seat, card, locked[:i])
        if value is None or value == ():
            if value != choice.empty_value(c) or not choice.can_be_empty(c):
                raise IllegalDecision(seat, f"{card.name}: choice {i + 1} is missing")
        elif not choice.is_legal(c, value):
            raise IllegalDecision(seat, f"{card.name}: choice {i + 1}, {value!r}, is not legal")
        named += choice.named_cards(c, value)
    return named


def _check_powers(state: Bridgefront, seat: int, powers: tuple[Power, ...]) -> None:
    if len({power.champion for power in powers}) != len(powers):
        raise IllegalDecision(seat, "a Champion uses its power twice")
    for power in powers:
        if not power_is_legal(state, seat, power):
            raise IllegalDecision(seat, f"Champion {power.champion} cannot use a power on {power.target}")


# Enumeration of locked choices ----------------------------------------------------------------------------------------


def _lock_combinations(context: ChoiceContext, card: Card) -> Iterator[Locked]:
    """Yield every legal combination of a card's locked choices."""
    done = len(context.before)
    if done == len(card.choices):
        yield context.before
        return
    choice = card.choices[done]
    if choice.can_be_empty(context):
        yield from _lock_combinations(context.with_values(choice.empty_value(context)), card)
    for value in choice.legal_values(context):
        yield from _lock_combinations(context.with_values(value), card)


def sample_locks(context: ChoiceContext, chance: RandomSource) -> Locked:
    """Return arbitrary legal values of a card's locked choices."""
    for choice in context.card.choices:
        context = context.with_values(choice.sample(context, chance))
    return context.before


# Reveal (8.3) ---------------------------------------------------------------------------------------------------------


def _action_price(state: Bridgefront, seat: int, action: Action) -> tuple[int, int]:
    if action.card is not None:
        return card_cost(state, seat, copy_of(action.card))
    if action.kind in BASICS:
        card = state.rules.basics[action.kind]
        return card.mana, card.gold[0]
    return 0, 0


def _reveal_action(step: Step, seat: int, action: Action, mana: int, gold: int) -> Play:
    state = step.state
    state.mana[seat] -= mana
    state.gold[seat] -= gold
    if action.order:
        state.order[seat] = TARGET_ORDERS.index(action.order)
    if action.kind == "done":
        state.done[seat] = 1
        state.mana[seat] = 0
    copy, number, locked = 0, 0, action.locked
    cards: tuple[int, ...] = ()
    if action.card is not None:
        copy = step.state.piles.leave_hand(seat, action.card)
        card = state.cards[state.card[copy]]
        locked, cards = _show_named(step, seat, card, locked)
        number = _initiative_number(state, copy, action.speed)
        state.played[seat] += 1
        if card.type == CHAMPION:
            state.marks[:] = [m for m in state.marks if m.kind != "champion free" or m.seat != seat]
    powers = tuple((power.champion, power.target) for power in action.powers)
    return Play(seat, action.kind, copy, locked, cards, powers, number)


def _show_named(step: Step, seat: int, card: Card, locked: Locked) -> tuple[Locked, tuple[int, ...]]:
    """Show the cards that are named with the play (H5).

    Return the locked choices with the copies in place of these cards, and the copies. The cards stay open in the hand
    until the play resolves.
    """
    if not card.names_cards:
        return locked, ()
    values, shown = list(locked), []
    for i, choice in enumerate(card.choices):
        named = choice.named_cards(ChoiceContext(step.state, seat, card, locked[:i]), locked[i])
        if named:
            values[i] = tuple(CLOSED_CARDS.show(step, seat, hand_card) for hand_card in named)
            shown += values[i]
    return tuple(values), tuple(shown)


def _initiative_number(state: Bridgefront, copy: int, speed: str) -> int:
    if speed and copy not in state.changed:
        return state.cards[state.card[copy]].initiative[speed == "high"]
    return state.number[copy]


def _order_plays(state: Bridgefront, plays: list[Play]) -> list[Play]:
    """Return the plays in the order in which they resolve (A5).

    Cards come first, by ascending initiative number. The other plays follow in Lead order. Cards with equal numbers are
    in Lead order too.
    """
    lead = {seat: i for i, seat in enumerate(state.lead_order())}
    return sorted(plays, key=lambda p: (not p.copy, p.number, lead[p.seat]))


def _roll_ties(step: Step) -> None:
    """Roll dice for the order of cards with equal numbers (option initiative_ties, A4).

    At this time, all players have seen the numbers.
    """
    plays = step.state.plays
    cards = [play for play in plays if play.copy]
    rolled: list[Play] = []
    for number, tied in groupby(cards, key=lambda play: play.number):
        rolled += _order_by_dice(step, step.chance.stream("initiative ties", number), list(tied))
    step.state.plays = rolled + plays[len(cards) :]


def _order_by_dice(step: Step, stream: Stream, tied: list[Play]) -> list[Play]:
    """Return plays with the same number in the order of their die rolls, the lowest first.

    Equal rolls are repeated.
    """
    if len(tied) == 1:
        return tied
    dice = {play.seat: stream.die() for play in tied}
    step.emit(events.InitiativeDice(tied[0].number, tuple(dice.items())))
    groups = ([play for play in tied if dice[play.seat] == die] for die in sorted(set(dice.values())))
    return [play for group in groups for play in _order_by_dice(step, stream, group)]
