"""Texts of rulebooks and tables, which follow the options of the match: none states a value of another match.

`TOLD` lists, for every option of every game, the words that its values bring into the rulebook. A new option or value
without words fails here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import pytest

from client.app.settings import Settings
from client.games import book, lesson_of, lessons, on_screen, table_of, with_rulebooks
from client.table.book import Chosen
from client.table.keys import KEYS
from client.table.match.local_source import LocalSource
from client.table.screens import lesson_screen, match_screen
from client.table.view import Look
from client.ui.keys import Keymap
from client.ui.richtext import plain
from client.ui.widget import Widget
from core.bots.registry import BOTS
from core.engine.local_match import LocalMatch
from core.engine.options import Option, Value
from core.games.registry import GAMES
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table
from tests.support.records import CATALOGUES

Words = Callable[[Any], str]


def of(**words: str) -> Words:
    """Return the words for each value that is a string."""
    return words.__getitem__


TOLD: dict[str, dict[str, Words]] = {
    "ambition": {
        "claim_draw": of(on="After any claim you draw an Elite", seed="After a claim you draw nothing"),
        "declare_cap": of(purse="You cannot declare more than you have", seed="no matter what is in your purse"),
        "exchange_type": of(fresh="in play in front of neither ally", seed="may name any industry"),
        "trade_fairs": of(core="always has one Trade Fair per player", pool="Trade Fairs are drawn from the pool"),
        "exhaustion": of(
            tokens="every player without a token takes one; the third time",
            accident="The second time the Intrigue deck runs out",
            seed="its discards become the new deck",
        ),
        "bluffs": of(
            wide="Ultimatum, Inspection Regime and Blackmail", narrow="Census of Notables, Defection and Ulti"
        ),
    },
    "bridgefront": {
        "base_mana": lambda v: f"gets {v} mana",
        "mana_per_age": lambda v: "6 in Age II, 7 in Age III" if v else "gets 5 mana",
        "vp_to_win": lambda v: f"You win if you have {v} vp" if v else "The match ends after round 10",
        "champion_limit": lambda v: f"may have {v} at a time" if v else "as many as you can pay for",
        "fourth_champion_price": of(third="one costs as much as the third", step="one costs one step more"),
        "virtuous_steal": of(
            off="Killed Champions never change sides",
            passive="rolls a die for each",
            spell="For a Champion under Marked",
        ),
        "initiative_mode": of(
            range="one number from its printed range",
            choice="You choose one of the two printed numbers",
            low="The lower of the two printed numbers counts",
            high="The higher of the two printed numbers counts",
        ),
        "seat_order": of(lobby="in the order of the room", random="The seat order is random"),
        "gold_word": lambda v: f"+2 {v} with each bounty",
        "board_size": of(compact="7 hexes across", wide="11 for more"),
        "home_mine_values": of(independent="each have their own value", shared="all have the same value"),
        "capital_draft": of(ranking="ranks the places for a Capital", sequential="for their Capital in turn"),
        "duplicate_factions": of(off="played by at most one player", on="may have the same faction"),
        "lead_rotation": of(
            round="at each Reset", fixed="Seat 1 keeps", step="after every action step", random="goes to a random seat"
        ),
        "preview": of(table="Up to two cards", formula="More and more cards", off="are from the current age"),
        "refuse_card": of(off="The last player takes the last card", on="A card that all refuse goes"),
        "market_mode": of(
            sequential="The cards are auctioned one by one", sealed_row="bid in secret on every card at once"
        ),
        "market_copies": lambda v: {1: "one copy of each card", 2: "two copies of each card"}[v],
        "power_deck": of(listed="11, 8 and 11 power cards", padded="12 power cards for each age"),
        "two_player_trim": of(on="Pulling Strings is left out", off="With two players every card stays in"),
        "act_at_zero_mana": of(off="everyone with mana chooses", on="even without mana"),
        "max_action_steps": lambda v: f"at most {v} steps a round",
        "initiative_ties": of(lead="clockwise from the Lead", dice="the lowest die roll acts first"),
        "fizzle_scope": of(part="that part of the card fizzles", card="the whole card fizzles"),
        "blocked_path": of(stop_short="walks as far as it can", fizzle="stays where it is"),
        "fizzled_burn": of(discard="If one fizzles, it goes to the discard pile", burn="even if they fizzle"),
        "two_stack_battles": of(together="both walk before", separate="fights before the second one walks"),
        "link_users": of(everyone="All players may use tunnels", owner="the player who made them"),
        "hit_control": of(standing_order="Your target order decides", prompt="asked in each combat round"),
        "show_vp": of(own="stays hidden until the end", all="lasting Permanence is visible"),
        "final_tie": of(shared="share the victory", dice="the lowest die roll wins"),
        "propaganda_start": lambda v: f"Propaganda Recruitment starts at {v}.",
    },
    "cabinet": {
        "target": of(calm="13 with 2, 22 with 3", normal="15 with 2, 24 with 3", storm="17 with 2, 26 with 3"),
        "clock": of(
            passes="2 leave the deck unseen",
            seed="Lost: a Challenge is due, and the deck is empty. The deck is your clock. hourglass Lost: 60",
            literal="Lost: the last Challenge leaves the deck",
        ),
        "courtesy": of(off="All hands are open", on="hands are shown face down"),
    },
    "midnight": {
        "escalations": of(off="No Escalations are turned up", on="At each sunrise an Escalation"),
        "last_sunset": of(conflict="even at the last sunset", none="but not at the last sunset"),
        "pacts": of(off="there are no Pacts", on="This option of the match is on"),
    },
    "outposts": {
        "warden": of(mild="the card's distance plus 1 reaches", grim="the card's distance plus 2 reaches"),
        "level": of(normal="Connections for 1 vp each", hard="Connections for 2 vp each"),
        "brisk": of(off="You take one action a turn.", on="You take one or two actions a turn"),
    },
}
ELSEWHERE = {("bridgefront", "victory_card_names"): "names of cards, which stand on the cards alone"}
"""Options that the chapters of a rulebook need no words for."""
STALE = {
    "ambition": {"exhaustion": {"seed": r"ran out: \d+ of", "accident": r"ran out: \d+ of 3", "tokens": "out: . of 2"}},
    "cabinet": {
        "clock": {
            "passes": "stands still|to come",
            "seed": r"leave the deck unseen each turn|at most \d+ turns? left",
            "literal": r"leave the deck unseen each turn|at most \d+ turns? left",
        }
    },
    "bridgefront": {
        "gold_word": {"Gold": "Aurum", "Aurum": r"\bGold\b"},
        "market_mode": {"sequential": "for all of them", "sealed_row": "card by card"},
        "show_vp": {"own": "", "all": ""},
    },
}
"""Words at a table that would be false under a value."""


def some(option: Option) -> tuple[Value, ...]:
    """Return the values of an option; for a long range, its ends, the default and the values beside it."""
    values = option.values
    if len(values) <= 4:
        return values
    usual = values.index(option.default)
    return tuple(values[at] for at in sorted({0, usual - 1, usual, usual + 1, len(values) - 1}))


CASES = [
    (game, option, v)
    for game in with_rulebooks()
    for option in GAMES[game].options.table.values()
    for v in some(option)
]


def rulebook(game: str, chosen: Chosen | None = None) -> str:
    """Return all chapters except that of the options."""
    found = book(game).chapters(Keymap(KEYS), chosen)
    lines = (line for chapter in found if chapter.title != "Options" for line in chapter.lines)
    return "\n".join(" ".join(plain(line).split(" ")) for line in lines)


def test_every_option_has_words_in_the_rulebook() -> None:
    for game in with_rulebooks():
        told = {*TOLD[game], *(option for which, option in ELSEWHERE if which == game)}
        assert told == {*GAMES[game].options.table}, f"{game}: {told ^ {*GAMES[game].options.table}}"


@pytest.mark.parametrize(("game", "option", "value"), CASES, ids=lambda v: v.name if isinstance(v, Option) else str(v))
def test_a_rulebook_describes_the_option_values_of_the_match_and_no_others(
    game: str, option: Option, value: Value
) -> None:
    if (game, option.name) in ELSEWHERE:
        return
    words, text = TOLD[game][option.name], _flat(rulebook(game, {option.name: value}))
    true = _flat(words(value))
    assert true in text
    for other in some(option):
        false = _flat(words(other))
        assert other == value or false in true or false not in text, f"{false!r} is told with {option.name}={value}"


def _flat(text: str) -> str:
    """Return only the letters and digits, without icons and emphasis."""
    return " ".join(re.sub(r":[a-z ]+:|[*{}]", " ", text).split())


@pytest.mark.parametrize("game", with_rulebooks())
def test_a_rulebook_without_a_match_shows_the_usual_rules(game: str) -> None:
    usual = {option.name: option.default for option in GAMES[game].options.table.values()}
    assert rulebook(game) == rulebook(game, usual)
    (options,) = (chapter for chapter in book(game).chapters(Keymap(KEYS)) if chapter.title == "Options")
    assert "with the usual values" in "\n".join(options.lines)
    for option in GAMES[game].options.table.values():
        chosen = {option.name: option.values[-1]}
        (options,) = (chapter for chapter in book(game).chapters(Keymap(KEYS), chosen) if chapter.title == "Options")
        (line,) = (line for line in options.lines if line.startswith(f"*{option.name.replace('_', ' ')}*"))
        assert f"In this match: {on_screen(game, option.word(option.values[-1]))}." in plain(line)


# Tables ---------------------------------------------------------------------------------------------------------------


def bundles(game: str) -> Iterator[dict[str, Value]]:
    """Yield sets of options that together contain every value of each option."""
    table = {option.name: some(option) for option in GAMES[game].options.table.values()}
    for number in range(max(map(len, table.values()))):
        yield {name: values[number % len(values)] for name, values in table.items()}


BUNDLES = [(game, number) for game in with_rulebooks() for number in range(len([*bundles(game)]))]


def texts(driver: Driver) -> str:
    """Return all words of the widgets on screen and their tips."""
    found = []
    for widget in driver.screen.ui.widgets():
        tip = widget.tip() if callable(widget.tip) else widget.tip
        found += [widget.name, str(getattr(widget, "text", "")), _value(widget), tip if isinstance(tip, str) else ""]
    return "\n".join(map(plain, found))


def _value(widget: Widget) -> str:
    found = widget.value()
    return found if isinstance(found, str) else ""


@pytest.mark.parametrize(("game", "number"), BUNDLES)
def test_a_table_mentions_only_its_own_options(driver: Driver, game: str, number: int) -> None:
    lay_table(driver)
    chosen = [*bundles(game)][number]
    seats = max(3, min(GAMES[game].seat_counts))
    bots = {seat: BOTS["random"](f"{number}", seat) for seat in range(1, seats + 1)}
    table = LocalMatch(GAMES[game], bots, f"options {number}", chosen)
    found = ""
    for steps in (0, 30, 60):
        for _ in range(steps):
            if not table.state.over:
                table.step()
        others = {seat: bot for seat, bot in bots.items() if seat != 1}
        driver.show(
            match_screen(table_of(GAMES[game]), LocalSource(GAMES[game], others, 1, table=table), look=Look(speed=inf))
        )
        driver.step()
        found += texts(driver)
        assert driver.screen.table.chosen_options() == chosen
        if table.state.over:
            break
    found += GAMES[game].describe(table.state)
    for option, values in STALE.get(game, {}).items():
        stale = values[str(chosen[option])]
        assert not stale or not re.search(stale, found), f"{stale!r} is told with {option}={chosen[option]}"
    driver.screen.table.open_rules()
    driver.step()
    assert driver.screen.chosen == chosen


@pytest.mark.parametrize("game", [game for game, _, _ in lessons()])
def test_lessons_are_played_with_the_usual_options(driver: Driver, game: str) -> None:
    """The coach's texts are true only of these options.

    Midnight's lesson also shows Pacts.
    """
    lay_table(driver)
    driver.show(lesson_screen(lesson_of(game), Settings(name="Ada"), speed=inf))
    driver.step()
    usual = {option.name: option.default for option in GAMES[game].options.table.values()}
    assert driver.screen.table.chosen_options() == {**usual, **({"pacts": "on"} if game == "midnight" else {})}


@pytest.mark.parametrize("game", [game for game, catalogue in CATALOGUES.items() if catalogue.note])
def test_a_rulebook_says_which_cards_and_levels_were_invented(game: str) -> None:
    assert CATALOGUES[game].note in rulebook(game)
