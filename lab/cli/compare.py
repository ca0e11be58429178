"""The commands `tether lab compare` and `tether lab ask`, which compare variants on the same luck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click
from click.core import ParameterSource

from core.engine.changed_game import rulesets_of
from core.engine.game import Game
from core.games.registry import GAMES
from lab.cli import common
from lab.run.design import Arm, Design
from lab.studies.questions import StudyQuestion, any_question, names_of_questions, questions
from net.cli.arguments import options as setting
from net.cli.games.shipped_rules import find_shipped_ruleset
from net.text.sanitizer import print_json, print_lines

if TYPE_CHECKING:
    from lab.run.metrics import Columns
    from lab.run.run import RunState

USUAL = "usual"


def compare(first: str, second: str, margin: float, **fields: Unpack[common.Playing]) -> int:
    """Compare two variants, print the result, and return an exit code."""
    given = common.play_options(fields)
    if _is_bot(first) and _is_bot(second) and first != second:
        if click.get_current_context().get_parameter_source("bots") == ParameterSource.COMMANDLINE:
            raise click.UsageError("two bots are compared, so leave out --bots")
        return _bots(given, first, second, margin)
    arms = (_arm(given, first), _arm(given, second))
    if arms[0]._replace(name="") == arms[1]._replace(name=""):
        raise click.UsageError(f"{first} and {second} are the same way to play")
    return _compare(given, Design("compare", arms, given.seed), margin)


def _is_bot(word: str) -> bool:
    """Return True if the word names a bot, with or without weights.

    Raise `click.UsageError` if the weights are invalid.
    """
    from lab.run import bot_parameters, players

    if word.partition(bot_parameters.WEIGHTS_SEPARATOR)[0] not in players.PLAYERS:
        return False
    try:
        players.check(word)
    except players.NoSuchBot as wrong:
        raise click.UsageError(str(wrong)) from None
    return True


def ask(option: str | None, margin: float, **fields: Unpack[common.Playing]) -> int:
    """Measure the effect of an option of the rules, print it, and return an exit code."""
    given = common.play_options(fields)
    rules = GAMES[given.game]
    available = questions(rules, given.seats)
    if option is None:
        return _list(given, available)
    result = next((question for question in available if question.option == option), None)
    result = result or any_question(rules, option)
    if result is None:
        raise setting.unknown_name_error(f"option or number of {given.game}", option, names_of_questions(rules))
    arms = [given.arm(f"{option}={result.usual}"), *(_arm(given, f"{option}={value}") for value in result.others)]
    return _compare(given, Design(f"ask {option}", tuple(arms), given.seed), margin)


def _list(given: common.PlayOptions, there: Sequence[StudyQuestion]) -> int:
    if given.as_json:
        print_json([{**item._asdict(), "others": list(item.others)} for item in there])
    else:
        for item in there:
            print_lines(f"{item.option}: {item.text} ({item.usual}, against {' and '.join(map(str, item.others))})")
        print_lines(
            "",
            "Every other option and number of the game can be asked too, such as start_gold or card.Zap.mana.",
            f"tether rules new {given.game}    lists them. Any two values: tether lab compare usual NAME=VALUE",
        )
    return 0


def _arm(given: common.PlayOptions, text: str) -> Arm:
    """Return the arm for a typed text: options and changes joined by "+", or the word "usual"."""
    rules: Game = GAMES[given.game]
    rulesets = rulesets_of(rules)
    options, changes = dict(given.options), list(given.changes)
    for part in [] if text == USUAL else text.split("+"):
        name, equals, _ = part.partition("=")
        if not equals and (part.endswith(".toml") or find_shipped_ruleset(part.strip())):
            more, others = common.ruleset_changes(Path(part.strip()), given.game)
            options |= more
            changes += others
            continue
        if "." in name or (rulesets is not None and f"numbers.{name.strip()}" in rulesets.fields):
            changes.append(part.strip())
            continue
        options |= setting.read_options(rules, [part.strip()])
    check_changes(given.game, changes)
    return given.arm(text)._replace(options=tuple(sorted(options.items())), changes=tuple(changes))


def check_changes(game: str, changes: Sequence[str]) -> None:
    """Raise `click.UsageError` unless the game accepts all of these changes."""
    from lab.games.entry import BadChange
    from lab.run.rulesets import check

    try:
        check(game, changes)
    except BadChange as wrong:
        raise click.UsageError(str(wrong)) from None


def _compare(given: common.PlayOptions, design: Design, margin: float) -> int:
    """Play all arms, print how each differs from the first one, and return an exit code."""

    def words(columns: Sequence[Columns]) -> list[str]:
        from lab.studies.comparison import compare_arms, comparison_sentences

        lines = []
        for other in columns[1:]:
            lines += comparison_sentences(
                compare_arms(columns[0], other, margin / 100, False), (columns[0].arm.name, other.arm.name)
            )
        return lines

    def known(columns: Sequence[Columns]) -> bool:
        from lab.studies.comparison import all_decided, compare_arms

        return all(all_decided(compare_arms(columns[0], other, margin / 100, False)) for other in columns[1:])

    ran = common.run(given, design, words, known, margin=margin / 100)
    from lab.studies.comparison import (
        card_sentence,
        changed_cards,
        compare_arms,
        comparison_lines,
        identical_matches,
        luck_sentence,
        winners_correlation,
    )

    usual, *others = ran.columns
    answers = [
        (other, compare_arms(usual, other, margin / 100, ran.final), winners_correlation(usual, other))
        for other in others
    ]
    if given.as_json:
        print_json(
            {
                **common.run_summary(given, ran),
                "first": usual.arm.name,
                "margin": margin / 100,
                "contrasts": [
                    {
                        "second": other.arm.name,
                        "correlation": round(together, 3),
                        "identical": identical_matches(usual, other)[0],
                        "measures": [element.data for element in item],
                        "cards": [use._asdict() for use in changed_cards(usual, other)],
                    }
                    for other, item, together in answers
                ],
            }
        )
    else:
        for other, item, _ in answers:
            print_lines(
                f"{usual.arm.name} against {other.arm.name}, {len(item)} comparisons, margin {margin:g} points:"
            )
            print_lines(*(f"  {line}" for line in comparison_lines(item, design.matches)))
            print_lines(*(f"  {card_sentence(use)}" for use in changed_cards(usual, other)))
            print_lines(f"  {luck_sentence(usual, other)}")
        print_lines(*common.end_sentences(given, ran))
    return common.exit_code_of(ran)


def _bots(given: common.PlayOptions, first: str, second: str, margin: float) -> int:
    """Let one bot play alone among bots of another kind, in every seat of each block.

    If all chairs win or lose together, compare matches between bots of the first kind with matches between bots of the
    second kind instead.
    """
    if given.together:
        arms = tuple(given.arm(bot)._replace(bots=(bot,)) for bot in (first, second))
        return _compare(given, Design("compare bots", arms, given.seed), margin)
    arm = given.arm(f"{second} among {first}")._replace(bots=(second, *[first] * (given.seats - 1)))
    design = Design("compare bots", (arm,), given.seed)

    def words(columns: Sequence[Columns]) -> list[str]:
        from lab.studies.ladder import lone_result, lone_sentences

        return lone_sentences(lone_result(columns[0], margin / 100, False), first, second)

    def known(columns: Sequence[Columns]) -> bool:
        from lab.studies.ladder import lone_result

        return lone_result(columns[0], margin / 100, False).known

    ran: RunState = common.run(given, design, words, known, margin=margin / 100)
    from lab.studies.ladder import lone_result, lone_sentences

    result = lone_result(ran.columns[0], margin / 100, ran.final)
    if given.as_json:
        print_json({"game": given.game, "seats": given.seats, "first": first, "second": second, "seed": given.seed,
                  "blocks": ran.blocks, "matches": ran.blocks * design.matches, "ended": ran.ended,
                  "margin": margin / 100, **result.data})  # fmt: skip
    else:
        print_lines(*lone_sentences(result, first, second), *common.end_sentences(given, ran))
    return common.exit_code_of(ran)
