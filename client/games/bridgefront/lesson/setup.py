"""Prepared table of the tutorial: two seats at the end of the first age, and a scripted opponent.

Everything runs through the engine. The set-up is decided for both seats, then units and Bridges are placed for the
lessons. After that, only decisions change the state. The seed is chosen so that our player wins the two battles.
"""

from __future__ import annotations

from typing import NamedTuple

from client.table.lesson.setup import Actor
from core.bots.heuristic import HeuristicBot
from core.engine.game import Decision
from core.engine.hidden.hand import draft_pile_batch, held_cards
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.bridgefront.board import capital_slots
from core.games.bridgefront.decisions import (
    Action,
    Bid,
    CapitalRanking,
    FactionRanking,
    Pick,
    StartingBridges,
    Walk,
)
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.game import GAME
from core.games.bridgefront.phases.action_choice import ACTION
from core.games.bridgefront.phases.market import BID
from core.games.bridgefront.phases.setup import BRIDGES, CAPITALS, FACTION, bridge_sites
from core.games.bridgefront.state import Bridgefront

SEED = "tutorial 6"
OWN, OTHER = 1, 2
NAMES = {OWN: "You", OTHER: "Orla"}
LAST_OF_AGE = 3
"""Number of the round of the lessons, after which the age changes."""
ARMY, RAID = 4, 2
"""Numbers of Cohorts in our army and in the group of raiders."""
OPPONENT_COHORTS = 3
"""Number of Cohorts with which the opponent takes the Axis Mundi."""
FACTIONS = {OWN: "leadbound", OTHER: "vapourborn"}


class Places(NamedTuple):
    """Places on the board that the lessons use: hexes, and one edge."""

    home: int
    army: int
    axis: int
    mine: int
    raiders: int
    vanguard: int
    bridge: int
    """Edge from the army to the Axis Mundi, on which the first lesson builds a bridge."""


def places(state: Bridgefront) -> Places:
    """Return the places on the prepared board that the lessons use."""
    at, edge = state.grid.index, state.grid.edge_between
    home = capital_slots(2, "compact")[0]
    mine = min(state.mines, key=lambda h: (state.grid.distance[home][h], h)) if state.mines else home
    army, axis = at[1, 0], at[0, 0]
    return Places(home, army, axis, mine, at[2, 1], at[-1, 0], edge[army, axis])


class Orla(Actor):
    """Opponent who follows a script in the prepared round, and then plays as well as she can."""

    def __init__(self) -> None:
        super().__init__(HeuristicBot(SEED, OTHER))

    def scripted_decision(self, state: Bridgefront, seat: int, secrets: Secrets) -> Decision | None:
        """Return her bid and her marches in the prepared round."""
        if state.round == LAST_OF_AGE:
            question, _ = GAME.pending_question(state, seat)
            if question is BID:
                return Bid("pass", 0)
            if question is ACTION:
                batch = draft_pile_batch(state, seat, secrets) if state.piles.mix[seat] else None
                return self._action(state)._replace(batch=batch)
        return None

    def _action(self, state: Bridgefront) -> Action:
        where = places(state)
        if state.action_step == 1:
            return Action("march", locked=(Walk(where.vanguard, OPPONENT_COHORTS, (), (where.axis,)),))
        if state.action_step == 2:
            return Action("march", locked=(Walk(where.raiders, RAID, (), (where.home,)),))
        return Action("done")


def prepared_match(seed: str = SEED) -> LocalMatch[Bridgefront]:
    """Return the table at the start of the tutorial, where our seat is asked for its first bid of round 3."""
    table = LocalMatch(GAME, {OWN: Orla(), OTHER: Orla()}, seed, sealed=True)
    state = table.state
    while not state.round:
        decisions = {}
        for seat in GAME.pending_asks(state):
            automatic = GAME.automatic_decision(state, seat, table.secrets[seat])
            decisions[seat] = automatic if automatic is not None else _set_up(state, seat, table.secrets[seat])
        if any(isinstance(decision, Pick) for decision in decisions.values()):
            _arrange(state)
        GAME.step(state, decisions, table.beacon())
    return table


def _set_up(state: Bridgefront, seat: int, secrets: Secrets) -> Decision:
    """Return the decision of a seat in the set-up, before the first round."""
    question, _ = GAME.pending_question(state, seat)
    if question is FACTION:
        first = CODES.index(FACTIONS[seat])
        return FactionRanking((first, *(i for i in range(len(CODES)) if i != first)))
    if question is CAPITALS:
        default = GAME.default_decision(state, seat, secrets)
        assert isinstance(default, CapitalRanking)
        return default._replace(ranking=(seat - 1, 2 - seat))
    if question is BRIDGES:
        a, b, *_ = bridge_sites(state, seat)
        return StartingBridges((a, b))
    return Pick(0)


def _arrange(state: Bridgefront) -> None:
    """Place units and Bridges as if two rounds had been played; the next round is the last of the age."""
    where, edge = places(state), state.grid.edge_between
    at = state.grid.index
    state.round = LAST_OF_AGE - 1
    state.lead = OTHER
    state.bridges[:] = [0] * len(state.bridges)
    roads = (((3, 0), (2, 0)), ((2, 0), (1, 0)), ((2, 1), (3, 0)), ((-3, 0), (-2, 0)), ((-2, 0), (-1, 0)),
             ((-1, 0), (0, 0)))  # fmt: skip
    for a, b in roads:
        state.bridges[edge[at[a], at[b]]] = 1
    state.forces[OWN] = {where.home: 1, where.mine: 1, where.army: ARMY}
    state.forces[OTHER] = {state.capital[OTHER]: 2, where.vanguard: OPPONENT_COHORTS, where.raiders: RAID}
    state.first_in = {state.capital[seat]: seat for seat in state.seats}
    state.vp[OWN], state.vp[OTHER] = 3, 2


def champion_in_hand(state: Bridgefront, secrets: Secrets) -> int:
    """Return the copy of our faction's Champion that is in the hand."""
    return next(copy for copy, _ in held_cards(state, OWN, secrets) if state.cards[state.card[copy]].stats is not None)
