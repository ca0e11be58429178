"""Mistakes of game authors: each gives one sentence, when the file is loaded if possible, and no match hangs."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.bots.heuristic import HeuristicBot
from core.engine.agenda import UnfinishedMatchError
from core.engine.local_match import LocalMatch
from core.games.registry import GAMES
from core.kit import KitError
from net.system import game_files
from tests.support.kit import loaded

BASE = """
from typing import NamedTuple
from core.kit import Cards, Kit, Seats, Step, Table, cards, hand, hand_cards, next_cards, numbers, seats, table, words

class Face(NamedTuple):
    rank: int

kit = Kit("mistaken", "Mistaken", seats=(2, 3))
HANDS = kit.hands("card {rank}", [Face(rank) for rank in range(1, 6)])
DECK = kit.deck("prize {rank}", [Face(rank) for rank in range(1, 6)])

@table
class State(Table):
    row: Cards
    points: list[int]

@kit.phase
def begin(step: Step, s: State) -> None:
    if s.round == 2:
        step.end()
        return
    s.round += 1
    step.fill_hands(2)
    step.ask_all(play)

@kit.together("play", hand)
def play(step: Step, s: State, played: dict[int, int]) -> None:
    step.tell("played", cards=tuple(played.values()))
    step.then(begin)

@kit.in_turn("say", words(lambda s, seat: ("yes", "no")))
def other(step: Step, s: State, seat: int, word: str) -> None: ...

kit.says(played="{cards:cards by seat}")

GAME = kit.game(State, begin)
"""

FACES = "[Face(rank) for rank in range(1, 6)])\nDECK"
SCORE = "@kit.bot({})\ndef worth({}): return 1\n\nGAME ="
AT_LOADING = {
    "a name in capitals": ('Kit("mistaken"', 'Kit("Mistaken"', "must be 1 to 24 small letters"),
    "a single number of seats": ("seats=(2, 3)", "seats=4", "write seats=(4,)"),
    "no seats": ("seats=(2, 3)", "seats=()", "use numbers from 1 to 6"),
    "seven seats": ("seats=(2, 3)", "seats=(7,)", "use numbers from 1 to 6"),
    "a name that lacks a value": ('"card {rank}"', '"card {suit}"', "needs 'suit', which Face lacks"),
    "faces that are no records": (
        "[Face(rank) for rank in range(1, 6)])\nDECK",
        "[(1,), (2,)])\nDECK",
        "is not a NamedTuple",
    ),
    "no cards": ('kit.deck("prize {rank}", [Face(rank) for rank in range(1, 6)])', 'kit.deck("prize", [])', "is empty"),
    "too many cards": ("range(1, 6)])\nDECK", "range(1, 600)])\nDECK", "more than 1023"),
    "a field of type dict": ("row: Cards", "row: dict", "use int, bool, str, Cards or Seats"),
    "a field of type list[list]": ("row: Cards", "row: list[list[int]]", "use int, bool, str, Cards or Seats"),
    "a field of every table": ("row: Cards", "round: int", "must not declare 'round' again"),
    "a field with the name of a part of every table": ("row: Cards", "seats: Seats", "not declare 'seats' again"),
    "a field for the way of cards": ("row: Cards", "passing: Cards", "not declare 'passing' again"),
    "an option with one value": ("@table\n", 'kit.option("r", 3, 3, "x")\n\n@table\n', "use a tuple of numbers"),
    "an option of two types": ("@table\n", 'kit.option("r", (1, "a"), 1, "x")\n\n@table\n', "use a tuple of numbers"),
    "an option without a text": ("@table\n", 'kit.option("r", (1, 2), 1, None)\n\n@table\n', "a text about it"),
    "a verb that is no text": ('"play", hand', "None, hand", "write what players do as a text"),
    "more cards than are looked at": ('"play", hand)', '"play", next_cards(2, 1, 3))', "least <= most <= look <= 12"),
    "a field with a value": ("row: Cards", "row: list[int] = [0, 0]", "set other values in the first phase"),
    "no points": ("points: list[int]", "score: list[int]", "needs the column `points: list[int]`"),
    "no decorator of the state": ("@table\n", "", "with the decorator @table"),
    "a phase with another parameter": (
        "def begin(step: Step, s: State)",
        "def begin(s: State)",
        "a phase is begin(step, s)",
    ),
    "an effect with another parameter": (
        "def play(step: Step, s: State, played: dict[int, int])",
        "def play(step: Step, s: State)",
        "is play(step, s, answers)",
    ),
    "a source that is none": (
        '"play", hand)',
        '"play", "hand")',
        "use hand, hand_cards, hand_down, next_cards, cards, seats, numbers or words",
    ),
    "too many cards of the hand": ('"play", hand)', '"play", hand_cards(2, 20))', "use 0 <= least <= most <= 12"),
    "a secret deck beside hands": (
        "[Face(rank) for rank in range(1, 6)])\n\n@table",
        "[Face(rank) for rank in range(1, 6)], batch=3)\n\n@table",
        "only one deck can be drawn from in secret",
    ),
    "a batch that is no number": (
        "[Face(rank) for rank in range(1, 6)])\n\n@table",
        "[Face(rank) for rank in range(1, 6)], batch=99)\n\n@table",
        "use a whole number from 1 to 12",
    ),
    "two phases of one name": ("@kit.together", "@kit.phase\ndef begin(step, s): ...\n\n@kit.together", "two phases"),
    "a kind that is none": ("cards by seat", "cards for seats", "the kinds are card, cards, seat"),
    "a sentence with a number": ("{cards:cards by seat}", "{0:cards}", "use the name of a value"),
    "an open brace": ("{cards:cards by seat}", "{cards", "the sentence 'played'"),
    "a first phase that is none": ("kit.game(State, begin)", "kit.game(State, print_it)", "NameError"),
    "no game": ("GAME = kit", "OTHER = kit", "its last line must be `GAME = kit.game(...)`"),
    "a default that is no value": (
        "@table\n",
        'kit.option("r", (1, 2), 3, "rounds")\n\n@table\n',
        "none of its values",
    ),
    "a score of no question": (
        "GAME =",
        "@kit.bot(begin)\ndef worth(s, seat, answer): return 1\n\nGAME =",
        "@kit.bot(begin): begin is a phase",
    ),
    "a score with other parameters": (
        "GAME =",
        "@kit.bot(play)\ndef worth(s): return 1\n\nGAME =",
        "(s, seat, answer)",
    ),
    "an import": ("from typing", "import os\nfrom typing", "imports os"),
    "a random number": ("from typing", "import random\nfrom typing", "use step.roll, step.lots or a deck"),
    "an import from the folder": ("from typing", "from . import other\nfrom typing", "a game file may import core.kit"),
    "a fraction": ("s.round += 1", "s.round += 1.5", "no whole number"),
    "a division": ("s.round += 1", "s.round += 4 / 2", "use // for whole numbers"),
    "a file": ("s.round += 1", "s.round += len(open('x').read())", "open is not for a game file"),
    "print": ("s.round += 1", "print(s.round)", "use step.tell"),
    "a global": ("s.round += 1", "global kit", "belongs into the state"),
    "an endless loop": ("GAME =", "while True: pass\n\nGAME =", "must be a `for`"),
    "no Python": ("GAME =", "GAME ==", ""),
}


@pytest.mark.parametrize("what", AT_LOADING)
def test_a_mistake_in_a_game_file_is_named_when_the_file_is_loaded(what: str, tmp_path: Path) -> None:
    before, after, sentence = AT_LOADING[what]
    assert BASE.count(before) == 1, before
    path = tmp_path / "mistaken.py"
    path.write_text(BASE.replace(before, after))
    known = list(GAMES)
    with pytest.raises(game_files.BadGameFile) as told:
        game_files.load(path)
    said = str(told.value)
    assert sentence in said and said.startswith("mistaken.py") and "\n" not in said, said
    assert list(GAMES) == known


TWICE = "s.round += 1; s.row = step.turn_up(DECK, 5); step.put_back(DECK, s.row); step.put_back(DECK, s.row)"
IN_PLAY = {
    "the end is forgotten": ("        step.end()\n", "", "is not over"),
    "no sentence": ('step.tell("played"', 'step.tell("plaid"', "write kit.says(plaid=...)"),
    "a value that the sentence lacks": ("cards=tuple(played.values())", "hands=(1,)", "needs the value 'cards'"),
    "one value too many": ("cards=tuple(played.values())", "cards=(1, 2), seat=1", "does not use the value 'seat'"),
    "a list in a sentence": ("cards=tuple(played.values())", "cards=[1]", "a tuple with an entry for each of the 2"),
    "an entry too many": ("cards=tuple(played.values())", "cards=(1, 2, 3)", "an entry for each of the 2 seats"),
    "an entry too few": ("cards=tuple(played.values())", "cards=(1,)", "an entry for each of the 2 seats"),
    "a function that is no phase": ("step.then(begin)", "step.then(len)", "len is no phase of this game"),
    "a question as a phase": ("step.then(begin)", "step.then(play)", "play is a question; use step.ask"),
    "a phase as a question": ("step.ask_all(play)", "step.ask_all(begin)", "begin is a phase; use step.then(begin)"),
    "a question that is called": ("step.then(begin)", "play(step, s, {})", "ask it with step.ask(play, seat)"),
    "a phase that is called": ("step.then(begin)", "step.then(begin(step, s))", "not the result of calling one"),
    "a question without a seat": ("step.ask_all(play)", "step.ask(play)", "names no seat"),
    "a question after the end": ("step.end()\n        return\n", "step.end()\n", "(line 23) after step.end()"),
    "a phase after the end": ("return\n", "return step.then(begin)\n", "follows after step.end()"),
    "seats as a tuple": ("step.ask_all(play)", "step.ask(play, s.seats)", "write step.ask(play, *seats)"),
    "a seat that is none": ("step.ask_all(play)", "step.ask(play, 4)", "asks seat 4"),
    "no card lies face down": ("step.then(begin)", "step.turn_over(1)", "use hand_down"),
    "a seat asked twice": ("step.ask_all(play)", "step.ask(play, 1, 1)", "(line 24): seat 1 is asked play twice"),
    "two questions at once": (
        "step.ask_all(play)",
        "step.ask_all(play); step.ask(other, 2)",
        "(line 24): seat 2 is asked play and other at the same time; ask other in the effect of play",
    ),
    "the face of a number": ("step.then(begin)", "max(played.values()).rank", "SET[card].rank reads its face"),
    "a tuple as a card": ("step.then(begin)", "HANDS[tuple(played.values())]", "take one card out of the tuple"),
    "a card that is no tuple": ("step.then(begin)", "step.into_hand(1, played[1])", "write (card,) for one card"),
    "an empty hand": ("step.fill_hands(2)", "", "is asked 'play' (line 24), and has no possible answer"),
    "a hand that is closed": ("s.round += 1", "s.round += len(s.open_hand(1)) if s.round else 1", "step.open_hands()"),
    "phases without end": ("step.ask_all(play)", "s.round = 0; step.then(begin)", "in one step: begin"),
    "a field that is none": ("s.round += 1", "s.rounds += 1", "(line 22): the state State has no field 'rounds'; did"),
    "a card of the other set": ("step.tell(", "DECK[1]\n    step.tell(", "is no copy of this set"),
    "own cards as a common deck": ("s.round += 1", "s.round += 1; step.turn_up(HANDS)", "is no common deck"),
    "a field set under a wrong name": ("s.round += 1", "s.row_ = ()", "has no field 'row_'; did you mean 'row'?"),
    "cards put back twice": ("s.round += 1", TWICE, "put_back (line 22): prize 1 is in the deck already"),
    "other cards put back": ("s.round += 1", "step.put_back(DECK, (1,))", "(line 22): 1 is no copy of this set"),
    "a phase with a value too many": ("step.then(begin)", "step.then((begin, 3))", "write step.then(begin)"),
    "an empty tuple": ("step.then(begin)", "step.then(begin); (one,) = s.row", "no cards or entries yet"),
    "a draw of a seat that is none": ("step.fill_hands(2)", "step.draw({9: 1})", "step.draw names seat 9"),
    "a draw without seats": ("step.fill_hands(2)", "step.draw(2)", "for each seat: step.draw({1: 2})"),
    "a die without sides": ("s.round += 1", "step.roll(1, sides=0)", "the number of sides is 0"),
    "a number of dice": ("s.round += 1", "step.roll(-1)", "the number of dice is -1"),
    "a class as a deck": ("s.round += 1", "step.turn_up(Face)", "is no common deck: declare it with kit.deck"),
    "cards of no seat": ("s.round += 1", "step.take_back(9)", "step.take_back names seat 9, and the seats are 1 to 2"),
    "a hand of no seat": ("s.round += 1", "s.open_hand(0)", "open_hand names seat 0"),
    "a look at no card": ("s.round += 1", "step.look(1, 2)", "step.look: no question of this game lays cards face"),
    "a gift of no card": ("s.round += 1", "step.give(1, 2)", "step.give: no question of this game lays cards face"),
    "a look at the own hand": ("s.round += 1", "step.look_at_hand(1, 1)", "it needs two different seats"),
    "a look at a number": ("s.round += 1", "step.look_at_hand(1, 2, -1)", "the number of cards is -1"),
    "a theft from no seat": ("s.round += 1", "step.steal(1, 7)", "step.steal names seat 7, and the seats are 1 to 2"),
    "a closed card": ("s.round += 1", "step.into_hand(1, (3,))", "(line 22): card 3 does not lie face up on the table"),
    "a card moved too late": (
        "step.tell(",
        "(one, *_) = played.values(); step.into_hand(1, (one,)); step.into_hand(1, (one,)); step.tell(",
        "leave it in its field, into_hand takes it out",
    ),
    "an exception": ("step.then(begin)", "step.then(begin); [][1]", "IndexError"),
}  # fmt: skip


@pytest.mark.parametrize("what", IN_PLAY)
def test_a_mistake_found_in_play_is_named_with_its_place(what: str, tmp_path: Path) -> None:
    before, after, sentence = IN_PLAY[what]
    assert BASE.count(before) == 1, before
    with loaded(BASE.replace(before, after), tmp_path) as game:
        table = LocalMatch(game, {seat: HeuristicBot("", seat) for seat in (1, 2)}, "mistake")
        with pytest.raises((KitError, UnfinishedMatchError, ValueError)) as told:
            table.play(limit=50)
        assert sentence in str(told.value), told.value


def test_a_phase_that_follows_without_its_value_is_named(tmp_path: Path) -> None:
    text = BASE.replace("s: State) -> None:\n    if s.round", "s: State, first: int = 0) -> None:\n    if s.round")
    more = "@kit.phase\ndef pay(step: Step, s: State, seat: int) -> None: ...\n\nkit.says"
    text = text.replace("kit.says", more).replace("step.then(begin)", "step.then(pay)")
    with loaded(text, tmp_path) as game:
        table = LocalMatch(game, {seat: HeuristicBot("", seat) for seat in (1, 2)}, "mistake")
        with pytest.raises(KitError, match=r"the answer to play \(line \d+\): .* write step.then\(\(pay, seat\)\)"):
            table.play(limit=50)


def test_a_look_at_the_next_cards_needs_a_deck(tmp_path: Path) -> None:
    text = BASE.replace("kit.hands(", "kit.deck(").replace('"play", hand)', '"play", next_cards(2, 1, 1))')
    with pytest.raises(game_files.BadGameFile, match="next_cards of play needs decks of the seats"):
        game_files.load(_written(text, tmp_path))


def _written(text: str, folder: Path) -> Path:
    path = folder / "mistaken.py"
    path.write_text(text)
    return path


def test_the_game_file_without_the_mistakes_can_be_played(tmp_path: Path) -> None:
    with loaded(BASE, tmp_path) as game:
        LocalMatch(game, {seat: HeuristicBot("", seat) for seat in (1, 2)}, "right").play(limit=50)
