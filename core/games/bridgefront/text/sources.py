"""The breakdown of a number into its parts, in words.

The parts come from the declarations that the rules use. They add up to the rules' result, and a test compares them.
"""

from __future__ import annotations

from core.engine.text.words import format_count
from core.games.bridgefront.card import CHAMPION
from core.games.bridgefront.combat import start
from core.games.bridgefront.factions import passives_of
from core.games.bridgefront.odds import fresh_battle
from core.games.bridgefront.phases import action
from core.games.bridgefront.phases.collection import own_mines
from core.games.bridgefront.phases.scoring import control_vp
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.narration import SCORE_SOURCE_WORDS
from core.games.bridgefront.text.words import Namer

Part = tuple[str, int]
"""A part of a number: its purpose and its amount."""


def mana_parts(state: Bridgefront) -> list[Part]:
    """Return the parts of the mana with which a round starts."""
    ages = (state.age - 1) * int(state.option("mana_per_age"))
    return [("each round", int(state.option("base_mana"))), *([("later ages", ages)] if ages else [])]


def mine_parts(state: Bridgefront, seat: int, hex_: int) -> list[Part]:
    """Return the parts of the gold that a Mine pays the seat occupying it."""
    parts = [("Mine Value", state.mines[hex_])]
    parts += [(p.name, p.mine_gold) for p in passives_of(state, seat) if p.mine_gold]
    for champion in state.champions_at(hex_, seat):
        ability = state.cards[state.card[champion.copy]].ability
        if ability is not None and ability.mine_gold:
            parts.append((ability.name, ability.mine_gold))
    return parts


def income_parts(state: Bridgefront, seat: int) -> list[Part]:
    """Return the parts of the seat's gold for a round in the present position.

    These are the income at Reset, and the gold of each Mine that is not used for a look.
    """
    words = Namer(state)
    mines = [(words.hex(hex_), sum(n for _, n in mine_parts(state, seat, hex_))) for hex_ in own_mines(state, seat)]
    return [("Reset", state.rules.numbers.income_gold), *mines]


def vp_parts(state: Bridgefront, seat: int) -> list[Part]:
    """Return the parts of a seat's Permanence: first the lasting part, then the parts that it holds."""
    return [("lasting", state.vp[seat]), *((SCORE_SOURCE_WORDS[word], vp) for word, vp in control_vp(state, seat))]


def hand_words(state: Bridgefront, seat: int) -> str:
    """Return a sentence that explains the number of cards that a hand gets at Reset."""
    more, numbers = state.next_draw[seat], state.rules.numbers
    size, limit = numbers.hand_size + more, numbers.hand_limit
    words = f"Filled up to {size} at Reset, never more than {limit}; discarded at Cleanup."
    return words + (f" This includes {more} extra for Breakthrough Line." if more else "")


def price_words(state: Bridgefront, seat: int, copy: int) -> str:
    """Return an explanation of the amount that a card costs the seat now."""
    card = state.cards[state.card[copy]]
    mana, gold = action.card_cost(state, seat, copy)
    words = Namer(state)
    costs = f"{mana} mana" + (f", {words.gold(gold)}" if gold else "")
    if (mana, gold) == (0, 0) and card.type == CHAMPION and state.marks_of_kind("champion free", seat):
        return "Free: your next Champion costs nothing."
    if copy in state.changed:
        return f"Costs {costs}, changed by a card."
    if card.type != CHAMPION:
        return f"Costs {costs}."
    there = len(state.champions_of(seat))
    prices = ", ".join(str(n) for n in card.gold)
    return (
        f"Costs {costs}: {prices} gold as first, second and third Champion. You have {format_count(there, 'Champion')}."
    )


def initiative_words(state: Bridgefront, copy: int) -> str:
    """Return the explanation of a card's initiative number."""
    low, high = state.cards[state.card[copy]].initiative
    if state.option("initiative_mode") == "choice" and copy not in state.changed:
        return f"Initiative {low} or {high}, as you choose when you play it. Low acts first."
    drawn = f"picked at random from {low} to {high} when this copy appeared" if low != high else "always"
    return f"Initiative {state.number[copy]}: {drawn}. Low acts first; equal numbers act in seat order from the Lead."


def hits_on_parts(
    state: Bridgefront, hex_: int, attacker: int, defender: int, siege: bool
) -> dict[int, tuple[int, str]]:
    """Return the highest die on which Forces hit, with its cause, for both sides of a future battle.

    The value is that of combat round 1.
    """
    battle = fresh_battle(Step(state.clone(), bytes(32)), hex_, attacker, defender, siege)
    start.attach_effects(battle)
    battle.combat_round = 1
    found = {}
    for side in (battle.attacking, battle.defending):
        hits_on = battle.threshold(side)
        why = "Smoke Screen" if side.is_smoked else "Shock Drill" if side.shock else ""
        if not why and hits_on > state.rules.numbers.forces_hit_on:
            names = [p.name for p in passives_of(state, side.seat) if p.forces_hit_on(battle, side.seat) == hits_on]
            for champion in side.champions:
                card = state.cards[state.card[champion.copy]]
                if card.ability is not None and card.ability.forces_hit_on(battle, champion) == hits_on:
                    names.append(card.ability.name or card.name)
            why = names[0] if names else "Hold the Line"
        found[side.seat] = (hits_on, why)
    return found
