"""The Action Phase (rules part 8): choosing, paying, and resolving one card or basic action after the other."""

from __future__ import annotations

from typing import Any

from core.bridgefront import events, hands
from core.bridgefront.card import BASIC, CHAMPION, Card, basic
from core.bridgefront.catalogue import CARDS
from core.bridgefront.choices import Choosing
from core.bridgefront.decisions import Action, Power
from core.bridgefront.effects import Build, Deploy, Effect, Move, Now
from core.bridgefront.reset import begin_phase, pass_lead
from core.bridgefront.rules import Step, agenda, answers, checks
from core.bridgefront.state import Bridgefront, Play
from core.bridgefront.volley import TARGET_ORDERS
from core.kernel.game import IllegalDecision
from core.kernel.piles import Card as HandCard
from core.kernel.piles import copy_of

BASICS: dict[str, Card] = {
    "build": basic("Build", 1, Build()),
    "march": basic("March", 1, Move(1)),
    "reinforce": basic("Reinforce", 1, Deploy(1), gold=1),
}
CHANGED_MANA = 1
"""What a copy changed by Forge Miracle costs."""


# Who may choose, and what it costs ------------------------------------------------------------------------------------


def active(state: Bridgefront) -> tuple[int, ...]:
    """The seats that choose in the coming action step (8.1, option act_at_zero_mana)."""
    least = 0 if state.option("act_at_zero_mana") == "on" else 1
    return tuple(seat for seat in state.seats if not state.done[seat] and state.mana[seat] >= least)


def cost(state: Bridgefront, seat: int, copy: int) -> tuple[int, int]:
    """Mana and gold that playing the copy costs the seat now (12.2, 12.4)."""
    card = CARDS[state.card[copy]]
    if card.type == CHAMPION and state.marks and state.marked("champion free", seat):
        return 0, 0
    if copy in state.changed:
        return CHANGED_MANA, 0
    if card.type != CHAMPION:
        return card.mana, card.gold[0]
    there = sum(1 for c in state.champions.values() if c.owner == seat)
    price = card.gold[min(there, 2)]
    if there > 2 and state.option("fourth_champion_price") == "step":
        price += (there - 2) * (card.gold[2] - card.gold[1])
    return card.mana, price


def why_unplayable(state: Bridgefront, seat: int, copy: int) -> str:
    """Why the seat cannot play this copy of its hand now, or "" if it can."""
    mana, gold = cost(state, seat, copy)
    if mana > state.mana[seat]:
        return f"costs {mana} mana, {state.mana[seat]} left"
    if gold > state.gold[seat]:
        return f"costs {gold} gold, {state.gold[seat]} there"
    for effect in CARDS[state.card[copy]].effects:
        if why := effect.why_unplayable(state, seat):
            return why
    return ""


def why_not_basic(state: Bridgefront, seat: int, kind: str) -> str:
    """Why the seat cannot pay for a basic action, or ""."""
    card = BASICS[kind]
    if card.mana > state.mana[seat]:
        return f"costs {card.mana} mana, {state.mana[seat]} left"
    if card.gold[0] > state.gold[seat]:
        return f"costs {card.gold[0]} gold, {state.gold[seat]} there"
    return ""


# Choosing (8.1) -------------------------------------------------------------------------------------------------------


@agenda("action phase")
def action_phase(step: Step) -> None:
    begin_phase(step, "action")
    step.later(("action step",))


@agenda("action step")
def action_step(step: Step) -> None:
    """Asks every active seat for one choice; nobody active, or enough steps played: the phase is over."""
    state = step.state
    seats = active(state)
    if not seats or state.action_step >= state.option("max_action_steps"):
        return
    state.action_step += 1
    step.say(events.ActionStepBegan(state.action_step, seats))
    for seat in seats:
        step.ask("action", seat, state.piles.batch_size(seat) if state.piles.mix[seat] else 0)


@checks("action")
def check_action(state: Bridgefront, seat: int, action: Action, detail: tuple[Any, ...]) -> None:
    """Everything must be legal for the public position at the moment of choosing (8.1)."""
    if state.piles.mix[seat]:
        state.piles.check_batch(seat, action.batch, detail[0])
    elif action.batch is not None:
        raise IllegalDecision(seat, "lays cards though none are to be shuffled in")
    if action.order and action.order not in TARGET_ORDERS:
        raise IllegalDecision(seat, f"there is no target order {action.order!r}")
    if action.powers:
        _check_powers(state, seat, action.powers)
    if action.kind == "card":
        _check_card(state, seat, action)
        return
    if action.card is not None or action.speed:
        raise IllegalDecision(seat, f"{action.kind} takes no card")
    if action.kind in BASICS:
        if why := why_not_basic(state, seat, action.kind):
            raise IllegalDecision(seat, f"{action.kind} {why}")
        _check_locked(state, seat, BASICS[action.kind], action.locked)
    elif action.kind != "done" or action.locked:
        raise IllegalDecision(seat, f"there is no action {action.kind!r} with {len(action.locked)} choices")


def _check_card(state: Bridgefront, seat: int, action: Action) -> None:
    if action.card is None:
        raise IllegalDecision(seat, "names no card to play")
    if action.speed not in (("low", "high") if state.option("initiative_mode") == "choice" else ("",)):
        raise IllegalDecision(seat, f"{action.speed!r} is no speed")
    copy = copy_of(action.card)
    if not 0 < copy < len(state.card):
        raise IllegalDecision(seat, f"there is no card {copy}", "slot")
    card = CARDS[state.card[copy]]
    if why := why_unplayable(state, seat, copy):
        raise IllegalDecision(seat, f"{card.name} {why}")
    named = _check_locked(state, seat, card, action.locked)
    hands.check_cards(state, seat, (action.card, *named))


def _check_locked(state: Bridgefront, seat: int, card: Card, locked: tuple[Any, ...]) -> tuple[HandCard, ...]:
    """Raises unless every locked choice is legal; returns the cards of the hand that are named."""
    if len(locked) != len(card.choices):
        raise IllegalDecision(seat, f"{card.name} locks {len(card.choices)} choices, not {len(locked)}")
    named: tuple[HandCard, ...] = ()
    for i, choice in enumerate(card.choices):
        value = locked[i]
        c = Choosing(state, seat, card, locked[:i])
        if value is None or value == ():
            if value != choice.nothing(c) or not choice.may_be_empty(c) or (card.type == BASIC and not choice.optional):
                raise IllegalDecision(seat, f"{card.name}: choice {i + 1} is missing")
        elif not choice.allows(c, value):
            raise IllegalDecision(seat, f"{card.name}: choice {i + 1}, {value!r}, is not legal")
        named += choice.named(c, value)
    return named


def _check_powers(state: Bridgefront, seat: int, powers: tuple[Power, ...]) -> None:
    if len({power.champion for power in powers}) != len(powers):
        raise IllegalDecision(seat, "a Champion uses its power twice")
    for power in powers:
        if not power_is_legal(state, seat, power):
            raise IllegalDecision(seat, f"Champion {power.champion} cannot use a power on {power.target}")


def power_is_legal(state: Bridgefront, seat: int, power: Power) -> bool:
    """Whether the seat may declare the power now: its own Champion's, not used this round, with a legal target."""
    champion = state.champions.get(power.champion)
    if champion is None or champion.owner != seat or state.marked("spent", what=champion.copy):
        return False
    ability = CARDS[state.card[champion.copy]].ability
    return ability is not None and ability.declared and ability.check_target(state, champion, power.target)


# The reveal (8.3) -----------------------------------------------------------------------------------------------------


@answers("action")
def answer_action(step: Step, decisions: dict[int, Action], details: dict[int, tuple[Any, ...]]) -> None:
    """Batches are laid, all pay at once, played cards leave the hands, and everything gets its place in the order."""
    state = step.state
    for seat, action in decisions.items():
        if action.batch is not None:
            hands.lay_pile(step, seat, action.batch)
    prices = {seat: _price(state, seat, action) for seat, action in decisions.items()}
    plays = [_reveal(step, seat, action, *prices[seat]) for seat, action in decisions.items()]
    state.plays = _in_order(step, plays)
    for play in state.plays:
        step.say(
            events.ActionRevealed(
                play.seat, play.kind, play.copy, play.locked, play.cards, play.number, *prices[play.seat]
            )
        )
    step.later(*(("play", k) for k in range(len(plays))), ("step end",))


def _price(state: Bridgefront, seat: int, action: Action) -> tuple[int, int]:
    if action.card is not None:
        return cost(state, seat, copy_of(action.card))
    if action.kind in BASICS:
        card = BASICS[action.kind]
        return card.mana, card.gold[0]
    return 0, 0


def _reveal(step: Step, seat: int, action: Action, mana: int, gold: int) -> Play:
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
        copy = hands.leave_hand(step, seat, action.card)
        card = CARDS[state.card[copy]]
        locked, cards = _show_named(step, seat, card, locked)
        number = _number(state, copy, action.speed)
        state.played[seat] += 1
        if card.type == CHAMPION:
            state.marks[:] = [m for m in state.marks if m.kind != "champion free" or m.seat != seat]
    powers = tuple((power.champion, power.target) for power in action.powers)
    return Play(seat, action.kind, copy, locked, cards, powers, number)


def _show_named(step: Step, seat: int, card: Card, locked: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """Cards named with the play lie open in the hand till it resolves (H5); the choices then hold their copies."""
    values, shown = list(locked), []
    for i, choice in enumerate(card.choices):
        named = choice.named(Choosing(step.state, seat, card, locked[:i]), locked[i])
        if named:
            values[i] = tuple(hands.show(step, seat, hand_card) for hand_card in named)
            shown += values[i]
    return tuple(values), tuple(shown)


def _number(state: Bridgefront, copy: int, speed: str) -> int:
    if speed and copy not in state.changed:
        return CARDS[state.card[copy]].initiative[speed == "high"]
    return state.number[copy]


def _in_order(step: Step, plays: list[Play]) -> list[Play]:
    """Cards by initiative, low first, equal ones in Lead order or by dice (A4); then the rest in Lead order (A5)."""
    place = {seat: i for i, seat in enumerate(step.state.lead_order())}
    if step.state.option("initiative_ties") == "dice":
        for i, seat in enumerate(step.chance.stream("initiative ties").shuffle(step.state.seats)):
            place[seat] = i
    cards = sorted((p for p in plays if p.copy), key=lambda p: (p.number, place[p.seat]))
    lead = {seat: i for i, seat in enumerate(step.state.lead_order())}
    return cards + sorted((p for p in plays if not p.copy), key=lambda p: lead[p.seat])


# Resolution (8.3, 8.4) ------------------------------------------------------------------------------------------------


@agenda("play")
def play_one(step: Step, k: int) -> None:
    """One card or basic action: declared powers, instructions, the battles that it caused, then its card is laid."""
    state = step.state
    play = state.plays[k]
    state.guarded = 0
    if play.kind != "done":
        step.say(events.ActionResolves(play.seat, play.kind, play.copy))
        step.later(("effects", k), ("battles",), ("finish", k))
    if play.powers:
        step.later(*(("power", k, j) for j in range(len(play.powers))))


@agenda("power")
def use_power(step: Step, k: int, j: int) -> None:
    """A declared champion power, if the Champion is still alive (8.3.4)."""
    play = step.state.plays[k]
    copy, target = play.powers[j]
    champion = step.state.champions.get(copy)
    if champion is not None and champion.owner == play.seat:
        ability = CARDS[step.state.card[copy]].ability
        assert ability is not None
        ability.use(step, champion, target)


def card_of(state: Bridgefront, play: Play) -> Card:
    """The card or basic action of a play."""
    return CARDS[state.card[play.copy]] if play.copy else BASICS[play.kind]


@agenda("effects")
def run_effects(step: Step, k: int) -> None:
    """Puts the card's instructions on the agenda; with fizzle_scope = card only if all of them are possible (A7)."""
    state = step.state
    play = state.plays[k]
    card = card_of(state, play)
    if state.option("fizzle_scope") == "card":
        for i, effect in enumerate(card.effects):
            if not effect.possible(Now(step, k, play, card, (i,)), play.locked[slice(*card.spans[i])]):
                state.plays[k] = play._replace(skipped=1)
                return
    step.later(*(("effect", k, (i,)) for i in range(len(card.effects))))


@agenda("effect")
def run_effect(step: Step, k: int, path: tuple[int, ...]) -> None:
    """One instruction: what has become impossible is skipped, the rest happens (8.4)."""
    play = step.state.plays[k]
    card = card_of(step.state, play)
    effect: Effect = card.effects[path[0]]
    values = play.locked[slice(*card.spans[path[0]])]
    for i in path[1:]:
        values = effect.part_values(i, values)
        effect = effect.parts[i]
    outcome = effect.resolve(Now(step, k, play, card, path), values)
    if outcome is not None:
        play = step.state.plays[k]
        if outcome:
            step.state.plays[k] = play._replace(done=play.done + 1)
        else:
            step.state.plays[k] = play._replace(skipped=play.skipped + 1)


@agenda("finish")
def finish(step: Step, k: int) -> None:
    """The resolved card is laid: discard pile, or Burn pile if it is Burn or a Champion and has not fizzled (A9)."""
    state = step.state
    play = state.plays[k]
    fizzled = bool(play.skipped and not play.done)
    if fizzled:
        step.say(events.Fizzled(play.seat, play.kind, play.copy))
    if not play.copy or any(play.copy in pile for pile in state.burnt):
        return
    burns = CARDS[state.card[play.copy]].burn or play.copy in state.changed
    if burns and not (fizzled and state.option("fizzled_burn") == "discard"):
        hands.burn(step, play.seat, play.copy)
    else:
        state.piles.discard[play.seat] += (play.copy,)


@agenda("step end")
def step_end(step: Step) -> None:
    step.state.plays = []
    if step.state.option("lead_rotation") == "step":
        pass_lead(step)
    step.later(("action step",))
