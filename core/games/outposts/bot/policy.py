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
from core.games.outposts.actions import DEVELOP_PRICE, SALVAGE, location_defence, owner_of, wall_places
from core.games.outposts.board import CORNERS
from core.games.outposts.bot.weights import (
    USUAL,
    building_worth,
    gain_worth,
    hand_value,
    price_worth,
    rounds_left,
    standing_worth,
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
    WALLED,
    build_events,
    effect_gain,
    level_gain,
)
from core.games.outposts.goods import PAID_BY, PARLEY, RAID, SURVEY, VP, WALL, Gain, sum_gains
from core.games.outposts.hidden_cards import CardNames, hand_of, ruins_of
from core.games.outposts.lookout_phase import SECOND, SELECT
from core.games.outposts.outposts import MAX_LEVEL
from core.games.outposts.production import FAVOUR
from core.games.outposts.setup import BURY, LEAGUE
from core.games.outposts.state import WARDEN, Outposts

OUTPOST_VALUE = 10
"""Value of having an Outpost, added to the value of its effect."""
OUTPOST_RISK = 6
"""Hundredths of a VP by which an Outpost is worth less for each round to come and each level that it lacks."""
PRICE_WEIGHT, LAST_PRICE_WEIGHT = 80, 20
"""Percentage of their value at which goods count as a price: usually, and before passing.

Unused goods are lost, so they count less than their value.
"""


class PositionValues:
    """The values of cards, goods and places in one position, from the view of a seat."""

    def __init__(self, position: DecisionPosition[Outposts], thrift: int = PRICE_WEIGHT) -> None:
        self.state, self.seat = position.state, position.seat
        self.thrift = thrift
        self.weights = position.weights_or(USUAL)
        self.rounds_left = rounds_left(self.weights, position.state)
        self._in_hand: dict[int, int] = {}

    def gain_value(self, gain: Gain) -> int:
        """Return the value of a gain in this position."""
        weights = self.weights
        return gain_worth(weights, gain, self.rounds_left)

    def price_value(self, gain: Gain) -> int:
        """Return the cost of a price to the bot."""
        weights = self.weights
        return price_worth(weights, gain, self.rounds_left) * self.thrift // 100

    def marks_value(self, mark: int, count: int) -> int:
        """Return the value of the goods that would pay for `count` marks."""
        paid = []
        for kind in PAID_BY[mark]:
            used = min(count, self.state.goods[self.seat][kind])
            paid.append((kind, used))
            count -= used
        return self.price_value(sum_gains(paid))

    def card_value(self, copy: int) -> int:
        """Return the value of a card in hand; the copy 0 is no card and has no value."""
        weights = self.weights
        if copy and copy not in self._in_hand:
            self._in_hand[copy] = hand_value(weights, self.state, self.seat, copy, self.rounds_left)
        return self._in_hand.get(copy, 0)

    def feature_value(self, *happened: str, besides: int = 0) -> int:
        """Return the value of the gains that the seat's Features give after these events."""
        state, total = self.state, 0
        for copy in state.hold[self.seat]:
            effect = state.rules.card(copy).effect
            if effect.after in happened and copy != besides and state.used.get(copy, 0) < effect.uses:
                total += self.gain_value(effect.gives)
        return total

    def site_value(self, place: int, away: int) -> int:
        """Return the value of building an Outpost at this place, including the gain of building it."""
        there = self.gain_value(level_gain(self.state, place, 1)) + self.standing_value(1)
        there += self.gain_value(self.state.rules.territory(place).gives[MAX_LEVEL - 1]) // 4 if self.rounds_left else 0
        return there - (self.outpost_value(away) if away else 0)

    def outpost_value(self, place: int) -> int:
        """Return the value that an Outpost with its present level has for its owner."""
        return self.standing_value(self.state.level[place]) + 50 * self.state.level[place]

    def standing_value(self, level: int) -> int:
        """Return the value of having an Outpost of that level: its VP at the end, if it is not razed before."""
        vp, left = self.state.rules.numbers.outpost_vp, self.rounds_left
        return OUTPOST_VALUE + vp * (100 - OUTPOST_RISK * (MAX_LEVEL + 1 - level) * min(left, 2))


Score = Callable[[PositionValues, Act], int]


def _build_value(values: PositionValues, act: Act) -> int:
    weights = values.weights
    copy = copy_of(act.card)
    card = values.state.rules.card(copy)
    total = building_worth(weights, values.state, values.seat, copy, values.rounds_left) + values.feature_value(
        *build_events(card.types), besides=copy
    )
    return total - values.marks_value(SURVEY, card.dist) - values.card_value(copy) // 3


def _develop_value(values: PositionValues, act: Act) -> int:
    weights = values.weights
    copy = copy_of(act.card)
    card = values.state.rules.card(copy)
    total = (
        building_worth(weights, values.state, values.seat, copy, values.rounds_left)
        + values.gain_value(((VP, 1),))
        + values.feature_value(*build_events(card.types))
    )
    if act.over:
        total -= weights.stands + standing_worth(weights, values.state, values.seat, act.over, values.rounds_left)
    if act.over or not values.state.has_location(values.seat, SALVAGE):
        total -= values.price_value(DEVELOP_PRICE)
    return total - values.card_value(copy) // 3


def _deal_value(values: PositionValues, act: Act) -> int:
    card = values.state.rules.card(copy_of(act.card))
    total = values.gain_value(card.deal) * (values.rounds_left + 1) + values.feature_value(DEALT)
    return total - values.marks_value(PARLEY, card.dist) - values.card_value(copy_of(act.card))


def _raze_card_value(values: PositionValues, act: Act) -> int:
    card = values.state.rules.card(copy_of(act.card))
    return (
        values.gain_value(card.spoils)
        + values.feature_value(RAZED)
        - values.marks_value(RAID, card.dist)
        - values.card_value(copy_of(act.card)) // 2
    )


def _raze_location_value(values: PositionValues, act: Act) -> int:
    weights = values.weights
    state = values.state
    owner, card = owner_of(state, values.seat, act.at), state.rules.card(act.at)
    hurt = weights.stands
    if owner != WARDEN:
        hurt += standing_worth(weights, state, owner, act.at, values.rounds_left) - values.gain_value(card.deal) - 20
        hurt = hurt * (1 + _is_leading(state, owner)) // max(2, len(state.seats) - 1)
    return (
        values.gain_value(card.spoils)
        + values.feature_value(RAZED)
        + hurt
        - values.marks_value(RAID, location_defence(state, owner, act.at))
    )


def _is_leading(state: Outposts, owner: int) -> bool:
    return cleanup.final_vp(state, owner) == max(cleanup.final_vp(state, seat) for seat in state.seats)


def _raze_outpost_value(values: PositionValues, act: Act) -> int:
    return _lost_value(values, act) - values.marks_value(RAID, outposts.outpost_defence(values.state, act.place))


def _lost_value(values: PositionValues, act: Act) -> int:
    state = values.state
    owner = state.owner[act.place]
    hurt = values.outpost_value(act.place) // (1 if owner == WARDEN else max(2, len(state.seats) - 1))
    total = (
        values.gain_value(((VP, state.rules.numbers.raze_vp),))
        + values.gain_value(level_gain(values.state, act.place, act.level))
        + values.feature_value(RAZED, RAZED_OUTPOST)
        + hurt
    )
    if act.card:
        total += (
            values.site_value(act.place, act.away) + values.feature_value(BUILT) - values.card_value(copy_of(act.card))
        )
    return total


def _use_value(values: PositionValues, act: Act) -> int:
    effect = values.state.rules.card(act.at).effect
    total = -values.price_value(effect.pays)
    if not effect.does:
        return (
            total
            + values.gain_value(effect_gain(values.state, values.seat, act.at))
            - values.card_value(copy_of(act.card))
        )
    if act.ruin:
        return total + values.gain_value(((VP, 1),)) + 10
    if act.take:
        return total + 20
    if act.level and values.state.owner[act.place] != values.seat:
        return total + _lost_value(values, act) - values.marks_value(RAID, values.state.guarded[act.place])
    if not act.level:
        return total + values.site_value(act.place, act.away) + values.feature_value(BUILT)
    if "activate" in effect.does:
        return total + values.gain_value(level_gain(values.state, act.place, act.level))
    return total + _upgrade_value(values, act)


def _upgrade_value(values: PositionValues, act: Act) -> int:
    return (
        values.gain_value(level_gain(values.state, act.place, act.level))
        + values.feature_value(UPGRADED)
        + 10
        + 15 * (values.rounds_left > 0)
    )


def _fortify_value(values: PositionValues, act: Act) -> int:
    """Return the value of placing Walls.

    The bot places all its Walls at once before it passes, and only if a rival can attack. If a Feature rewards placing
    Walls, it places them one at a time.
    """
    state, seat = values.state, values.seat
    rivals, reward = state.rivals(seat), values.feature_value(WALLED)
    most = min(state.goods[seat][WALL], len(list(wall_places(state, seat))))
    if len(act.walls) < (1 if reward else most):
        return -1
    armed = WARDEN in rivals or any(sum(state.goods[other][kind] for kind in PAID_BY[RAID]) > 1 for other in rivals)
    return reward // len(act.walls) + (12 * len(act.walls) if armed else -1)


def _claim_value(values: PositionValues, act: Act) -> int:
    denied = 80 if values.state.is_solo else 0
    return (
        values.gain_value(values.state.rules.connection(act.at).gain)
        + values.feature_value(CLAIMED)
        + denied
        - values.price_value(CREW_1)
    )


def _board_value(values: PositionValues, act: Act) -> int:
    league = values.state.rules.leagues[values.state.league[values.seat]]
    return values.gain_value(league.gives) - values.price_value(league.pays)


ACTION_SCORERS: dict[str, Score] = {
    "build": _build_value,
    "develop": _develop_value,
    "deal": _deal_value,
    "raze card": _raze_card_value,
    "raze location": _raze_location_value,
    "raze outpost": _raze_outpost_value,
    "use": _use_value,
    "board": _board_value,
    "visit": lambda w, act: w.gain_value(w.state.rules.card(act.at).effect.gives) - w.price_value(CREW_1) - 15,
    "claim": _claim_value,
    "labour": lambda w, act: w.gain_value(((act.at, 1),)) - w.price_value(CREW_2),
    "fortify": _fortify_value,
    "outpost": lambda w, act: (
        w.site_value(act.place, act.away) + w.feature_value(BUILT) - w.card_value(copy_of(act.card))
    ),
    "upgrade": lambda w, act: _upgrade_value(w, act) - w.card_value(copy_of(act.card)),
}
"""Functions that return the value of an action, by kind; actions with a value below 1 are never chosen."""


def choose_action(position: DecisionPosition[Outposts]) -> Act:
    """Return the best action, which may be to pass."""
    hand, ruins = (
        hand_of(position.state, position.seat, position.secrets),
        ruins_of(position.state, position.seat, position.secrets),
    )
    best, _ = _rate_actions(position, _unbanned_actions(position, hand, ruins))
    return with_openings(best, hand, ruins)


def ranked_acts(position: DecisionPosition[Outposts], max_count: int) -> list[Act]:
    """Return at most `max_count` legal actions: the heuristic's choice first, and then the others by value.

    Of several similar actions, only one is returned. Passing is among them.
    """
    hand, ruins = (
        hand_of(position.state, position.seat, position.secrets),
        ruins_of(position.state, position.seat, position.secrets),
    )
    choices = _unbanned_actions(position, hand, ruins)
    best, weighed = _rate_actions(position, choices)
    passes = choices[0]
    unlike: dict[Act, Act] = {}
    for _, choice in sorted(weighed, key=lambda item: -item[0]):
        unlike.setdefault(_printed_form(choice), choice)
    ranked = [item for item in unlike.values() if item != passes][: max_count - 1]
    ranked.insert(0 if best == passes else len(ranked), passes)
    return [with_openings(item, hand, ruins) for item in ranked]


def with_openings(act: Act, hand: CardNames, ruins: CardNames) -> Act:
    """Return the action in the form that the seat publishes, with its closed cards opened."""
    return act._replace(card=hand.get(copy_of(act.card), 0), ruin=ruins.get(copy_of(act.ruin), 0))


def _unbanned_actions(position: DecisionPosition[Outposts], hand: CardNames, ruins: CardNames) -> list[Act]:
    """Return the seat's legal actions that use no banned card; passing comes first."""
    held = tuple(copy for copy in hand if cards.number_of(copy) not in position.banned)
    choices = legal_actions(position.state, position.seat, position.detail[0], held, tuple(ruins))
    if position.banned:
        return [item for item in choices if item.kind != "claim" or cards.number_of(item.at) not in position.banned]
    return list(choices)


def _rate_actions(position: DecisionPosition[Outposts], choices: list[Act]) -> tuple[Act, list[tuple[int, Act]]]:
    """Return the best action, and all actions with their values."""
    weighed: list[tuple[int, Act]] = []
    for thrift in (PRICE_WEIGHT, LAST_PRICE_WEIGHT):
        weighing = PositionValues(position, thrift)
        weighed = [
            (ACTION_SCORERS[choice.kind](weighing, choice) * 16 + position.dice.uniform(16), choice)
            for choice in choices
            if choice.kind in ACTION_SCORERS
        ]
        score, best = max(weighed, key=lambda item: item[0], default=(0, choices[0]))
        if score >= 16:
            return best, weighed
    return choices[0], weighed


def _printed_form(act: Act) -> Act:
    """Return the action with its copies replaced by printed cards.

    Actions that differ only in their copies become equal.
    """
    card, ruin = copy_of(act.card), copy_of(act.ruin)
    return act._replace(card=card and 1 + cards.number_of(card), ruin=ruin and 1 + cards.number_of(ruin))


# Other questions ------------------------------------------------------------------------------------------------------


def choose_league(position: DecisionPosition[Outposts]) -> Decision:
    """Return the choice of any league that is left."""
    return setup.LEAGUE.sample(position.state, position.seat, position.secrets, position.dice)


def choose_burial(position: DecisionPosition[Outposts]) -> Decision:
    """Return the choice of the least valuable cards to put under the satchel, the better ones first.

    Banned cards have no value.
    """
    weights = position.weights_or(USUAL)
    weighing, hand = PositionValues(position), hand_of(position.state, position.seat, position.secrets)

    def worth_built(copy: int) -> int:
        return building_worth(weights, position.state, position.seat, copy, weighing.rounds_left)

    worst = sorted(hand, key=lambda copy: (cards.number_of(copy) not in position.banned, worth_built(copy), copy))
    named = [hand[copy] for copy in worst[: position.detail[0]]]
    return Bury(tuple(card[0] if isinstance(card, tuple) else -card for card in reversed(named)))


def choose_selection(position: DecisionPosition[Outposts]) -> Decision:
    """Return the selection of a card, or of an Outpost if that is worth more."""
    weighing, (selection,) = PositionValues(position), position.detail
    choices = list(SELECT.legal_answers(position.state, position.seat, selection))
    choices = [
        item for item in choices if not item.card or cards.number_of(item.card) not in position.banned
    ] or choices
    best, maximum = choices[0], 0
    for choice in choices:
        if choice.card:
            score = 2 * weighing.card_value(choice.card)
        else:
            score = weighing.site_value(choice.place, choice.away) + weighing.feature_value(BUILT, SKIPPED)
            if position.state.round == 1:
                score += 0 if selection == SECOND else -20
                score += 5 * (choice.place in CORNERS)
        score = score * 16 + position.dice.uniform(16)
        if score > maximum:
            best, maximum = choice, score
    return best


def choose_favour(position: DecisionPosition[Outposts]) -> Decision:
    """Return the choice of the direction that gives the most for each Fair."""
    return next(FAVOUR.legal_answers(position.state, position.seat, *position.detail))


def choose_tidy(position: DecisionPosition[Outposts]) -> Decision:
    """Return the decision that keeps the usual marks and the best cards; banned cards are discarded first."""
    weighing, hand = PositionValues(position), hand_of(position.state, position.seat, position.secrets)
    worst = sorted(
        hand, key=lambda copy: (cards.number_of(copy) not in position.banned, weighing.card_value(copy), copy)
    )
    worst = worst[: position.detail[0]]
    return Tidy(cleanup.usual_marks(position.state, position.seat), tuple(hand[copy] for copy in worst))


ANSWERS: PlanOf[Outposts] = {
    LEAGUE: choose_league,
    BURY: choose_burial,
    SELECT: choose_selection,
    FAVOUR: choose_favour,
    ACT: choose_action,
    TIDY: choose_tidy,
}
"""Functions that answer the questions to a player, by kind of question."""
