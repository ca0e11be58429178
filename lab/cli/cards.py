"""`tether lab cards`: how strong each card is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from lab.cli import common
from lab.design import Design
from net.outlet import say, say_data, say_table

if TYPE_CHECKING:
    from lab.measures import Columns
    from lab.running import Ran
    from lab.store import Store
    from lab.strengths import CardStrength


@click.command(
    epilog="\b\nExamples:\n"
    "  tether lab cards --seats 4 --budget 3000\n"
    "  tether lab cards --seats 2 --bans 0.2 --cards 'Zap,Crown Coin'\n"
)
@click.option("--bans", default=0.15, show_default=True, type=common.Finite(0.02, 0.5), help="Part of all cards.")
@click.option("--cards", "names", default="", metavar="LIST", help="Tells of these cards alone.")
@common.playing
def cards(bans: float, names: str, **fields: Any) -> int:
    """Tells how strong each card is: no chair may use a random part of all cards, and what that costs is reckoned."""
    given = common.asked(fields)
    from lab.bans import KNOWN
    from lab.bans import cards as all_cards
    from lab.strengths import dead, strengths

    if given.game not in KNOWN:
        raise click.UsageError(f"cards can be banned in {', '.join(KNOWN)} alone, not in {given.game}")
    wanted = _names(names, all_cards(given.game))
    found: list[CardStrength] = []

    def words(columns: Sequence[Columns]) -> list[str]:
        return [f"{len(all_cards(given.game))} cards, one regression at the end"]

    def then(store: Store, ran: Ran) -> None:
        found.extend(strengths(ran.run.design.arms[0], given.seed, store.matches(ran.run)))

    ran = common.run(given, Design("cards", (given.arm(bans=round(100 * bans)),), given.seed), words, then=then)
    shown = [each for each in found if each.name in wanted]
    if given.as_json:
        say_data(
            {
                "game": given.game, "seats": given.seats, "bots": list(given.bots), "seed": given.seed,
                "blocks": ran.blocks, "matches": ran.blocks * ran.run.design.matches, "ended": ran.ended,
                "comparisons": len(found),
                "cards": [{**each._asdict(), "sure": each.sure} for each in shown],
            }
        )  # fmt: skip
        return common.code(ran)
    rows = [
        (each.name, f"{100 * each.effect:+.1f} ± {100 * each.half:.1f}", "sure" if each.sure else "",
         f"{each.played / each.gained:.2f}" if each.gained else "-", str(each.gained), each.price)
        for each in shown if each.played
    ]  # fmt: skip
    say_table(("Card", "Strength, points", "", "Plays per gain", "Gained", "Price"), rows)
    if not found:
        say("Too few matches for so many cards: no strength yet.")
    never = [each.name for each in dead(shown)]
    if never:
        say(f"Never played by these bots, so of no known strength: {', '.join(never)}.")
    say(f"{len(found)} cards were compared (Benjamini-Hochberg).", *common.ending(given, ran))
    return common.code(ran)


def _names(text: str, there: Sequence[str]) -> set[str]:
    """The cards that were named, or all; a usage error for one that there is not."""
    if not text:
        return set(there)
    by_word = {name.lower(): name for name in there}
    wanted = [name.strip().lower() for name in text.split(",")]
    for name in wanted:
        if name not in by_word:
            raise click.UsageError(f"no card {name!r}; tether cards lists them")
    return {by_word[name] for name in wanted}
