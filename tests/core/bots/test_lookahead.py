"""The search bot: it sees no more than its seat, keeps to its budget, and takes the best result.

Also tested: its values, luck keyed by place, and banned cards.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from core.bots.base import DecisionPosition
from core.bots.heuristic import HeuristicBot
from core.bots.levels import MasterBot
from core.bots.lookahead import Budget, Search
from core.bots.random_bot import Dice, RandomBot
from core.bots.win_probability import CERTAINTY, win_probability
from core.engine.agenda import AgendaGame
from core.engine.local_match import KeyedLuck, LocalMatch
from core.games.bridgefront.bot import evaluation as bridgefront_value
from core.games.bridgefront.bot import transposition_table
from core.games.bridgefront.bot.action import choose_action, opinion_of_card, ranked_actions
from core.games.bridgefront.bot.effect_scores import Advice, looks_at_board
from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.transposition_table import cached_view
from core.games.bridgefront.bot.weights import USUAL, copy_worth
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.choices import ChoiceContext
from core.games.bridgefront.decisions import Walk
from core.games.bridgefront.phases.action_choice import ACTION
from core.games.bridgefront.state import Mark
from core.games.midnight.bot import evaluation as midnight_value
from core.games.registry import GAMES
from tests.support.core.twins import OtherKey, Twins
from tests.support.records import FORESIGHT

VALUES: dict[str, Any] = {"bridgefront": bridgefront_value, "midnight": midnight_value}


MOST = 4
"""Number of decisions compared in one fork."""


class Brief(MasterBot):
    """A master bot with little time."""

    budget = Budget(rollouts=8, ideas=3)


def searched(game: Any, state: Any) -> list[int]:
    """Return the seats whose question the bot searches."""
    ideas = FORESIGHT[game.name].ideas
    return [seat for seat, kind, _ in state.asking if game.questions[kind] in ideas]


# What it may see ------------------------------------------------------------------------------------------------------


class Ahead(Twins):
    """Twin matches in which every seat except the hider searches, and must decide the same in both."""

    compared = 0
    rollouts: list[int]
    """Results of the rollouts since the list was cleared."""

    def seen(self, state: Any, seat: int) -> tuple[Any, list[int]]:
        """Return the decision and the results of all rollouts behind it."""
        self.rollouts.clear()
        decision = Brief("twins", seat).decide(self.game, state, seat, copy.deepcopy(self.table.secrets[seat]))
        return decision, self.rollouts[:]

    def decide(self) -> tuple[dict[int, Any], dict[int, Any]] | None:
        for seat in searched(self.game, self.table.state):
            if seat != self.hider and self.compared < MOST:
                both = [self.seen(state, seat) for state in (self.table.state, self.state)]
                assert both[0] == both[1], f"seat {seat} decides otherwise where seat {self.hider} hides something else"
                self.compared += 1
        return super().decide()


@pytest.mark.parametrize(("name", "seats"), [("bridgefront", 2), ("midnight", 3)])
def test_hidden_cards_of_other_seats_do_not_change_a_searched_decision(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The information set is the same; only commitments differ in public."""
    compared, rollout = 0, Search.rollout
    Ahead.rollouts = []

    def noted(search: Search, number: int, idea: Any) -> int:
        Ahead.rollouts.append(rollout(search, number, idea))
        return Ahead.rollouts[-1]

    monkeypatch.setattr(Search, "rollout", noted)
    for number, at in enumerate((6, 14, 22, 30)):
        twins = Ahead(GAMES[name], seats, f"ahead {number}", sealed=True)
        if twins.play_to(at):
            twins.fork(OtherKey(twins.table.secrets[twins.hider], at))
            compared += twins.compared
    assert compared >= 6


@pytest.mark.parametrize(("name", "seats"), [("bridgefront", 3), ("midnight", 4)])
def test_a_match_of_masters_is_legal_and_reproducible(name: str, seats: int) -> None:
    """A match of masters is legal and reproducible, and leaves state and secrets unchanged.

    `Table` refuses illegal decisions.
    """
    digests = set()
    for _ in range(2):
        players: dict[int, Any] = {1: Brief("again", 1), **{s: RandomBot("again", s) for s in range(2, seats + 1)}}
        table = LocalMatch(GAMES[name], players, "again", sealed=True)
        for _ in range(24):
            if searched(GAMES[name], table.state):
                before = table.state.digest()
                seat = searched(GAMES[name], table.state)[0]
                Brief("look", seat).decide(GAMES[name], table.state, seat, copy.deepcopy(table.secrets[seat]))
                assert table.state.digest() == before, "looking ahead has changed the state"
            table.step()
        digests.add(table.state.digest())
    assert len(digests) == 1


@pytest.mark.parametrize(("name", "seats"), [("bridgefront", 2), ("midnight", 3)])
def test_unchecked_rollout_decisions_are_legal(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    checked, resolve = 0, AgendaGame.resolve

    def also_checked(game: Any, state: Any, decisions: Any, *rest: Any) -> Any:
        nonlocal checked
        assert set(decisions) == set(game.pending_asks(state)), "somebody is not asked, or owes a decision"
        for seat, decision in decisions.items():
            game.check(state, seat, decision)
        checked += len(decisions)
        return resolve(game, state, decisions, *rest)

    table = LocalMatch(GAMES[name], {s: HeuristicBot("legal", s) for s in range(1, seats + 1)}, "legal")
    looked = 0
    while looked < 6:
        for seat in searched(GAMES[name], table.state)[:1]:
            with monkeypatch.context() as patched:
                patched.setattr(AgendaGame, "resolve", also_checked)
                Brief("legal", seat).decide(GAMES[name], table.state, seat, copy.deepcopy(table.secrets[seat]))
            looked += 1
        table.step()
    assert checked > 100


# How it decides -------------------------------------------------------------------------------------------------------


class Told(Search):
    """A search whose rollouts have given results."""

    def __init__(self, worth: dict[str, int]) -> None:
        self.worth = worth
        self.seen: list[tuple[int, str]] = []

    def rollout(self, number: int, idea: Any) -> int:
        self.seen.append((number, idea))
        return self.worth[idea]


@pytest.mark.parametrize("ideas", [2, 3, 5, 6, 8])
def test_the_best_candidate_is_found_within_the_budget(ideas: int) -> None:
    names = "abcdefgh"[:ideas]
    for best in names:
        search = Told({name: 900 if name == best else 100 for name in names})
        assert search.best(names, 60) == best
        assert len(search.seen) <= 60, "more rollouts than the budget"
        worlds = {name: {number for number, idea in search.seen if idea == name} for name in names}
        assert all(worlds[name] == set(range(len(worlds[name]))) for name in names), "ideas are tried in other worlds"
        assert len(worlds[best]) == len(worlds["a"]) == max(len(found) for found in worlds.values())
    alike = Told(dict.fromkeys(names, 5))
    assert alike.best(names, 60) == "a", "of equal ones the favourite"


def test_the_favourite_is_replaced_only_by_a_clearly_better_candidate() -> None:
    """Keep the favourite unless the difference exceeds the scatter of the results."""

    class Scattered(Told):
        def rollout(self, number: int, idea: Any) -> int:
            wave = -40 if number % 2 else 40
            return {"a": 100 - wave, "b": 101 + wave, "c": 90}[idea]

    assert Scattered({}).best("abc", 60) == "a"
    assert Told({"a": 100, "b": 101, "c": 90}).best("abc", 60) == "b"


def test_variants_of_the_first_walk_are_among_many_candidates() -> None:
    """With room for many candidates, variants of the first pure walk are added, from or to other hexes.

    All are legal, and none occurs twice.
    """
    game: Any = GAMES["bridgefront"]
    table: Any = LocalMatch(game, {s: HeuristicBot("walks", s) for s in (1, 2)}, "walks")
    met = 0
    while not table.state.over and met < 5:
        for seat in searched(game, table.state):
            state, secrets = table.state, table.secrets[seat]
            ideas = ranked_actions(View(state, seat), secrets, Dice(bytes(8)), 8)
            assert len(ideas) <= 8 and ideas[-1].kind == "done" and len(set(ideas)) == len(ideas)
            for idea in ideas:
                game.check(state, seat, idea)
            first = next((one for one in ideas if one.locked and isinstance(one.locked[0], Walk)), ideas[-1])
            like = [one.locked[0] for one in ideas if one.locked and (one.kind, one.card) == (first.kind, first.card)]
            met += len(like) > 1
            assert len({(walk.start, walk.path[-1]) for walk in like if isinstance(walk, Walk)}) == len(like)
            few = ranked_actions(View(state, seat), secrets, Dice(bytes(8)), 4)
            assert few[:-1] == ideas[: len(few) - 1], "few ideas are the first of many"
        table.step()
    assert met >= 5


@pytest.mark.parametrize("seats", [2, 4])
def test_a_cached_evaluation_equals_a_fresh_one(seats: int) -> None:
    game: Any = GAMES["bridgefront"]
    players: Any = {seat: HeuristicBot("boards", seat) for seat in range(1, seats + 1)}
    table = LocalMatch(game, players, "boards")
    again = 0
    while not table.state.over:
        for seat in searched(game, table.state):
            state = table.state
            world = game.sample_world(state, seat, table.secrets[seat], Dice(bytes(8)))
            for at, secrets in ((world.state, world.secrets[seat]), (state, table.secrets[seat])):
                old = cached_view(at, seat)
                again += bool(old.opinions)
                for _ in range(2):
                    fresh, known = View(at, seat), cached_view(at, seat)
                    fresh.opinions = {}
                    acts = [choose_action(view, secrets, Dice(bytes(8))) for view in (fresh, known)]
                    assert acts[0] == acts[1]
                    ranked = [ranked_actions(view, secrets, Dice(bytes(8)), 8) for view in (fresh, known)]
                    assert ranked[0] == ranked[1]
                    detail = game.pending_question(at, seat)[1]
                    asked = DecisionPosition(game, at, seat, secrets, detail, Dice(bytes(8)))
                    assert FORESIGHT["bridgefront"].plan[ACTION](asked) == acts[0]
                    assert (fresh.goals, fresh.danger, fresh.unit_totals) == (
                        known.goals,
                        known.danger,
                        known.unit_totals,
                    )
        table.step()
    assert again >= 20, "boards come up again"


@pytest.mark.parametrize("seats", [2, 3])
def test_rollouts_do_not_depend_on_the_cache(seats: int) -> None:
    game: Any = GAMES["bridgefront"]
    foresight = FORESIGHT["bridgefront"]
    table: Any = LocalMatch(game, {s: HeuristicBot("forget", s) for s in range(1, seats + 1)}, "forget")
    met = 0
    while not table.state.over and met < 10:
        for seat in searched(game, table.state)[: 1 + table.state.t % 2]:
            state, detail = table.state, game.pending_question(table.state, seat)[1]
            found: list[list[int]] = []
            for forgetful in (False, True):
                asked = DecisionPosition(game, state, seat, table.secrets[seat].copy(), detail, Dice(bytes(8)))
                search = Search(foresight, asked)
                ideas = foresight.ideas[ACTION](asked, 5)
                values = []
                for number in range(3):
                    for idea in ideas:
                        if forgetful:
                            transposition_table._memory.boards.clear()
                        values.append(search.rollout(number, idea))
                found.append(values)
            assert found[0] == found[1]
            met += 1
        table.step()
    assert met >= 10


def _hurt(state: Any) -> None:
    copy_, champion = next(iter(state.champions.items()))
    state.champions[copy_] = champion._replace(hp=champion.hp + 1)


def _other_champion(state: Any) -> None:
    copy_ = next(iter(state.champions))
    state.card[copy_] = next(i for i, card in enumerate(CARDS) if i != state.card[copy_] and card.stats is not None)


@pytest.mark.parametrize(
    "changed",
    [
        lambda state: setattr(state, "round", state.round + 1),
        lambda state: state.bridges.__setitem__(0, 1 - state.bridges[0]),
        lambda state: state.forces[2].__setitem__(0, 9),
        _hurt,
        _other_champion,
        lambda state: state.mines.__setitem__(next(iter(state.mines)), 7),
        lambda state: state.vp.__setitem__(2, 9),
        lambda state: state.gold.__setitem__(1, state.gold[1] + 30),
        lambda state: state.marks.append(Mark("walked", 1)),
        lambda state: state.capital.__setitem__(2, 0),
        lambda state: state.faction.__setitem__(1, (state.faction[1] + 1) % 6),
        lambda state: setattr(state, "setup", state.setup._replace(options=dict(state.setup.options))),
    ],
)
def test_any_difference_of_the_board_makes_another_cache_key(changed: Any) -> None:
    state, other = _with_champion(), _with_champion()
    other.setup = state.setup
    state.mana[1] = other.mana[1] + 1
    assert cached_view(state, 1).walk_gains is cached_view(other, 1).walk_gains, "mana is none of the board"
    assert cached_view(state, 1).mana == state.mana[1]
    assert cached_view(state, 1).walk_gains is not cached_view(state, 2).walk_gains
    changed(other)
    assert cached_view(state, 1).walk_gains is not cached_view(other, 1).walk_gains


def test_less_mana_changes_the_choice_on_the_same_board() -> None:
    game: Any = GAMES["bridgefront"]
    table: Any = LocalMatch(game, {s: HeuristicBot("mana", s) for s in (1, 2)}, "mana")
    while table.state.phase != "action":
        table.step()
    state, chosen = table.state, []
    for mana in (state.mana[1], 0, state.mana[1]):
        state.mana[1] = mana
        asked = DecisionPosition(game, state, 1, table.secrets[1], game.pending_question(state, 1)[1], Dice(bytes(8)))
        chosen.append(FORESIGHT["bridgefront"].plan[ACTION](asked))
    assert chosen[0] == chosen[2] and chosen[0].kind != "done" and chosen[1].kind == "done"


def _less_mana(state: Any) -> None:
    state.mana[1] = max(0, state.mana[1] - 2)


def _one_card(state: Any) -> None:
    state.piles.shown[1] = state.piles.shown[1][:1]


def _better_cards(state: Any) -> None:
    state.piles.shown[1] = tuple(sorted(range(1, len(state.card)), key=lambda c: -copy_worth(USUAL, state, c))[:3])


def _no_pile(state: Any) -> None:
    state.piles.unknown[1] = ()


def _rich_enemy(state: Any) -> None:
    state.gold[2] += 20


@pytest.mark.parametrize("changed", [_less_mana, _one_card, _better_cards, _no_pile, _rich_enemy])
def test_cached_card_values_depend_only_on_their_key(changed: Any) -> None:
    """The cached values of cards on a known board equal fresh ones, after any other change."""
    state = _with_champion()
    piles = state.piles
    state.card = [*state.card, *range(len(CARDS))]
    piles.top[1] = piles.bottom[1] = piles.mix[1] = piles.hand[1] = ()
    piles.unknown[1] = (1, 2)
    piles.shown[1] = tuple(sorted(range(1, len(state.card)), key=lambda c: copy_worth(USUAL, state, c))[:3])
    forge = min(state.forges)
    for forces in state.forces:
        forces.pop(forge, None)
    state.forces[1][forge] = 2
    other = state.clone()
    changed(other)
    first_copy = len(state.card) - len(CARDS)

    def opinions(at: Any, view: View) -> dict[str, Any]:
        advice = Advice(view, Dice(bytes(8)), ())
        found = {}
        for advice.copy, face in enumerate(CARDS, first_copy):
            found[face.name] = opinion_of_card(advice, face, ChoiceContext(at, 1, face, (), at.piles.shown[1]))
        return found

    first, seen = View(other, 1), View(state, 1)
    first.opinions, seen.opinions = {}, {}
    opinions(state, seen)
    seen.state, seen.mana, seen.gold = other, other.mana[1], other.gold[1]
    assert opinions(other, seen) == opinions(other, first)
    of_board = {face.name: looks_at_board(face.effects) for face in CARDS}
    assert of_board["Recruit"] and not of_board["Foundry Heist"], "what is picked may look at the hand"


def test_a_cached_board_is_evaluated_with_the_current_gold() -> None:
    state = _with_champion()
    views = []
    for state.gold[1] in (0, 1):
        views.append(cached_view(state, 1))
        assert views[-1].gold == state.gold[1]
    assert views[0].walk_gains is views[1].walk_gains


def test_the_board_cache_is_bounded() -> None:
    state, known = _with_champion(), transposition_table._memory.boards
    for points in range(transposition_table.MAX_BOARDS + 9):
        state.vp[2] = points
        view = cached_view(state, 1)
    assert len(known) == transposition_table.MAX_BOARDS and cached_view(state, 1) is view


def _with_champion() -> Any:
    game: Any = GAMES["bridgefront"]
    players: Any = {seat: HeuristicBot("champion", seat) for seat in (1, 2)}
    table: Any = LocalMatch(game, players, "champion")
    while not table.state.champions or table.state.gold[1] > 20:
        table.step()
    return table.state


def test_a_master_makes_fewer_rollouts_with_more_players_or_more_mana() -> None:
    """Each rollout takes longer then."""
    game: Any = GAMES["bridgefront"]
    budgets = []
    for seats in range(2, 7):
        table: Any = LocalMatch(game, {s: HeuristicBot("budget", s) for s in range(1, seats + 1)}, "budget")
        while table.state.phase != "action":
            table.step()
        budgets.append(FORESIGHT["bridgefront"].budget(table.state).rollouts)
        table.state.mana[1] -= 3
        assert FORESIGHT["bridgefront"].budget(table.state).rollouts > budgets[-1]
        table.state.mana[:] = [0] * len(table.state.mana)
        assert FORESIGHT["bridgefront"].budget(table.state).rollouts == 240, "there is an end to it"
    assert budgets == sorted(budgets, reverse=True) and budgets[-1] >= 15


def test_a_seat_about_to_win_looks_better_than_one_that_is_not() -> None:
    """The value of a finished match is its result; before that, the chances of all seats add up to one victory."""
    for name, seats in (("bridgefront", 4), ("midnight", 3)):
        game, module = GAMES[name], VALUES[name]
        table: Any = LocalMatch(game, {s: HeuristicBot("value", s) for s in range(1, seats + 1)}, "value")
        while not table.state.over:
            found = [module.value(table.state, seat) for seat in table.state.seats]
            table.step()
            assert sum(found) == pytest.approx(CERTAINTY, abs=seats) and all(type(one) is int for one in found)
        winners = table.state.winners
        assert [module.value(table.state, s) for s in table.state.seats] == [
            CERTAINTY // len(winners) if s in winners else 0 for s in table.state.seats
        ]


@pytest.mark.parametrize("name", VALUES)
def test_every_game_has_weights_for_each_number_of_seats(name: str) -> None:
    fit = VALUES[name].FITTED_WEIGHTS
    assert set(fit) == set(GAMES[name].seat_counts)
    assert all(len(weights) == len(VALUES[name].FEATURES) for pair in fit.values() for weights in pair)


def test_the_win_probability_is_shared_equally_and_rises_with_the_score() -> None:
    assert win_probability([0, 0, 0, 0], 3) == CERTAINTY // 4 and win_probability([-640, 0], 0) == CERTAINTY // 1025
    rising = [win_probability([score, 0], 0) for score in range(-2000, 2000, 16)]
    assert rising == sorted(rising) and rising[0] == 0 and rising[-1] == CERTAINTY


# Luck by place --------------------------------------------------------------------------------------------------------


def test_keyed_random_numbers_depend_only_on_their_key() -> None:
    one, two = KeyedLuck(bytes(32)), KeyedLuck(bytes(32))
    for _ in range(3):
        one.begin((1, "market"))
    two.begin((1, "market"))
    assert one.key(0) != two.key(0), "each step of a place has its own"
    for keyed in (one, two):
        keyed.begin((1, "action"))
    assert one.key(0) == two.key(0) and one.key(1) == two.key(1) and one.key(1) != one.key(0)
    assert KeyedLuck(bytes(31) + b"1").key(0) != one.key(0)


def test_an_option_without_effect_does_not_change_a_match_with_keyed_luck() -> None:
    """The seed alone decides the match.

    Another seed gives another match, and real nonces cannot be keyed.
    """

    def end(seed: str, **options: Any) -> tuple[Any, ...]:
        players = {s: HeuristicBot(seed, s) for s in (1, 2)}
        state = LocalMatch(GAMES["bridgefront"], players, seed, options, keyed=True).play()
        return state.winners, state.vp, state.round

    assert end("keyed", champion_limit=8) == end("keyed", champion_limit=0)
    assert end("keyed") != end("other")
    with pytest.raises(ValueError, match="keyed"):
        LocalMatch(GAMES["bridgefront"], {1: RandomBot(), 2: RandomBot()}, "x", sealed=True, keyed=True)


# Cards to do without --------------------------------------------------------------------------------------------------


def test_banned_cards_are_neither_played_nor_considered() -> None:
    game: Any = GAMES["bridgefront"]
    table: Any = LocalMatch(game, {s: HeuristicBot("ban", s) for s in (1, 2)}, "ban")
    met = 0
    while not table.state.over and met < 5:
        for seat in searched(game, table.state):
            state, secrets = table.state, table.secrets[seat]
            asked = DecisionPosition(game, state, seat, secrets, game.pending_question(state, seat)[1], Dice(bytes(8)))
            first = FORESIGHT["bridgefront"].ideas[ACTION](asked, 4)[0]
            if first.kind == "card":
                banned = state.card[first.card if isinstance(first.card, int) else first.card[1]]
                others = ranked_actions(View(state, seat), secrets, Dice(bytes(8)), 9, frozenset({banned}))
                played = HeuristicBot("ban", seat, {banned}).decide(game, state, seat, secrets)
                for action in (*others, played):
                    copy_ = action.card if isinstance(action.card, int) else action.card and action.card[1]
                    assert not copy_ or state.card[copy_] != banned
                met += 1
        table.step()
    assert met >= 5
