"""The heuristic bot of Outposts, which chooses the action with the highest gain after its price.

Gains of the remaining rounds are included.
"""

from __future__ import annotations

from collections.abc import Callable

from core.bots.base import DecisionPosition, PlanOf
from core.engine.game import Decision
from core.engine.hidden.piles import copy_of
from core.games.outposts import cards, cleanup, outposts, setup
from core.games.outposts.action import ACT, legal_actions
from core.games.outposts.actions import PRICE_OF_DEVELOPING, SALVAGE, defence, owner_of, room_for_walls
from core.games.outposts.board import CORNERS
from core.games.outposts.bot.weights import (
    USUAL,
    building_worth,
    hand_value,
    price,
    rounds_left,
    standing_worth,
    worth,
)
from core.games.outposts.cleanup import TIDY
from core.games.outposts.decisions import Act, Bury, Tidy
from core.games.outposts.gains import (
    BUILT,
    CLAIMED,
    CREW_1,
    CREW_2,
    DEALT,
    RAZED,
    RAZED_OUTPOST,
    SKIPPED,
    UPGRADED,
    build_events,
    effect_gain,
    level_gain,
)
from core.games.outposts.goods import PAID_BY, PARLEY, RAID, SURVEY, VP, WALL, Gain, summed
from core.games.outposts.hidden_cards import CardNames, hand_of, ruins_of
from core.games.outposts.lookout_phase import SECOND, SELECT
from core.games.outposts.outposts import MOST_LEVEL
from core.games.outposts.production import FAVOUR
from core.games.outposts.setup import BURY, LEAGUE
from core.games.outposts.state import WARDEN, Outposts

OUTPOST_VALUE = 10
"""Value of having an Outpost, added to the value of its effect."""
PRICE_WEIGHT, LAST_PRICE_WEIGHT = 80, 20
"""Percentage of their value at which goods count as a price: usually, and before passing.

Unused goods are lost, so they count less than their value.
"""


class PositionValues:
    """The values of cards, goods and places in one position, from the view of a seat."""

    def __init__(self, asked: DecisionPosition[Outposts], thrift: int = PRICE_WEIGHT) -> None:
        self.state, self.seat = asked.state, asked.seat
        self.thrift = thrift
        self.weights = asked.weights_or(USUAL)
        self.left = rounds_left(self.weights, asked.state)
        self._in_hand: dict[int, int] = {}

    def gain(self, gain: Gain) -> int:
        """Return the value of a gain in this position."""
        weights = self.weights
        return worth(weights, gain, self.left)

    def price(self, gain: Gain) -> int:
        """Return the cost of a price to the bot."""
        weights = self.weights
        return price(weights, gain, self.left) * self.thrift // 100

    def marks(self, mark: int, count: int) -> int:
        """Return the value of the goods that would pay for `count` marks."""
        paid = []
        for kind in PAID_BY[mark]:
            used = min(count, self.state.goods[self.seat][kind])
            paid.append((kind, used))
            count -= used
        return self.price(summed(paid))

    def card(self, copy: int) -> int:
        """Return the value of a card in hand; the copy 0 is no card and has no value."""
        weights = self.weights
        if copy and copy not in self._in_hand:
            self._in_hand[copy] = hand_value(weights, self.state, self.seat, copy, self.left)
        return self._in_hand.get(copy, 0)

    def watched(self, *happened: str, besides: int = 0) -> int:
        """Return the value of the gains that the seat's Features give after these events."""
        state, total = self.state, 0
        for copy in state.hold[self.seat]:
            effect = state.rules.card(copy).effect
            if effect.after in happened and copy != besides and state.used.get(copy, 0) < effect.uses:
                total += self.gain(effect.gives)
        return total

    def site(self, place: int, away: int) -> int:
        """Return the value of building an Outpost at this place, including the gain of building it."""
        there = self.gain(level_gain(self.state, place, 1)) + OUTPOST_VALUE
        there += self.gain(self.state.rules.territory(place).gives[MOST_LEVEL - 1]) // 4 if self.left else 0
        return there - (self.outpost_lost(away) if away else 0)

    def outpost_lost(self, place: int) -> int:
        """Return the value that an Outpost with its present level has for its owner."""
        return OUTPOST_VALUE + 50 * self.state.level[place]


Score = Callable[[PositionValues, Act], int]


def _build(w: PositionValues, act: Act) -> int:
    weights = w.weights
    copy = copy_of(act.card)
    card = w.state.rules.card(copy)
    total = building_worth(weights, w.state, w.seat, copy, w.left) + w.watched(*build_events(card.types), besides=copy)
    return total - w.marks(SURVEY, card.dist) - w.card(copy) // 3


def _develop_value(w: PositionValues, act: Act) -> int:
    weights = w.weights
    copy = copy_of(act.card)
    card = w.state.rules.card(copy)
    total = (
        building_worth(weights, w.state, w.seat, copy, w.left)
        + w.gain(((VP, 1),))
        + w.watched(*build_events(card.types))
    )
    if act.over:
        total -= weights.stands + standing_worth(weights, w.state, w.seat, act.over, w.left)
    if act.over or not w.state.has(w.seat, SALVAGE):
        total -= w.price(PRICE_OF_DEVELOPING)
    return total - w.card(copy) // 3


def _deal(w: PositionValues, act: Act) -> int:
    card = w.state.rules.card(copy_of(act.card))
    total = w.gain(card.deal) * (w.left + 1) + w.watched(DEALT)
    return total - w.marks(PARLEY, card.dist) - w.card(copy_of(act.card))


def _raze_card(w: PositionValues, act: Act) -> int:
    card = w.state.rules.card(copy_of(act.card))
    return w.gain(card.spoils) + w.watched(RAZED) - w.marks(RAID, card.dist) - w.card(copy_of(act.card))


def _raze_location(w: PositionValues, act: Act) -> int:
    weights = w.weights
    state = w.state
    owner, card = owner_of(state, w.seat, act.at), state.rules.card(act.at)
    hurt = weights.stands
    if owner != WARDEN:
        hurt += standing_worth(weights, state, owner, act.at, w.left) - w.gain(card.deal) - 20
        hurt = hurt * (1 + _is_leading(state, owner)) // max(2, len(state.seats) - 1)
    return w.gain(card.spoils) + w.watched(RAZED) + hurt - w.marks(RAID, defence(state, owner, act.at))


def _is_leading(state: Outposts, owner: int) -> bool:
    return cleanup.final_vp(state, owner) == max(cleanup.final_vp(state, seat) for seat in state.seats)


def _raze_outpost(w: PositionValues, act: Act) -> int:
    return _razed(w, act) - w.marks(RAID, outposts.defence(w.state, act.place))


def _razed(w: PositionValues, act: Act) -> int:
    state = w.state
    owner = state.owner[act.place]
    hurt = w.outpost_lost(act.place) // (1 if owner == WARDEN else max(2, len(state.seats) - 1))
    total = w.gain(level_gain(w.state, act.place, act.level)) + w.watched(RAZED, RAZED_OUTPOST) + hurt
    if act.card:
        total += w.site(act.place, act.away) + w.watched(BUILT) - w.card(copy_of(act.card))
    return total


def _use(w: PositionValues, act: Act) -> int:
    effect = w.state.rules.card(act.at).effect
    total = -w.price(effect.pays)
    if not effect.does:
        return total + w.gain(effect_gain(w.state, w.seat, act.at)) - w.card(copy_of(act.card))
    if act.ruin:
        return total + w.gain(((VP, 1),)) + 10
    if act.take:
        return total + 20
    if act.level and w.state.owner[act.place] != w.seat:
        return total + _razed(w, act) - w.marks(RAID, w.state.guarded[act.place])
    if not act.level:
        return total + w.site(act.place, act.away) + w.watched(BUILT)
    if "activate" in effect.does:
        return total + w.gain(level_gain(w.state, act.place, act.level))
    return total + _upgrade_value(w, act)


def _upgrade_value(w: PositionValues, act: Act) -> int:
    return w.gain(level_gain(w.state, act.place, act.level)) + w.watched(UPGRADED) + 10 + 15 * (w.left > 0)


def _fortify_value(w: PositionValues, act: Act) -> int:
    """Return the value of placing Walls.

    The bot places all its Walls at once before it passes, and only if a rival can attack.
    """
    rivals = w.state.rivals(w.seat)
    if not rivals or len(act.walls) < min(w.state.goods[w.seat][WALL], len(list(room_for_walls(w.state, w.seat)))):
        return -1
    armed = WARDEN in rivals or any(sum(w.state.goods[other][kind] for kind in PAID_BY[RAID]) > 2 for other in rivals)
    return 12 * len(act.walls) if armed else -1


def _claim(w: PositionValues, act: Act) -> int:
    denied = 80 if w.state.solo else 0
    return w.gain(w.state.rules.connection(act.at).gain) + w.watched(CLAIMED) + denied - w.price(CREW_1)


def _board(w: PositionValues, act: Act) -> int:
    league = w.state.rules.leagues[w.state.league[w.seat]]
    return w.gain(league.gives) - w.price(league.pays)


ACTION_SCORERS: dict[str, Score] = {
    "build": _build,
    "develop": _develop_value,
    "deal": _deal,
    "raze card": _raze_card,
    "raze location": _raze_location,
    "raze outpost": _raze_outpost,
    "use": _use,
    "board": _board,
    "visit": lambda w, act: w.gain(w.state.rules.card(act.at).effect.gives) - w.price(CREW_1) - 15,
    "claim": _claim,
    "labour": lambda w, act: w.gain(((act.at, 1),)) - w.price(CREW_2),
    "fortify": _fortify_value,
    "outpost": lambda w, act: w.site(act.place, act.away) + w.watched(BUILT) - w.card(copy_of(act.card)),
    "upgrade": lambda w, act: _upgrade_value(w, act) - w.card(copy_of(act.card)),
}
"""Functions that return the value of an action, by kind; actions with a value below 1 are never chosen."""


def act(asked: DecisionPosition[Outposts]) -> Act:
    """Return the best action, which may be to pass."""
    hand, ruins = hand_of(asked.state, asked.seat, asked.secrets), ruins_of(asked.state, asked.seat, asked.secrets)
    best, _ = _rated(asked, _choices(asked, hand, ruins))
    return with_openings(best, hand, ruins)


def ranked_acts(asked: DecisionPosition[Outposts], most: int) -> list[Act]:
    """Return at most `most` legal actions: the heuristic's choice first, and then the others by value.

    Of several similar actions, only one is returned. Passing is among them.
    """
    hand, ruins = hand_of(asked.state, asked.seat, asked.secrets), ruins_of(asked.state, asked.seat, asked.secrets)
    choices = _choices(asked, hand, ruins)
    best, weighed = _rated(asked, choices)
    passes = choices[0]
    unlike: dict[Act, Act] = {}
    for _, choice in sorted(weighed, key=lambda item: -item[0]):
        unlike.setdefault(_by_print(choice), choice)
    ranked = [item for item in unlike.values() if item != passes][: most - 1]
    ranked.insert(0 if best == passes else len(ranked), passes)
    return [with_openings(item, hand, ruins) for item in ranked]


def with_openings(act: Act, hand: CardNames, ruins: CardNames) -> Act:
    """Return the action in the form that the seat publishes, with its closed cards opened."""
    return act._replace(card=hand.get(copy_of(act.card), 0), ruin=ruins.get(copy_of(act.ruin), 0))


def _choices(asked: DecisionPosition[Outposts], hand: CardNames, ruins: CardNames) -> list[Act]:
    """Return the seat's legal actions that use no banned card; passing comes first."""
    held = tuple(copy for copy in hand if cards.number(copy) not in asked.banned)
    choices = legal_actions(asked.state, asked.seat, asked.detail[0], held, tuple(ruins))
    if asked.banned:
        return [item for item in choices if item.kind != "claim" or cards.number(item.at) not in asked.banned]
    return list(choices)


def _rated(asked: DecisionPosition[Outposts], choices: list[Act]) -> tuple[Act, list[tuple[int, Act]]]:
    """Return the best action, and all actions with their values."""
    weighed: list[tuple[int, Act]] = []
    for thrift in (PRICE_WEIGHT, LAST_PRICE_WEIGHT):
        weighing = PositionValues(asked, thrift)
        weighed = [
            (ACTION_SCORERS[choice.kind](weighing, choice) * 16 + asked.dice.uniform(16), choice)
            for choice in choices
            if choice.kind in ACTION_SCORERS
        ]
        score, best = max(weighed, key=lambda item: item[0], default=(0, choices[0]))
        if score >= 16:
            return best, weighed
    return choices[0], weighed


def _by_print(act: Act) -> Act:
    """Return the action with its copies replaced by printed cards.

    Actions that differ only in their copies become equal.
    """
    card, ruin = copy_of(act.card), copy_of(act.ruin)
    return act._replace(card=card and 1 + cards.number(card), ruin=ruin and 1 + cards.number(ruin))


# Other questions ------------------------------------------------------------------------------------------------------


def league(asked: DecisionPosition[Outposts]) -> Decision:
    """Return the choice of any league that is left."""
    return setup.LEAGUE.sample(asked.state, asked.seat, asked.secrets, asked.dice)


def bury(asked: DecisionPosition[Outposts]) -> Decision:
    """Return the choice of the least valuable cards to put under the satchel, the better ones first.

    Banned cards have no value.
    """
    weights = asked.weights_or(USUAL)
    weighing, hand = PositionValues(asked), hand_of(asked.state, asked.seat, asked.secrets)

    def worth_built(copy: int) -> int:
        return building_worth(weights, asked.state, asked.seat, copy, weighing.left)

    worst = sorted(hand, key=lambda copy: (cards.number(copy) not in asked.banned, worth_built(copy), copy))
    named = [hand[copy] for copy in worst[: asked.detail[0]]]
    return Bury(tuple(card[0] if isinstance(card, tuple) else -card for card in reversed(named)))


def select(asked: DecisionPosition[Outposts]) -> Decision:
    """Return the selection of a card, or of an Outpost if that is worth more."""
    weighing, (selection,) = PositionValues(asked), asked.detail
    choices = list(SELECT.legal(asked.state, asked.seat, selection))
    choices = [item for item in choices if not item.card or cards.number(item.card) not in asked.banned] or choices
    best, maximum = choices[0], 0
    for choice in choices:
        if choice.card:
            score = 2 * weighing.card(choice.card)
        else:
            score = weighing.site(choice.place, choice.away) + weighing.watched(BUILT, SKIPPED)
            if asked.state.round == 1:
                score += 0 if selection == SECOND else -20
                score += 5 * (choice.place in CORNERS)
        score = score * 16 + asked.dice.uniform(16)
        if score > maximum:
            best, maximum = choice, score
    return best


def favour(asked: DecisionPosition[Outposts]) -> Decision:
    """Return the choice of the direction that gives the most for each Fair."""
    return next(FAVOUR.legal(asked.state, asked.seat, *asked.detail))


def tidy(asked: DecisionPosition[Outposts]) -> Decision:
    """Return the decision that keeps the usual marks and the best cards; banned cards are discarded first."""
    weighing, hand = PositionValues(asked), hand_of(asked.state, asked.seat, asked.secrets)
    worst = sorted(hand, key=lambda copy: (cards.number(copy) not in asked.banned, weighing.card(copy), copy))
    worst = worst[: asked.detail[0]]
    return Tidy(cleanup.usual_marks(asked.state, asked.seat), tuple(hand[copy] for copy in worst))


ANSWERS: PlanOf[Outposts] = {LEAGUE: league, BURY: bury, SELECT: select, FAVOUR: favour, ACT: act, TIDY: tidy}
"""Functions that answer the questions to a player, by kind of question."""
