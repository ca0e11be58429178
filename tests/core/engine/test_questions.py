"""Questions of the engine: declared once, asked through their object, and answered in a fixed order."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from core.engine.agenda import GameRules, MatchDecided, Step
from core.engine.decoder import read
from core.engine.game import IllegalDecision, RandomSource, Setup
from core.engine.hidden.cards import Zone
from core.engine.hidden.piles import Piles
from core.engine.hidden.secrets import Secrets
from core.engine.question import Duty, OneOf, Question
from core.engine.text.prompts import QuestionText
from core.games.ambition.game import GAME as AMBITION
from core.games.ambition.text import prompts as ambition
from core.games.bridgefront.game import GAME as BRIDGEFRONT
from core.games.bridgefront.text import prompts as bridgefront
from core.games.midnight.game import GAME as MIDNIGHT
from core.games.midnight.text import prompts as midnight
from tests.support.games.rock_paper_scissors.game import GAME, SHOW, Score, Show


class Word(NamedTuple):
    """An answer."""

    word: str = ""


class Say(Question[Score, Any, Word, int]):
    """A question whose answer is a word of at most this many letters."""

    decision = Word

    def __init__(self, kind: str, order: int = 0) -> None:
        self.kind, self.order = kind, order

    def check(self, state: Score, seat: int, decision: Word, most: int) -> None:
        if len(decision.word) > most:
            raise IllegalDecision(seat, "too long")

    def apply(self, step: Any, seat: int, decision: Word, most: int) -> None:
        step.emit((self.kind, seat, decision.word, most))

    def options(self, state: Score, seat: int, own: Secrets, most: int) -> Iterator[Word]:
        return (Word("x" * n) for n in range(most + 1))

    def stand_in(self, state: Score, seat: int, chance: RandomSource, most: int) -> Word:
        return Word("?")


class Sign(Duty[Score, Any, Word]):
    """A duty that only the seat's client can fulfil."""

    kind = "sign"
    decision = Word
    empty_answer = Word("nobody")

    def check(self, state: Score, seat: int, decision: Word) -> None:
        """Accept everything."""

    def apply_all(self, step: Any, decisions: Mapping[int, Word], details: Mapping[int, tuple[()]]) -> None:
        step.emit(("all sign", tuple(sorted(decisions))))

    def forced_answer(self, state: Score, seat: int, own: Secrets) -> Word:
        return Word(own.seed.hex())


class Round(Step[Score]):
    """A step of a game that does not exist."""

    game_rules = GameRules()


@Round.game_rules.agenda("finish")
def finish(step: Round) -> None:
    """End the match."""
    step.state.over = True


@Round.game_rules.agenda("decide")
def decide(step: Round, asks: bool) -> None:
    """Decide the match in the middle of a step."""
    if asks:
        step.ask(FIRST, 1, 5)
    raise MatchDecided(("finish",))


class Query(Say):
    """A question whose first answer wins the match."""

    def apply(self, step: Any, seat: int, decision: Word, most: int) -> None:
        """End the match, so that later seats do not answer."""
        super().apply(step, seat, decision, most)
        raise MatchDecided(("finish",))


KNOCK = Round.game_rules.question(Query("knock"))
LAST, FIRST = Round.game_rules.question(Say("a", 1)), Round.game_rules.question(Say("b"))
SIGN = Round.game_rules.question(Sign())
OWN = Secrets(bytes(32), 1, b"\x07" * 2)


def score() -> Score:
    """Return a state of the sample without pending questions."""
    return Score(1, bytes(32), False, [], (), 3, [0, 0, 0], 1)


def test_two_questions_of_the_same_kind_are_refused() -> None:
    chapters = GameRules()
    chapters.question(Say("bid"))
    with pytest.raises(ValueError, match="two questions are of the kind 'bid'"):
        chapters.question(Say("bid"))


def test_two_agenda_handlers_with_the_same_name_are_refused() -> None:
    chapters = GameRules()
    chapters.agenda("deal")(lambda step: None)
    with pytest.raises(ValueError, match="two agenda handlers are called 'deal'"):
        chapters.agenda("deal")(lambda step: None)


@pytest.mark.parametrize(
    "twice", ["@RULES.agenda('deal')\ndef deal(step): ...\n" * 2, "RULES.question(type(SHOW)())\n"]
)
def test_duplicate_declarations_fail_on_import(twice: str) -> None:
    source = f"from tests.support.games.rock_paper_scissors.game import RULES, SHOW\n{twice}"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert done.returncode and "ValueError: two " in done.stderr


def test_a_pending_question_is_stored_in_the_state_as_plain_data() -> None:
    step = Round(score(), bytes(32))
    step.ask(FIRST, 2, 5)
    assert step.state.asking == (FIRST.as_open_ask(2, 5),) == ((2, "b", (5,)),)


def test_answers_are_applied_in_question_order_and_duties_together() -> None:
    step = Round(score(), bytes(32))
    step.ask(LAST, 1, 3)
    step.ask(SIGN, 3)
    step.ask(FIRST, 2, 5)
    step.apply_decisions({1: Word("one"), 2: Word("two"), 3: Word()})
    assert step.events == [("b", 2, "two", 5), ("all sign", (3,)), ("a", 1, "one", 3)]
    assert step.state.asking == ()


def test_a_duty_has_one_answer_and_a_stand_in_for_a_lost_seat() -> None:
    state, dice = score(), OWN.chance(1)
    assert list(SIGN.options(state, 1, OWN)) == [Word("0707")]
    assert SIGN.sample(state, 1, OWN, dice) == SIGN.default_answer(state, 1, OWN, dice) == Word("0707")
    assert SIGN.stand_in(state, 1, dice) == Word("nobody") and SIGN.is_automatic


def test_default_and_sample_of_a_question_derive_from_its_options() -> None:
    state = score()
    assert FIRST.forced_answer(state, 1, OWN, 2) is None and FIRST.default_answer(
        state, 1, OWN, OWN.chance(1), 2
    ) == Word("")
    assert {FIRST.sample(state, 1, OWN, OWN.chance(t), 2) for t in range(20)} == {Word(), Word("x"), Word("xx")}


def test_a_list_of_answers_defines_legality_options_and_stand_in() -> None:
    """The example is rock, paper, scissors."""
    state, hands = GAME.make_first_state(Setup(2, {"rounds": 3}, bytes(32))), [Show(0), Show(1), Show(2)]
    assert list(SHOW.legal_answers(state, 1)) == list(SHOW.options(state, 1, OWN)) == hands
    for hand in hands:
        SHOW.check(state, 1, hand)
    for wrong in (-1, 3):
        with pytest.raises(IllegalDecision, match="seat 1: no such hand"):
            SHOW.check(state, 1, Show(wrong))
    assert OneOf.stand_in(SHOW, state, 1, OWN.chance(1)) == Show(0)


@pytest.mark.parametrize(
    ("game", "put"), [(BRIDGEFRONT, bridgefront.PROMPTS), (MIDNIGHT, midnight.PROMPTS), (AMBITION, ambition.PROMPTS)]
)
def test_every_question_to_a_player_has_a_text(game: Any, put: Mapping[Any, QuestionText]) -> None:
    assert set(put) == {question for question in game.questions.values() if not question.is_automatic}
    assert all(words.title and words.sentence.endswith(".") for words in put.values())


def test_a_question_without_its_required_methods_is_abstract() -> None:
    class Half(Question[Score, Any, Word]):
        kind = "half"
        decision = Word

    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]


def test_a_game_reports_the_question_of_an_asked_seat() -> None:
    state = GAME.make_first_state(Setup(2, {"rounds": 3}, bytes(32)))
    assert GAME.pending_question(state, 2) == (SHOW, ()) and GAME.questions == {"show": SHOW}
    with pytest.raises(IllegalDecision, match="without being asked"):
        GAME.pending_question(state, 3)


def test_a_clients_random_choices_depend_only_on_seed_seat_and_step() -> None:
    again = Secrets(bytes(32), 1, b"\x07" * 2)
    assert [OWN.chance(3).uniform(10**6)] * 2 == [again.chance(3).uniform(10**6) for _ in range(2)]
    assert OWN.chance(4).uniform(10**6) != OWN.chance(3).uniform(10**6)
    assert Secrets(bytes(32), 2, b"\x08" * 2).chance(3).uniform(10**6) != OWN.chance(3).uniform(10**6)


# What an author may get wrong is named --------------------------------------------------------------------------------


def test_an_undeclared_question_cannot_be_asked() -> None:
    with pytest.raises(LookupError, match="the question 'c' is not declared"):
        Round(score(), bytes(32)).ask(Say("c"), 1, 2)


def test_a_seat_cannot_be_asked_two_questions_in_a_step() -> None:
    step = Round(score(), bytes(32))
    step.ask(FIRST, 2, 5)
    with pytest.raises(ValueError, match="seat 2 is to be asked 'sign' and"):
        step.ask(SIGN, 2)


@pytest.mark.parametrize("asks", [False, True])
def test_a_decided_match_drops_the_rest_of_its_agenda(asks: bool) -> None:
    step = Round(score(), bytes(32))
    step.schedule(("decide", asks), ("never",))
    step.run()
    assert step.state.over and not step.state.agenda and not step.state.asking


def test_an_answer_that_decides_the_match_drops_later_answers() -> None:
    step = Round(score(), bytes(32))
    step.ask(KNOCK, 1, 5)
    step.ask(KNOCK, 2, 5)
    step.schedule(("never",))
    step.apply_decisions({1: Word("x"), 2: Word("y")})
    assert step.events == [("knock", 1, "x", 5)] and step.state.agenda == [("finish",)]
    step.run()
    assert step.state.over and not step.state.asking


@pytest.mark.parametrize("item", [("deel",), "deal"])
def test_an_agenda_item_without_a_handler_is_named(item: Any) -> None:
    step = Round(score(), bytes(32))
    step.schedule(item)
    with pytest.raises(LookupError, match=r"no agenda handler is called 'd.*there are: decide, finish"):
        step.run()


@pytest.mark.parametrize("kind", [float, list, set[int], list[int]])
def test_a_decision_with_an_unserialisable_type_is_named(kind: Any) -> None:
    with pytest.raises(TypeError, match=r"Odd\.part: a decision cannot hold"):
        read(NamedTuple("Odd", [("part", kind)]), [[]])


def test_no_rule_reads_the_face_of_a_closed_card() -> None:
    piles = Piles.empty(2, sealed=True)
    table = SimpleNamespace(piles=piles, vault=[(), (-3, -5), (-4, 2048)])
    vault = Zone("vault")
    assert vault.copies(table, 1) == (3, 5)
    with pytest.raises(LookupError, match="a card of seat 2 in 'vault' is closed"):
        vault.copies(table, 2)
