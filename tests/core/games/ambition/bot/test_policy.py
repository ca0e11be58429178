"""The heuristic bot of Ambition plays legally, uses only what its seat may see, bluffs sensibly and beats chance."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import Dice, RandomBot
from core.engine.hidden.contracts import PaperOpening
from core.engine.hidden.shared_deck.state import deck_of_slot
from core.engine.local_match import LocalMatch
from core.games.ambition import challenges, events, industry, schemes, statements, turn
from core.games.ambition.bot import policy as plan
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.bot.reasons import REASONS
from core.games.ambition.cards import DEFENSE, EARLY_WARNING, ELITES, EXCHANGE, GRIDWORKS, NUCLEAR_ARMS
from core.games.ambition.changes import RULESETS
from core.games.ambition.decisions import Declare, Disarm, Doubt, Gift, Industry, Launch
from core.games.ambition.game import GAME
from core.games.ambition.state import Alliance
from core.games.ambition.text.prompts import PROMPTS

SEATS = 3


def table_at(kind: str, seed: str = "heuristic", bots: type[RandomBot] = HeuristicBot, at: int = 1) -> LocalMatch[Any]:
    """Return a match of bots at the `at`-th step in which a seat is asked this kind of question."""
    table = LocalMatch(GAME, {seat: bots(f"{seed}", seat) for seat in range(1, SEATS + 1)}, seed)
    while not table.state.over:
        at -= any(asked == kind for _, asked, _ in table.state.asking)
        if not at:
            return table
        table.step()
    raise AssertionError(f"nobody is asked for {kind}")


def ask(table: LocalMatch[Any], seat: int, *detail: Any, dice: str = "") -> Ask:
    """Return the position from which that seat's bot decides."""
    GAME.learn(table.state, seat, table.secrets[seat])
    return Ask(GAME, table.state, seat, table.secrets[seat], detail, Dice(dice.encode().ljust(8, b".")))


def asked(table: LocalMatch[Any], kind: str) -> tuple[int, tuple[Any, ...]]:
    """Return the seat that is asked this kind of question, and the detail."""
    return next((seat, detail) for seat, each, detail in table.state.asking if each == kind)


def test_the_bot_answers_every_question_to_a_player_of_ambition() -> None:
    assert set(plan.ANSWERS) == set(PROMPTS) == {one for one in GAME.questions.values() if not one.is_automatic}


def test_the_bot_opens_no_paper_that_makes_its_decision_illegal() -> None:
    table = table_at("launch")
    seat, detail = asked(table, "launch")
    a = ask(table, seat, *detail)
    keeps = plan.without_illegal_openings(lambda a: Launch(opens=(PaperOpening(99, (), b""),)))
    assert keeps(a) == Launch()


def test_reasons_name_the_numbers_of_the_ruleset() -> None:
    changed = {"gridworks_gain": "7", "death_gift": "11", "challenge_penalty": "23"}
    table = table_at("launch")
    seat, _ = asked(table, "launch")
    a = ask(table, seat)
    entries = [(("numbers", name), text) for name, text in changed.items()]
    a.state.rules = RULESETS.of(RULESETS.compose(entries))
    said = [
        REASONS[industry.INDUSTRY](a, Industry(industry.GRID)),
        REASONS[schemes.GIFT](a, Gift(2)),
        REASONS[statements.DISARM](a, Disarm((1,))),
        REASONS[statements.DECLARE](a, Declare(1)),
        REASONS[challenges.DOUBT](a, Doubt(0)),
    ]
    numbers = [re.findall(r"\d\d|7", words)[0] for words in said]
    assert numbers == ["7", "11", "23", "23", "23"], said


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_the_heuristic_bot_beats_random_bots(seats: int) -> None:
    """A heuristic bot against random ones at all other seats wins at least half of the games."""
    games, won = 12, 0
    for seed in range(games):
        place = 1 + seed % seats
        bots = {s: (HeuristicBot if s == place else RandomBot)(f"{seed}", s) for s in range(1, seats + 1)}
        table = LocalMatch(GAME, bots, f"chance {seed}")
        table.play()
        won += [one.seat for one in GAME.standing(table.state) if one.rank == 1] == [place]
    assert 2 * won >= games, f"{won} of {games}"


SETTINGS: list[dict[str, Any]] = [
    {},
    {option.name: option.values[1] for option in GAME.options.table.values()},
]


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("options", SETTINGS, ids=["usual", "other"])
def test_the_ambition_bots_decisions_are_legal_and_do_not_change_the_position(
    options: dict[str, Any], sealed: bool
) -> None:
    class Watched(HeuristicBot):
        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            before = state.digest()
            decision = super().decide(game, state, seat, secrets)
            game.check(state, seat, decision)
            assert state.digest() == before
            return decision

    seats = 3 if sealed else 5
    table = LocalMatch(GAME, {seat: Watched("legal", seat) for seat in range(1, seats + 1)}, "legal", options, sealed)
    for _ in range(60 if sealed else 100_000):
        if table.state.over:
            break
        table.step()
    assert table.state.over or sealed


def test_the_bot_decides_the_same_with_the_same_seed() -> None:
    def match() -> tuple[bytes, list[int]]:
        table = LocalMatch(GAME, {seat: HeuristicBot("again", seat) for seat in (1, 2, 3, 4)}, "again")
        return table.play().digest(), table.state.points

    assert match() == match()


def test_hidden_cards_of_others_do_not_change_the_bots_decision() -> None:
    """The bot decides the same in all worlds that its seat cannot distinguish."""
    table = table_at("diplomacy", at=6)
    seat, _ = asked(table, "diplomacy")

    def decision(state: Any, secrets: Any) -> Any:
        return HeuristicBot("blind", seat).decide(GAME, state, seat, secrets)

    expected = decision(table.state, table.secrets[seat])
    for number in range(4):
        world = GAME.sample_world(table.state, seat, table.secrets[seat], Dice(bytes([number]) * 8))
        assert decision(world.state, world.secrets[seat])._replace(card=0) == expected._replace(card=0)


# Claims ---------------------------------------------------------------------------------------------------------------


def claims_of(seats: int, matches: int) -> Iterator[tuple[int, int]]:
    """Yield the declared value and the real value of the Elite for every claim."""
    found = []

    class Heard(HeuristicBot):
        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            decision = super().decide(game, state, seat, secrets)
            if getattr(decision, "kind", "") == turn.CLAIM:
                entry = decision.card
                face = secrets.drawn[entry] if entry > 0 else state.face(-entry)
                found.append((decision.value, ELITES[face].value))
            return decision

    for number in range(matches):
        LocalMatch(GAME, {seat: Heard("claims", seat) for seat in range(1, seats + 1)}, f"claims {number}").play()
    yield from found


def test_the_bot_bluffs_in_a_fifth_to_half_of_its_claims() -> None:
    """Low values are declared more often than high ones, as they occur in the deck."""
    heard = list(claims_of(4, 5))
    true = sum(value == held for value, held in heard)
    said = [value for value, _ in heard]
    assert 50 * len(heard) <= 100 * true <= 80 * len(heard), f"{true} of {len(heard)}"
    assert said.count(3) > said.count(5) > 0 and said.count(4) > said.count(6)


def test_the_bot_challenges_claims_known_false_and_never_those_known_true() -> None:
    table = table_at("challenge", at=3)
    seat, (claimant, value) = asked(table, "challenge")
    claim = table.state.claim
    assert claim is not None and claim.entry > 0
    own = table.secrets[seat]
    others = [face for face, elite in enumerate(ELITES) if elite.value != value]
    for face, challenged in ((others[0], True), (next(f for f, e in enumerate(ELITES) if e.value == value), False)):
        own.drawn[claim.entry] = face  # as if Dataworks had shown it
        answers = {plan.choose_challenge(ask(table, seat, claimant, value, dice=str(dice))).yes for dice in range(20)}
        assert answers == {challenged}


def test_the_bot_doubts_a_value_more_if_fewer_such_elites_remain() -> None:
    table = table_at("challenge", at=3)
    seat, (claimant, _) = asked(table, "challenge")
    v = View(ask(table, seat, claimant, 5))
    full = [elite.value for elite in ELITES]
    rare = [value for value in full if value != 5] + [5]
    assert plan.own_challenge_rate(v, claimant, 5, [1, 2, 3]) == 1000
    assert plan.own_challenge_rate(v, claimant, 5, rare) > plan.own_challenge_rate(v, claimant, 5, full) > 0
    assert (
        plan.own_challenge_rate(v, claimant, 6, full)
        > plan.own_challenge_rate(v, claimant, 3, full)
        > plan.own_challenge_rate(v, claimant, 2, full)
    )


def test_a_player_caught_lying_is_doubted_more_and_lies_less() -> None:
    table = table_at("challenge", at=3)
    seat, (claimant, value) = asked(table, "challenge")
    first = table.state.shared.copies(claimant)[0]
    full = [elite.value for elite in ELITES]

    def doubt(*opened: int) -> int:
        table.state.elites_spent[claimant] = tuple(first + face for face in opened)
        return plan.own_challenge_rate(View(ask(table, seat, claimant, value)), claimant, 5, full)

    unknown, liar, honest = doubt(), doubt(0, 1, 5), doubt(11, 15, 19)
    assert liar > unknown > honest > 0

    def lies(*opened: int) -> int:
        table.state.elites_spent[claimant] = tuple(first + face for face in opened)
        asks = [ask(table, claimant, dice=str(dice)) for dice in range(200)]
        claims = [(plan.choose_claim(View(a)), View(a)) for a in asks]
        return sum(ELITES[v.own.drawn[one.card]].value != one.value for one, v in claims)

    table.state.purse[1:] = [20] * SEATS
    assert lies(11, 15, 19) >= lies() > lies(0, 1, 5)


# Strikes and alliances ------------------------------------------------------------------------------------------------


def arm(table: LocalMatch[Any], seat: int, *faces: int) -> None:
    """Give the seat exactly these Intrigue cards."""
    shared = table.state.shared
    kept = tuple(slot for slot in shared.hands[seat] if table.state.card_sort(deck_of_slot(slot)) != "intrigue")
    copies = [next(c for c in shared.copies(0) if table.state.face(c) == face) for face in faces]
    shared.hands[seat], shared.open[seat] = kept, tuple(copies)


def test_the_bot_counters_strikes_on_itself_and_on_a_defended_ally() -> None:
    table = LocalMatch(GAME, {seat: HeuristicBot("guard", seat) for seat in range(1, 6)}, "guard")
    while not table.state.turn:
        table.step()
    state = table.state
    state.purse[1:], state.token[1:] = [20] * 5, [1] * 5
    arm(table, 3, EARLY_WARNING)
    assert plan.choose_counter(ask(table, 3, 1, 3)).card
    assert plan.choose_counter(ask(table, 3, 1, 4)).card, "as a neighbour it is hit too"
    assert not plan.choose_counter(ask(table, 3, 2, 5)).card, "what does not hit it is no concern of its own"
    state.alliances = (Alliance(3, 5, DEFENSE, 0, (5, 5), 0, 0),)
    assert plan.choose_counter(ask(table, 3, 2, 5)).card


def test_the_bot_strikes_at_rich_players_and_not_at_poor_players() -> None:
    table = LocalMatch(GAME, {seat: HeuristicBot("strikes", seat) for seat in range(1, 7)}, "strikes")
    while not table.state.turn:
        table.step()
    state = table.state
    arm(table, 1, NUCLEAR_ARMS)
    state.purse[1:], state.token[1] = [0, 0, 12, 30, 12, 0], 1
    assert plan.choose_launch(ask(table, 1)).target == 4
    state.purse[1:] = [30, 0, 0, 0, 0, 0]
    assert not plan.choose_launch(ask(table, 1)).target


def test_bots_forge_open_and_secret_alliances_and_complete_some() -> None:
    forged, sealed, completed = set(), 0, 0

    def watch(state: Any, decisions: Any, said: list[Any]) -> None:
        nonlocal sealed, completed
        for event in said:
            if isinstance(event, events.Forged):
                forged.add(event.pact)
            sealed += isinstance(event, events.ForgedInSecret)
            completed += isinstance(event, events.AllianceCompleted)

    for number in range(4):
        LocalMatch(GAME, {seat: HeuristicBot("allies", seat) for seat in range(1, 6)}, f"allies {number}").play(watch)
    assert EXCHANGE in forged and sealed and completed


def test_the_bot_refuses_an_alliance_that_cannot_be_completed() -> None:
    table = table_at("diplomacy")
    seat, _ = asked(table, "diplomacy")
    other = table.state.others(seat)[0]
    table.state.purse[1:] = [12] * SEATS
    table.state.shared.hands[other] = table.state.hand(other, "elites")
    assert not table.state.hand(other, "industry")
    assert not plan.choose_accept(ask(table, seat, other, EXCHANGE, GRIDWORKS, 0)).yes
