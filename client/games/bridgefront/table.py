"""Table of Bridgefront, for matches, replays and lessons."""

from __future__ import annotations

from client.games.bridgefront import replay
from client.games.bridgefront.hint_view import decision_words
from client.games.bridgefront.prompts import BridgefrontPrompts
from client.games.bridgefront.standings import ending, ranks
from client.games.bridgefront.view import BridgefrontTable
from client.games.bridgefront.view_model import BridgefrontViewModel
from client.session.source import TableState
from client.table.seats.names import Names
from client.table.spec import ReplaySpec, TableSpec
from client.table.view_model import ViewModel
from core.engine.game import Decision, any_game
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.game import GAME
from core.games.bridgefront.state import Bridgefront


def _model(model: ViewModel) -> BridgefrontViewModel:
    assert isinstance(model, BridgefrontViewModel)
    return model


def _rounds(state: TableState) -> int:
    assert isinstance(state, Bridgefront)
    return state.rules.numbers.rounds


def _words(state: TableState, seat: int, decision: Decision, own: Secrets, names: Names) -> str:
    return decision_words(state, seat, decision, own, names) or GAME.describe_decision(state, seat, decision, own)


TABLE = TableSpec(
    any_game(GAME),
    lambda screen, model, look: BridgefrontTable(screen, any_game(GAME), model, look),
    BridgefrontPrompts,
    ReplaySpec(replay.ReplayTimeline, replay.build, replay.show_step, replay.restage, replay.beside_hand),
    lambda state: bool(state.round),
    lambda table, standing: ending(_model(table.model), standing),
    lambda model, standing: ranks(_model(model), standing),
    BridgefrontViewModel,
    heard=lambda model, state, events: _model(model).course.add_step(state, events),
    decision_words=_words,
    rounds=_rounds,
)
