"""The fitted chance of winning for each seat, in a Bridgefront position at the end of a round.

Each seat's score is a sum of features, and each feature has two weights. One weight applies now, and the other is its
increase with each round. The file fitted.json contains the weights for each number of seats.
"""

from __future__ import annotations

from math import isqrt

from core.bots.fitted import fitted
from core.bots.win_probability import CERTAINTY, win_probability
from core.games.bridgefront.bot.features import View, distances_to
from core.games.bridgefront.bot.transposition_table import cached_view
from core.games.bridgefront.bot.weights import USUAL, champion_worth, dice_sixths, play_worth
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.phases.collection import mine_gold
from core.games.bridgefront.phases.scoring import total_vp
from core.games.bridgefront.state import Bridgefront

FITTED_WEIGHTS = fitted("core.games.bridgefront.bot")
"""The fitted weights, by number of seats.

They contain the weight of each feature, and its increase with each round.
"""

FEATURES = (
    "permanent",
    "control",
    "near",
    "gold",
    "forces",
    "champions",
    "mines",
    "forges",
    "center",
    "close",
    "home",
    "besieged",
    "deck",
    "cards",
    "lead",
    "grip",
    "fist",
    "hopes",
    "purse",
    *CODES,
)
"""The names of the features, in the order in which `features` returns them."""
NEAR_CENTER = (100, 70, 45, 25, 12, 5, 2, 0, 0, 0)
"""Share of a stack that counts for the Center, in hundredths.

The index is the distance of the stack from the Center in action points.
"""


def features(state: Bridgefront, seat: int) -> tuple[int, ...]:
    """Return the seat's features as small whole numbers.

    VP are in 8ths, strength is in Forces, and closeness is in 1/8 Forces. `grip` and `fist` rate the strongest stack
    near the Center and the strongest anywhere. They are the root of its strength, in quarters. `hopes` is the
    heuristic's rating of the stacks' positions, in 1/25 VP.
    """
    view = cached_view(state, seat)
    board = view.board_sums.get("features")
    if board is None:
        board = view.board_sums["features"] = _board_features(view)
    piles, card, gold = state.piles, state.card, state.gold[seat]
    copies = (*piles.closed[seat], *piles.shown[seat], *piles.mix[seat], *piles.discard[seat])
    deck = sum([max(-8, play_worth(USUAL, state.rules, card[copy])) for copy in copies])
    return (
        *board[:3],
        min(gold, 40),
        *board[3:11],
        deck // max(6, len(copies)) + 8,
        len(copies),
        8 * (state.lead == seat),
        *board[11:],
        min(gold, 8),
        *[8 * (state.faction[seat] == faction) for faction in range(len(CODES))],
    )


def _board_features(view: View) -> tuple[int, ...]:
    """Return the features that depend only on the units on the board, in their order.

    The result lacks gold, deck, cards and lead, which come in the middle, and purse and faction, which come last.
    """
    state, seat = view.state, view.seat
    grid, card = state.grid, state.card
    to_center = grid.distance[grid.center]
    held = state.occupied_hexes(seat)
    permanent = state.vp[seat]
    control = total_vp(state, seat) - permanent
    target = int(state.option("vp_to_win")) or 12
    forces = state.forces[seat]
    champions = worth = fire = life = close = 0
    for c in state.champions.values():
        if c.owner == seat:
            worth += champion_worth(USUAL, state.rules, card[c.copy]) * (c.hp + 1) // (c.max_hp + 1)
            champions += 1
            close += 3 * max(0, 4 - to_center[c.hex])
            if c.hex == grid.center:
                fire += dice_sixths(state.rules, card[c.copy])
                life += c.hp
    for hex_, number in forces.items():
        close += number * max(0, 4 - to_center[hex_])
    there = forces.get(grid.center, 0)
    fire, life = fire + 2 * there, life + there
    stacks = view.own_stacks.values()
    ways = distances_to(grid.radius, view.bridges, grid.center)
    capital = state.capital[seat]
    return (
        8 * permanent,
        8 * control,
        max(0, 8 * (permanent + control - target + 3)),
        min(sum(forces.values()), 60),
        min(worth // 8, 60),
        sum(mine_gold(state, seat, hex_) for hex_ in state.mines if hex_ in held),
        8 * sum(hex_ in held for hex_ in state.forges),
        min(fire * life, 400) // 8 + (8 if fire else 0),
        min(close, 60),
        min(forces.get(capital, 0), 8),
        8 * bool(state.enemies_at(capital, seat)),
        max((isqrt(stack.strength * NEAR_CENTER[ways[stack.hex]] * 4 // 25) for stack in stacks), default=0),
        max((isqrt(16 * stack.strength) for stack in stacks), default=0),
        sum(view.stack_worth(stack.fire, stack.life, stack.hex, stack.hex) for stack in stacks) // 4,
    )


def score(state: Bridgefront, seat: int) -> int:
    """Return the seat's score, in which 64 points double its odds."""
    now, later = FITTED_WEIGHTS[len(state.gold) - 1]
    round_ = state.round
    return sum((a + b * round_) * f for a, b, f in zip(now, later, features(state, seat))) >> 8


def value(state: Bridgefront, seat: int) -> int:
    """Return the seat's chance of winning in 1/65536.

    At the end of the match, return its share of the victory.
    """
    if state.over or state.winners:
        return CERTAINTY // len(state.winners) if seat in state.winners else 0
    return win_probability([score(state, other) for other in state.seats], seat - 1)
