"""Rulesets of every game: whatever values they have, the match ends, its texts are told, and its cards are listed."""

from __future__ import annotations

import random

import pytest

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import RandomBot
from core.engine.changed_game import ChangedGame, rulesets_of
from core.engine.local_match import LocalMatch
from core.engine.ruleset import Field, Integer, Integers, RulesetError, Rulesets, Word
from core.engine.text.rules_file import read_rules_file, ruleset_text, template, write_rules_file
from core.games.registry import GAMES, record_of

NAMES = [name for name, game in GAMES.items() if rulesets_of(game) is not None and name != "bridgefront"]
"""Games whose rulesets are tried here; those of Bridgefront have tests of their own."""
SAMPLES = {
    "Goods": ("2 timber", "1 crew", "2 cards, 1 oil", "3 crew, 1 salt, 1 writ"),
    "CostKind": ("F", "V V E", "T W F F"),
    "Production": ("Production: 1 VP.", "Open production: 2 cards.", "Production: 1 oil per Deal you have, at most 2."),
    "Feature": ("After you are visited: 1 card.", "After you make a Deal: 1 Ruins, 1 crew."),
    "Action": ("Pay 1 crew: 2 Walls.", "Pay 1 oil, 1 hand card: 3 VP.", "Pay 1 salt: activate one of your Outposts."),
}
"""Texts of values of the kinds that single games have, by the kind of value, or by the kind of card."""


def _rulesets(name: str) -> Rulesets[object]:
    found = rulesets_of(GAMES[name])
    assert found is not None
    return found


def _value(field: Field, chance: random.Random, way: str) -> str:
    """Return a value in the range of a field as text: the lowest, the highest or any one."""
    kind = field.kind

    def one(low: int, high: int) -> int:
        return low if way == "low" else high if way == "high" else chance.randint(low, high)

    if isinstance(kind, Integer):
        return str(one(kind.low, kind.high))
    if isinstance(kind, Integers):
        numbers = [one(kind.low, kind.high) for _ in range(kind.count)]
        return "/".join(map(str, sorted(numbers) if kind.is_rising else numbers))
    if isinstance(kind, Word):
        return chance.choice(kind.words)
    return chance.choice(SAMPLES[getattr(kind, "card_kind", type(kind).__name__)])


def _drawn(name: str, seed: int, way: str, share: float) -> str:
    """Return a ruleset with values for a share of all fields; what is refused is left out."""
    rulesets, chance = _rulesets(name), random.Random(f"{name} {seed} {way}")
    first = next(path for path in rulesets.fields if path.startswith("numbers."))
    wanted = {path: field for path, field in rulesets.fields.items() if chance.random() < share}
    entries = {path: _value(field, chance, way) for path, field in wanted.items()}
    for _ in range(60):
        try:
            found = rulesets.compose([(tuple(path.split(".")), text) for path, text in entries.items()])
            return found or rulesets.compose([(tuple(first.split(".")), _value(rulesets.fields[first], chance, "low"))])
        except RulesetError as refused:
            for problem in refused.problems:
                blamed = [path for path in entries if path.startswith(problem.path or "numbers")]
                for path in blamed or list(entries)[:3]:
                    del entries[path]
    raise AssertionError("no ruleset is left")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("way", "share", "seed"),
    [("low", 1.0, 1), ("high", 1.0, 1), *(("any", share, seed) for seed, share in enumerate((0.1, 0.3, 0.6, 1.0)))],
)
def test_a_match_by_any_values_ends(name: str, way: str, share: float, seed: int) -> None:
    text = _drawn(name, seed, way, share)
    game = ChangedGame(GAMES[name], text)
    seats = game.seat_counts[seed % len(game.seat_counts)]
    players = {seat: (RandomBot if seat == 2 else HeuristicBot)(str(seed), seat) for seat in range(1, seats + 1)}
    match = LocalMatch(game, players, f"{name} {seed}")
    for _ in range(6000):
        if match.state.over:
            break
        assert all(game.narrate(match.state, event) for event in match.step()[1])
    assert match.state.over and game.describe(match.state)
    assert all(game.differences()) and len(game.differences()) == len(text.split("\n"))
    assert not any("{" in words for words in game.differences())
    record = record_of(name)
    assert record is not None and record.catalogue is not None
    listed = record.catalogue.by_rules(game.content)
    assert [card.name for card in listed.cards] == [card.name for card in record.catalogue.cards]
    assert all(game.rulesets.description.warnings(game.rulesets.of(game.content)))


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_the_template_is_the_printed_one(name: str) -> None:
    """Without its comments, the template gives every value and changes nothing."""
    rulesets = _rulesets(name)
    lines = template(name, GAMES[name].title, rulesets).split("\n")[2:]
    end = next((number for number, line in enumerate(lines) if line == "# A new card:"), len(lines))
    known = {path.rpartition(".")[2] for path in rulesets.fields} | set(GAMES[name].options.table)
    bare = [
        line.removeprefix("# ") if line.removeprefix("# ").split(" = ")[0] in known else line for line in lines[:end]
    ]
    assert ruleset_text(rulesets, read_rules_file("\n".join(bare).encode())) == ""
    assert sum(" = " in line and not line.startswith("#") for line in bare) >= len(rulesets.fields)


@pytest.mark.parametrize("name", NAMES)
def test_a_ruleset_that_is_written_reads_as_the_same(name: str) -> None:
    for seed in range(4):
        text = _drawn(name, seed, "any", 0.5)
        written = write_rules_file(name, _rulesets(name), _rulesets(name).parse(text))
        assert ruleset_text(_rulesets(name), read_rules_file(written.encode())) == text


@pytest.mark.parametrize("name", NAMES)
def test_a_value_out_of_range_is_refused_by_line_and_range(name: str) -> None:
    for path, field in _rulesets(name).fields.items():
        above, _, key = path.rpartition(".")
        for wrong in ("-777", "99999", '"{red}"', "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]"):
            file = f'game = "{name}"\n[{above}]\n{key} = {wrong}\n'.encode()
            with pytest.raises(RulesetError) as refused:
                ruleset_text(_rulesets(name), read_rules_file(file))
            assert str(refused.value).startswith(f"line 3, {path}: ") and "is not" in str(refused.value)
            if isinstance(field.kind, Integer):
                assert f"from {field.kind.low} to {field.kind.high}" in str(refused.value)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_no_mutation_of_a_text_is_more_than_refused(name: str, seed: int) -> None:
    chance, rulesets = random.Random(seed), _rulesets(name)
    text = _drawn(name, seed, "any", 0.3)
    for _ in range(80):
        mutant = bytearray(text.encode())
        for _ in range(chance.randint(1, 5)):
            at = chance.randrange(len(mutant))
            mutant[at : at + chance.choice((0, 1, 20))] = chance.choice(
                (b"", b"=", b"\n", b"9", b"-", b".", b"/", b"\xff", b"{", bytes(mutant[at : at + 40]))
            )
        try:
            rulesets.parse(bytes(mutant).decode("latin-1"))
        except RulesetError as refused:
            assert refused.problems
