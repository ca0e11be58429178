"""`tether lab compare` and `tether lab ask`: ways to play, set against each other on the same luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from core.bots.registry import PLAYERS
from core.engine.game import Game
from core.games.registry import GAMES
from lab.cli import common
from lab.run.design import Arm, Design
from lab.studies.questions import Question, questions
from net.cli import options as setting
from net.text.sanitizer import say, say_data

if TYPE_CHECKING:
    from lab.run.metrics import Columns
    from lab.run.run import Ran

USUAL = "usual"


def compare(first: str, second: str, margin: float, **fields: Any) -> int:
    """Compare two variants."""
    given = common.asked(fields)
    if _is_bot(first) and _is_bot(second) and first != second:
        if click.get_current_context().get_parameter_source("bots") == ParameterSource.COMMANDLINE:
            raise click.UsageError("two bots are compared, so leave out --bots")
        return _bots(given, first, second, margin)
    arms = (_arm(given, first), _arm(given, second))
    if arms[0]._replace(name="") == arms[1]._replace(name=""):
        raise click.UsageError(f"{first} and {second} are the same way to play")
    return _compare(given, Design("compare", arms, given.seed), margin)


def _is_bot(word: str) -> bool:
    """Whether the word names a bot, with weights of its own or without; raises `click.UsageError` for wrong weights."""
    from lab.run import bot_parameters, players

    if word.partition(bot_parameters.SIGN)[0] not in PLAYERS:
        return False
    try:
        players.check(word)
    except players.NoSuchBot as wrong:
        raise click.UsageError(str(wrong)) from None
    return True


def ask(option: str | None, margin: float, **fields: Any) -> int:
    """Measure what an option changes."""
    given = common.asked(fields)
    rules = GAMES[given.game]
    there = questions(rules, given.seats)
    if option is None:
        return _list(given, there)
    found = next((question for question in there if question.option == option), None)
    if found is None:
        raise setting.no_such(f"open option of {given.game}", option, (question.option for question in there))
    arms = [given.arm(f"{option}={found.usual}")]
    for value in found.others:
        arms.append(given.arm(f"{option}={value}", options=tuple(sorted({**given.options, option: value}.items()))))
    return _compare(given, Design(f"ask {option}", tuple(arms), given.seed), margin)


def _list(given: common.Asked, there: Sequence[Question]) -> int:
    if given.as_json:
        say_data([{**each._asdict(), "others": list(each.others)} for each in there])
    else:
        for each in there:
            say(f"{each.option}: {each.text} ({each.usual}, against {' and '.join(map(str, each.others))})")
    return 0


def _arm(given: common.Asked, text: str) -> Arm:
    """A way to play as it is typed: options and changes with + between them, or "usual"."""
    rules: Game = GAMES[given.game]
    options, changes = dict(given.options), list(given.changes)
    for part in [] if text == USUAL else text.split("+"):
        name = part.partition("=")[0].strip()
        if "." in name:
            changes.append(part.strip())
            continue
        options |= setting.read_options(rules, [part.strip()])
    check_changes(given.game, changes)
    return given.arm(text, options=tuple(sorted(options.items())), changes=tuple(changes))


def check_changes(game: str, changes: Sequence[str]) -> None:
    """A usage error unless all of them can be made."""
    from lab.run.rule_overrides import BadChange, check

    try:
        check(game, changes)
    except BadChange as wrong:
        raise click.UsageError(str(wrong)) from None


def _compare(given: common.Asked, design: Design, margin: float) -> int:
    """Plays all arms, and tells of each what it changes against the first one."""

    def words(columns: Sequence[Columns]) -> list[str]:
        from lab.studies.comparison import compared, in_words

        lines = []
        for other in columns[1:]:
            lines += in_words(compared(columns[0], other, margin / 100, False), (columns[0].arm.name, other.arm.name))
        return lines

    def known(columns: Sequence[Columns]) -> bool:
        from lab.studies.comparison import compared, decided

        return all(decided(compared(columns[0], other, margin / 100, False)) for other in columns[1:])

    ran = common.run(given, design, words, known, margin=margin / 100)
    from lab.studies.comparison import compared, in_words, same_luck, winners_correlation

    usual, *others = ran.columns
    answers = [
        (other, compared(usual, other, margin / 100, ran.final), winners_correlation(usual, other)) for other in others
    ]
    if given.as_json:
        say_data(
            {
                **common.about(given, ran),
                "first": usual.arm.name,
                "margin": margin / 100,
                "contrasts": [
                    {
                        "second": other.arm.name,
                        "correlation": round(together, 3),
                        "measures": [each.data for each in found],
                    }
                    for other, found, together in answers
                ],
            }
        )
    else:
        for other, found, _ in answers:
            say(f"{usual.arm.name} against {other.arm.name}, {len(found)} comparisons, margin {margin:g} points:")
            say(*(f"  {line}" for line in in_words(found, (usual.arm.name, other.arm.name))))
            say(f"  {same_luck(usual, other)}")
        say(*common.ending(given, ran))
    return common.code(ran)


def _bots(given: common.Asked, first: str, second: str, margin: float) -> int:
    """One chair for the second bot among those of the first, in every seat once a block; where all win or lose as one,
    all chairs for the one and all for the other.
    """
    if given.together:
        arms = tuple(given.arm(bot, bots=(bot,)) for bot in (first, second))
        return _compare(given, Design("compare bots", arms, given.seed), margin)
    arm = given.arm(f"{second} among {first}", bots=(second, *[first] * (given.seats - 1)))
    design = Design("compare bots", (arm,), given.seed)

    def words(columns: Sequence[Columns]) -> list[str]:
        from lab.studies.ladder import lone_share, lone_words

        return lone_words(lone_share(columns[0], margin / 100, False), first, second)

    def known(columns: Sequence[Columns]) -> bool:
        from lab.studies.ladder import lone_share

        return lone_share(columns[0], margin / 100, False).known

    ran: Ran = common.run(given, design, words, known, margin=margin / 100)
    from lab.studies.ladder import lone_share, lone_words

    found = lone_share(ran.columns[0], margin / 100, ran.final)
    if given.as_json:
        say_data({"game": given.game, "seats": given.seats, "first": first, "second": second, "seed": given.seed,
                  "blocks": ran.blocks, "matches": ran.blocks * design.matches, "ended": ran.ended,
                  "margin": margin / 100, **found.data})  # fmt: skip
    else:
        say(*lone_words(found, first, second), *common.ending(given, ran))
    return common.code(ran)
