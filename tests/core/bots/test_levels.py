"""Levels of bots: the easy bot makes sense, and an auto-clicker that passes loses to it."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import Any

import pytest

from core.bots.heuristic import HeuristicBot
from core.bots.levels import PASSES, EasyBot, HardBot, NormalBot
from core.engine.game import Decision, Game, RandomSource, State
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.engine.result import FREE_FOR_ALL
from core.games.bridgefront import events as bridgefront
from core.games.bridgefront.foresight import count_upcoming_odds, upcoming_battles
from core.games.bridgefront.odds import run_to_end
from core.games.bridgefront.state import Bridgefront
from core.games.midnight.bot.fights import ruins
from core.games.registry import GAMES, NAMES, record_of
from tests.support.kit import EXAMPLES, loaded_file

OPPOSED = [name for name in NAMES if GAMES[name].kind == FREE_FOR_ALL]


class Clicker(HeuristicBot):
    """An auto-clicker that takes the default of every question, as a window does when the time is over."""

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        return game.default_decision(state, seat, secrets)


class Passer(HeuristicBot):
    """An auto-clicker that stops acting wherever it can, and otherwise makes the default choice."""

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        for decision in islice(game.options_of(state, seat, secrets), 400):
            if getattr(decision, "kind", "") in PASSES:
                return decision
        return game.default_decision(state, seat, secrets)


@pytest.mark.parametrize("clicker", [Passer, Clicker])
@pytest.mark.parametrize("name", OPPOSED)
def test_auto_clicker_loses_to_easy_bots(name: str, clicker: type[HeuristicBot]) -> None:
    """It won 0 to 1 of 18 measured matches in each game, so at most one of four here."""
    game, won = GAMES[name], 0
    for number in range(4):
        own = 1 + number % 3
        players: dict[int, HeuristicBot] = {seat: EasyBot(f"{number}", seat) for seat in (1, 2, 3)}
        players[own] = clicker(f"{number}", own)
        state = LocalMatch(game, players, f"passed {number}").play()
        won += own in {standing.seat for standing in game.standing(state) if standing.rank == 1}
    assert won <= 1


def test_normal_bot_chooses_among_its_own_ideas() -> None:
    """In Bridgefront each idea of an action gains something; no action is drawn at random."""
    game, chosen = GAMES["bridgefront"], 0
    record = record_of("bridgefront")
    assert record is not None and record.foresight is not None
    bots = {seat: NormalBot("ideas", seat) for seat in (1, 2, 3)}
    match = LocalMatch(game, bots, "ideas")
    while match.state.t < 60:
        for seat, ask in game.pending_asks(match.state).items():
            if ask.kind != "action":
                continue
            bot, own = NormalBot("ideas", seat), match.secrets[seat].copy()
            decision = bot.decide(game, match.state.clone(), seat, own)
            question, asked = bot.position(game, match.state.clone(), seat, own)
            ideas = record.foresight.ideas[question](asked, 40)
            kinds = {(idea.kind, idea.locked) for idea in ideas}  # type: ignore[attr-defined]
            chosen += decision != ideas[0]
            assert (decision.kind, decision.locked) in kinds or decision.kind == "done"  # type: ignore[attr-defined]
        match.step()
    assert chosen, "a hesitant bot does not always take its best idea"


@pytest.mark.parametrize(("level", "percent"), [(EasyBot, 50), (NormalBot, 25), (HardBot, 0)])
def test_levels_differ_in_a_game_without_ranked_ideas(
    level: type[HeuristicBot], percent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All levels were the same bot in games in one file."""
    with loaded_file(EXAMPLES / "high_tide.py") as game:
        record = record_of(game.name)
        assert record is not None and record.reviewer is None and record.answers
        drawn: list[int] = []
        sample = game.sample

        def counted(state: State, seat: int, secrets: Secrets, chance: RandomSource) -> Decision:
            drawn.append(seat)
            return sample(state, seat, secrets, chance)

        monkeypatch.setattr(game, "sample", counted)
        decided, bot = 0, level("files", 1)
        for number in range(8):
            match = LocalMatch(game, {seat: HardBot(f"{number}", seat) for seat in (1, 2, 3)}, f"files {number}")
            while not match.state.over:
                for seat in game.pending_asks(match.state):
                    bot.decide(game, match.state.clone(), seat, match.secrets[seat].copy())
                    decided += 1
                match.step()
        assert decided > 200 and abs(100 * len(drawn) - percent * decided) <= 8 * decided


def test_easy_bots_contest_the_center() -> None:
    game = GAMES["bridgefront"]
    for number in range(3):
        state = LocalMatch(game, {seat: EasyBot(f"{number}", seat) for seat in (1, 2, 3)}, f"center {number}").play()
        assert isinstance(state, Bridgefront)
        center = state.grid.center
        assert any(center in state.occupied_hexes(seat) for seat in state.seats)


def test_hard_bot_is_unchanged_by_the_weights_of_beginners() -> None:
    for name in NAMES:
        record = record_of(name)
        assert record is not None and record.beginner_weights is not None
        assert type(record.beginner_weights) is type(record.usual_weights)
        assert record.beginner_weights is not record.usual_weights
    assert not hasattr(HardBot, "short_sighted")


# The easy bot makes sense -------------------------------------------------------------------------------------------


def test_easy_bot_takes_a_fight_that_it_wins_in_four_of_five_cases() -> None:
    """The odds are counted exactly here; before, the easy bot took three of ten such fights."""
    game, offered = GAMES["bridgefront"], 0
    record = record_of("bridgefront")
    assert record is not None and record.foresight is not None
    for number in range(2):
        match: LocalMatch[Any] = LocalMatch(game, {s: EasyBot(f"{number}", s) for s in (1, 2, 3)}, f"easy {number}")
        while not match.state.over:
            state, good = match.state.clone(), []
            for seat, ask in game.pending_asks(state).items():
                if ask.kind == "action":
                    own = match.secrets[seat].copy()
                    question, asked = EasyBot(f"{number}", seat).position(game, state.clone(), seat, own)
                    ideas = record.foresight.ideas[question](asked, EasyBot.considers)
                    good += [seat] if any(exact_chance(state, seat, idea) >= Fraction(4, 5) for idea in ideas) else []
            decisions, _ = match.step()
            for seat in good:
                assert exact_chance(state, seat, decisions[seat]) >= Fraction(4, 5), (number, state.t, seat)
            offered += len(good)
    assert offered >= 5


def exact_chance(state: Any, seat: int, action: Any) -> Fraction:
    """Return the chance of winning the battle that an action surely starts, or 0."""
    fights = upcoming_battles(state.clone(), seat, action) if action.kind != "done" else []
    chances = [
        run_to_end(count_upcoming_odds(f)).win_chance(seat) for f in fights if (f.attacker, f.chance) == (seat, 1)
    ]
    return max(chances, default=Fraction(0))


def test_easy_bot_harms_no_unit_of_its_own() -> None:
    """No card of an easy bot hurts its own Champions or Forces outside of battles."""
    game, hurt = GAMES["bridgefront"], 0
    for number in range(3):
        match: LocalMatch[Any] = LocalMatch(game, {s: EasyBot(f"{number}", s) for s in (1, 2, 3)}, f"easy {number}")
        while not match.state.over:
            owner = {copy: champion.owner for copy, champion in match.state.champions.items()}
            acting, fighting = 0, False
            for event in match.step()[1]:
                if isinstance(event, bridgefront.ActionResolves):
                    acting = event.seat
                elif isinstance(event, (bridgefront.BattleBegan, bridgefront.BattleEnded)):
                    fighting = isinstance(event, bridgefront.BattleBegan)
                elif isinstance(event, bridgefront.ChampionHurt) and not fighting:
                    assert owner.get(event.copy) != acting, (number, match.state.t, event)
                    hurt += 1
                elif isinstance(event, bridgefront.ForcesDied) and not fighting:
                    assert event.seat != acting, (number, match.state.t, event)
    assert hurt, "cards hurt others"


def test_easy_bot_ruins_a_nation_that_it_can_and_stops_with_no_surplus_cards() -> None:
    """In Midnight it lays the gun that ruins a nation over an open border, and pays no fee that it can avoid."""
    game, laid = GAMES["midnight"], 0
    record = record_of("midnight")
    assert record is not None and record.foresight is not None
    for number in range(4):
        match: LocalMatch[Any] = LocalMatch(game, {s: EasyBot(f"{number}", s) for s in (1, 2, 3)}, f"easy {number}")
        while not match.state.over:
            state, ruining = match.state.clone(), {}
            for seat, ask in game.pending_asks(state).items():
                if ask.kind == "act":
                    own = match.secrets[seat].copy()
                    question, asked = EasyBot(f"{number}", seat).position(game, state.clone(), seat, own)
                    acts = [
                        idea
                        for idea in record.foresight.ideas[question](asked, EasyBot.considers)
                        if ruins(asked, idea)
                    ]
                    ruining.update({seat: asked} if acts else {})
            decisions, _ = match.step()
            for seat, asked in ruining.items():
                assert ruins(asked, decisions[seat]), (number, state.t, seat)
                laid += 1
            for seat, made in decisions.items():
                if getattr(made, "kind", "") == "stop":
                    assert state.piles.hand_size(seat) <= state.rules.numbers.hand_limit, (number, state.t, seat)
    assert laid >= 4
