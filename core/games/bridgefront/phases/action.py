"""The Action Phase: seats choose, pay and resolve one card or basic action at a time (rules part 8)."""

from __future__ import annotations

from core.games.bridgefront import events, hands
from core.games.bridgefront.card import CHAMPION, Card
from core.games.bridgefront.decisions import Power
from core.games.bridgefront.effects.base import Effect, EffectContext
from core.games.bridgefront.phases.reset import pass_lead
from core.games.bridgefront.rules import Step, agenda
from core.games.bridgefront.state import Bridgefront, Play

BASICS = ("build", "march", "reinforce")
"""The basic actions, each a card of `Rules.basics`."""
CHANGED_CARD_MANA = 1
"""Mana cost of a copy changed by Forge Miracle."""


# Active seats and costs -----------------------------------------------------------------------------------------------


def active_seats(state: Bridgefront) -> tuple[int, ...]:
    """Return the seats that choose in the coming action step (8.1, option act_at_zero_mana)."""
    least = 0 if state.option("act_at_zero_mana") == "on" else 1
    return tuple(seat for seat in state.seats if not state.done[seat] and state.mana[seat] >= least)


def card_cost(state: Bridgefront, seat: int, copy: int) -> tuple[int, int]:
    """Return the mana and the gold that the seat must pay now to play the copy (12.2, 12.4)."""
    card = state.cards[state.card[copy]]
    if card.type == CHAMPION and state.marks and state.marks_of_kind("champion free", seat):
        return 0, 0
    if copy in state.changed:
        return CHANGED_CARD_MANA, 0
    if card.type != CHAMPION:
        return card.mana, card.gold[0]
    there = sum(1 for c in state.champions.values() if c.owner == seat)
    price = card.gold[min(there, 2)]
    if there > 2 and state.option("fourth_champion_price") == "step":
        price += (there - 2) * (card.gold[2] - card.gold[1])
    return card.mana, price


def why_unplayable(state: Bridgefront, seat: int, copy: int) -> str:
    """Return the reason why the seat cannot play this copy of its hand now, or "" if it can."""
    mana, gold = card_cost(state, seat, copy)
    if mana > state.mana[seat]:
        return f"costs {mana} mana, you have {state.mana[seat]}"
    if gold > state.gold[seat]:
        return f"costs {gold} gold, you have {state.gold[seat]}"
    for effect in state.cards[state.card[copy]].effects:
        if why := effect.why_unplayable(state, seat):
            return why
    return ""


def why_not_basic(state: Bridgefront, seat: int, kind: str) -> str:
    """Return the reason why the seat cannot pay for a basic action, or "" if it can."""
    card = state.rules.basics[kind]
    if card.mana > state.mana[seat]:
        return f"costs {card.mana} mana, you have {state.mana[seat]}"
    if card.gold[0] > state.gold[seat]:
        return f"costs {card.gold[0]} gold, you have {state.gold[seat]}"
    return ""


def legal_speeds(state: Bridgefront) -> tuple[str, ...]:
    """Return the speeds at which a card may be played (option initiative_mode)."""
    return ("low", "high") if state.option("initiative_mode") == "choice" else ("",)


# Champion powers ------------------------------------------------------------------------------------------------------


def power_is_legal(state: Bridgefront, seat: int, power: Power) -> bool:
    """Return True if the seat may declare the power now.

    The power must belong to the seat's own Champion, be unused this round, and have a legal target.
    """
    champion = state.champions.get(power.champion)
    if champion is None or champion.owner != seat or state.marks_of_kind("spent", what=champion.copy):
        return False
    ability = state.cards[state.card[champion.copy]].ability
    return ability is not None and ability.is_declared and ability.check_target(state, champion, power.target)


def legal_powers(state: Bridgefront, seat: int) -> list[Power]:
    """Return every champion power that the seat may declare now, with each of its targets."""
    found = []
    for champion in state.champions.values():
        if champion.owner == seat:
            ability = state.cards[state.card[champion.copy]].ability
            if ability is not None and ability.is_declared:
                targets = [Power(champion.copy, target) for target in (0, *sorted(state.champions))]
                found += [power for power in targets if power_is_legal(state, seat, power)]
    return found


# Resolution (8.3, 8.4) ------------------------------------------------------------------------------------------------


@agenda("play")
def resolve_play(step: Step, k: int) -> None:
    """Resolve one card or basic action, and put the card on its pile.

    Declared powers come first, then the instructions, then the battles that they cause.
    """
    state = step.state
    play = state.plays[k]
    state.guarded = 0
    if play.kind != "done":
        step.emit(events.ActionResolves(play.seat, play.kind, play.copy))
        step.schedule(("effects", k), ("battles",), ("finish", k))
    if play.powers:
        step.schedule(*(("power", k, j) for j in range(len(play.powers))))


@agenda("power")
def use_power(step: Step, k: int, j: int) -> None:
    """Use a declared champion power, if the Champion is still alive (8.3.4)."""
    play = step.state.plays[k]
    copy, target = play.powers[j]
    champion = step.state.champions.get(copy)
    if champion is not None and champion.owner == play.seat:
        ability = step.state.cards[step.state.card[copy]].ability
        assert ability is not None
        ability.use(step, champion, target)


def card_of(state: Bridgefront, play: Play) -> Card:
    """Return the card or basic action of a play."""
    return state.cards[state.card[play.copy]] if play.copy else state.rules.basics[play.kind]


@agenda("effects")
def run_effects(step: Step, k: int) -> None:
    """Put the card's instructions on the agenda.

    With fizzle_scope = card, this happens only if all of them are possible (A7).
    """
    state = step.state
    play = state.plays[k]
    card = card_of(state, play)
    if state.option("fizzle_scope") == "card":
        for i, effect in enumerate(card.effects):
            if not effect.is_possible(
                EffectContext(step, k, play, card, (i,)), play.locked[slice(*card.card_counts[i])]
            ):
                state.plays[k] = play._replace(skipped=1)
                return
    step.schedule(*(("effect", k, (i,)) for i in range(len(card.effects))))


@agenda("effect")
def run_effect(step: Step, k: int, path: tuple[int, ...]) -> None:
    """Resolve one instruction (8.4).

    Impossible parts of it are skipped, and the rest happens.
    """
    play = step.state.plays[k]
    card = card_of(step.state, play)
    effect: Effect = card.effects[path[0]]
    values = play.locked[slice(*card.card_counts[path[0]])]
    for i in path[1:]:
        values = effect.part_values(i, values)
        effect = effect.parts[i]
    outcome = effect.resolve(EffectContext(step, k, play, card, path), values)
    if outcome is not None:
        play = step.state.plays[k]
        if outcome:
            step.state.plays[k] = play._replace(done=play.done + 1)
        else:
            step.state.plays[k] = play._replace(skipped=play.skipped + 1)


@agenda("finish")
def finish_play(step: Step, k: int) -> None:
    """Put the resolved card on its pile (A9).

    A Burn card, or a Champion that has not fizzled, goes to the Burn pile. Any other card goes to the discard pile.
    """
    state = step.state
    play = state.plays[k]
    fizzled = bool(play.skipped and not play.done)
    if fizzled:
        step.emit(events.Fizzled(play.seat, play.kind, play.copy))
    if not play.copy or any(play.copy in pile for pile in state.burnt):
        return
    burns = state.cards[state.card[play.copy]].burn or play.copy in state.changed
    if burns and not (fizzled and state.option("fizzled_burn") == "discard"):
        hands.burn_copy(step, play.seat, play.copy)
    else:
        state.piles.discard[play.seat] += (play.copy,)


@agenda("step end")
def end_action_step(step: Step) -> None:
    step.state.plays = []
    if step.state.option("lead_rotation") == "step":
        pass_lead(step)
    step.schedule(("action step",))
