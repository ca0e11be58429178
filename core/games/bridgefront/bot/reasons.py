"""Reasons of the heuristic bot of Bridgefront, each in one sentence."""

from __future__ import annotations

from core.bots.advice import ReasonsOf
from core.bots.base import DecisionPosition
from core.engine.hidden.piles import copy_of
from core.engine.text.words import format_count
from core.games.bridgefront import card_choices
from core.games.bridgefront.bot.features import View, win_odds
from core.games.bridgefront.combat import battle
from core.games.bridgefront.decisions import Action, Bid, Discard, Pick, SealedBids, Walk
from core.games.bridgefront.phases import action_choice, collection, market, reset, setup
from core.games.bridgefront.phases.collection import mine_gold, own_offers
from core.games.bridgefront.phases.market import BUY
from core.games.bridgefront.state import Bridgefront

Ask = DecisionPosition[Bridgefront]


def _action_reason(position: Ask, choice: Action) -> str:
    if choice.kind == "done":
        return "No card and no basic action gains anything more this round."
    walk = next((value for value in choice.locked if isinstance(value, Walk)), None)
    if walk is not None:
        return _walk_reason(position, walk)
    if choice.kind == "build":
        return "The Bridge shortens the way of your best stack to a place that is worth holding."
    if choice.kind == "reinforce":
        return "Fresh Forces hold what you have and threaten what lies beside it."
    if choice.kind == "card" and choice.card is not None:
        card = position.state.cards[position.state.card[copy_of(choice.card)]]
        return f"{card.name} gains more for its {card.mana} mana than anything else that you can play."
    return "It gains more for its mana than anything else that you can play."


def _walk_reason(position: Ask, walk: Walk) -> str:
    view, end = View(position.state, position.seat), walk.path[-1]
    stack = view.stack(position.seat, walk.start, walk.forces, walk.champions)
    if end in view.enemy_stacks:
        chance = win_odds(view.attack_bonus(stack.strength, end), view.defence_of_hex(end))
        enemy, thing = view.enemy_stacks[end].seat, _place_reason(position, end)
        return f"Your stack beats seat {enemy} there about {chance} times in 100, and then holds {thing}."
    if end in view.own_stacks:
        return f"Together your stacks are harder to beat at {_place_reason(position, end)}."
    if end == position.state.grid.center or end in position.state.mines or end in position.state.forges:
        return f"It takes {_place_reason(position, end)}, which nobody defends."
    center = position.state.grid.distance[position.state.grid.center]
    if center[end] < center[walk.start]:
        return (
            f"{format_count(walk.forces + len(walk.champions), 'unit')} come closer to the Center, which "
            f"decides the match."
        )
    return "The stack stands better there for what comes next."


def _place_reason(position: Ask, hex_: int) -> str:
    """Return the thing in a hex that is worth holding, in words."""
    state = position.state
    if hex_ == state.grid.center:
        return "the Center"
    if hex_ in state.mines:
        return f"a Mine of {mine_gold(state, position.seat, hex_)} gold a round"
    if hex_ in state.forges:
        return "a Forge"
    owner = state.capital_owner(hex_)
    if owner:
        return "your Capital" if owner == position.seat else f"the Capital of seat {owner}"
    return "a hex on the way"


def _bid_reason(position: Ask, bid: Bid) -> str:
    richest = max((position.state.gold[other] for other in position.state.bidders if other != position.seat), default=0)
    if bid.kind == BUY:
        return f"The card is better for your deck than the rest of the row, and your richest rival has {richest} gold."
    if bid.amount:
        return "The card would harm your deck more than this little gold is worth."
    return "A later card of the row is worth more to you, so keep your gold."


def _row_bids_reason(position: Ask, bids: SealedBids) -> str:
    wanted = sum(bid.kind == BUY for bid in bids.bids)
    return f"{format_count(wanted, 'card')} of the row would make your deck better than it is."


def _pick_reason(position: Ask, pick: Pick) -> str:
    copies = own_offers(position.state, position.seat)[0].copies
    card = position.state.cards[position.state.card[copies[pick.pick]]]
    return f"{card.name} gains most on average each time you draw it."


def _discard_reason(position: Ask, discard: Discard) -> str:
    return "These are the weakest cards of your hand." if discard.cards else "Your hand is better than new cards."


REASONS: ReasonsOf[Bridgefront] = {
    setup.FACTION: lambda a, decision: "This faction wins most often at a table of this size.",
    setup.CAPITALS: lambda a, decision: "Every Capital is equally far from the Center; choose your neighbours.",
    setup.CAPITAL: lambda a, decision: "It is as close to the Center as any.",
    setup.BRIDGES: lambda a, decision: "They lead to the Center by the shortest way, past a Mine or a Forge.",
    setup.FREE_CARD: _pick_reason,
    reset.STUDY: _discard_reason,
    market.BID: _bid_reason,
    market.ROW_BIDS: _row_bids_reason,
    action_choice.ACTION: _action_reason,
    card_choices.CARDS: _discard_reason,
    card_choices.LAY: lambda a, decision: "You cannot play it any more this round, so draw it next.",
    card_choices.SCRY: lambda a, decision: "Good cards come up first, weak ones go under the pile.",
    card_choices.SCOUT: lambda a, decision: "It is the best of these cards for your deck.",
    card_choices.OFFER: _pick_reason,
    battle.HITS: lambda a, decision: "Hits count most where they kill.",
    collection.COLLECT: lambda a, decision: (
        "Gold buys cards in the next round."
        if a.state.round < a.state.rules.numbers.rounds
        else "Gold is worth nothing after the last market."
    ),
    collection.PICKS: lambda a, decision: "These cards gain most on average each time you draw them.",
}
