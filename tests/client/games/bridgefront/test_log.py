"""The log of a match: filters, targets of lines, and links of spans."""

from __future__ import annotations

import inspect
import re

from client.art.board.ground import LAYOUT
from client.games.bridgefront.log import lines
from client.games.bridgefront.log.spans import sentence_of, subjects_of
from client.games.bridgefront.names import label, labelled, rows
from client.table.seats.names import Names
from client.ui import richtext
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.bridgefront import events as e
from core.games.bridgefront.game import GAME
from tests.support.client.bridgefront.players import MousePerson, sit_down
from tests.support.client.driver import Driver


def test_every_event_passes_at_least_one_filter_of_the_log() -> None:
    kinds = [kind for _, kind in inspect.getmembers(e, inspect.isclass) if hasattr(kind, "_fields")]
    tags = {tag for tag, _ in lines.LOG_FILTERS}
    for kind in kinds:
        event = kind.__new__(kind, *[0] * len(kind._fields))
        assert lines.format_line(event, "words")[1] and lines.format_line(event, "words")[1] <= tags


def test_log_spans_make_the_sentence_and_name_their_target() -> None:
    table = LocalMatch(GAME, {s: RandomBot("spans", s) for s in range(1, 5)}, "spans")
    names, you = Names(0, called := ["Ada (x)", "Ilse", "Marek", "Oda"]), Names(2, called)
    links: set[str] = set()
    while not table.state.over:
        for event in table.step()[1]:
            state = table.state
            line = sentence_of(names, state, event)
            assert richtext.plain_text(line) == labelled(state, names.to_plain_text(GAME.narrate(state, event)))
            mine = richtext.plain_text(sentence_of(you, state, event))
            assert mine == labelled(state, you.to_plain_text(GAME.narrate(state, event))) and "Ilse" not in mine
            assert not re.search(r"\(-?\d+,-?\d+\)", mine), "coordinates stand nowhere on the board"
            found = {run.link for run in richtext.parse(line) if run.link}
            about = subjects_of(state, event)
            for link in found:
                kind, number = link.split()
                if kind == "card":
                    assert int(number) in about.copies
                elif kind == "seat":
                    assert 1 <= int(number) <= 4
                else:
                    assert kind == "hex" and 0 <= int(number) < len(state.grid.hexes)
            links |= {link.split()[0] for link in found}
    assert links == {"card", "hex", "seat"}


def test_each_hex_is_named_by_its_row_and_number_on_the_board() -> None:
    state = LocalMatch(GAME, {s: RandomBot("rows", s) for s in (1, 2)}, "rows").state
    hexes = state.grid.hexes
    labels = [label(state, hex_) for hex_ in range(len(hexes))]
    assert len(set(labels)) == len(labels) and min(labels) == "A1"
    above = sorted(range(len(hexes)), key=lambda hex_: (-LAYOUT.center(hexes[hex_])[1], LAYOUT.center(hexes[hex_])[0]))
    assert [labels[hex_] for hex_ in above] == sorted(labels, key=lambda name: (name[0], int(name[1:])))
    assert all(label(state, hex_) == f"{letter}1" for letter, hex_ in rows(state).items())
    assert (
        labelled(state, f"the Mine at ({hexes[3][0]},{hexes[3][1]}) and (99,99)")
        == f"the Mine at {labels[3]} and (99,99)"
    )


def test_our_own_seat_is_addressed_as_you() -> None:
    for own_name in ("You", "Ada"):
        you = Names(1, [own_name, "Orla"])
        for said, heard in (
            ("Seat 1 (Leadbound) takes 4 Gold", "You take 4 Gold"),
            ("Seat 2 takes 4 Gold", "Orla takes 4 Gold"),
            (
                "bids: Seat 1 bids 2 to pass, refusing the card, Seat 2 bids 1 to buy",
                "bids: you bid 2 to pass, refusing the card, Orla bids 1 to buy",
            ),
            ("Seat 1 is offered Cycle", "You are offered Cycle"),
            ("Seat 1 has to stop", "You have to stop"),
            ("Seat 1's hit lands on a Cohort", "Your hit lands on a Cohort"),
            ("Seat 2 (Leadbound)'s Cohorts die", "Orla's Cohorts die"),
            ("Seat 2 springs Seat 1's trap", "Orla springs your trap"),
            ("the Lead passes to Seat 1", "the Lead passes to you"),
            ("The audit of Seat 1 (Leadbound) passes", "Your audit passes"),
            ("The audit of Seat 2 (Leadbound) passes", "The audit of Orla passes"),
            ("Orders of Seat 1 resolves, killed by Seat 1", "Orders of yours resolves, killed by you"),
            ("Seat 2 moves to Seat 1's Capital", "Orla moves to your Capital"),
            ("a battle at Seat 2's Capital", "a battle at Orla's Capital"),
            ("the next Champion of Seat 1 is free", "Your next Champion is free"),
            ("the Pact of Seat 1 and Seat 2 is broken by Seat 1", "the Pact of you and Orla is broken by you"),
        ):
            assert you.to_plain_text(said) == heard == richtext.plain_text(you.to_markup(said))
    assert Names(0, ["Ada", "Orla"]).to_plain_text("Seat 1 takes 4 Gold") == "Ada takes 4 Gold"


def test_discarded_hands_are_logged_quietly() -> None:
    quiet = lines.format_line(e.CardDiscarded(1, 1, "cleanup"), "one card")
    assert quiet == ("{muted}one card{/}", {"card", "aside"}, 0.0)
    assert lines.format_line(e.CardDiscarded(1, 1, "effect"), "one card") == ("one card", {"card"}, 0.0)


def test_the_log_filters_highlights_and_explains(driver: Driver) -> None:
    screen = sit_down(driver, "log", 3, bot="heuristic")
    person = MousePerson(driver, screen, "log")
    person.play(
        lambda s: (
            s.controller.prompts.inquiry is not None
            and s.table.model.state is not None
            and s.table.model.table.round >= 2
        )
    )
    story, view = screen.table.story, screen.table.board.view
    whole = len(story.log.visible_lines)
    driver.click(part(story, "Battles"))
    assert 0 < len(story.log.visible_lines) < whole
    driver.click(part(story, "Fair"))
    fair = [richtext.plain_text(line.markup) for line in story.log.visible_lines]
    assert fair and all("audit" in line for line in fair)
    driver.click(part(story, "All"))
    assert len(story.log.visible_lines) == whole
    told = [richtext.plain_text(line.markup) for line in story.log.visible_lines]
    assert not [line for line in told if "audit" in line or line.endswith("at Cleanup")], "said once, and not as slots"
    story.search.set("audit")
    assert story.log.visible_lines, "who looks for it finds it"
    story.search.set("")
    driver.key("CTRL+F")
    driver.type("bridge")
    found = story.log.visible_lines
    assert 0 < len(found) < whole and all("bridge" in richtext.plain_text(line.markup).lower() for line in found)
    driver.key("ENTER", "UP", "ENTER")
    line = story.log.visible_lines[story.log.chosen_row]
    about = story.subjects_of(line.link)
    assert about and view.lights.lit("told") == tuple(sorted(about.hexes))
    assert {seat for seat, panel in screen.table.seats.panels.items() if panel.lit} == set(about.seats)
    driver.key("ESCAPE")
    assert not view.lights.lit("told") and not any(panel.lit for panel in screen.table.seats.panels.values())


def test_default_choices_are_marked_in_the_log(driver: Driver) -> None:
    screen = sit_down(driver, "log", 3, bot="heuristic")
    driver.step()
    driver.key("CTRL+F")
    driver.type("xyzzy")
    assert not screen.table.story.log.visible_lines and screen.table.story.search.error
    driver.key("CTRL+A", "BACKSPACE")
    assert screen.table.story.log.visible_lines and not screen.table.story.search.error


def part(story: lines.Story, word: str) -> tuple[float, float]:
    """Return the middle of a filter button."""
    at = [text for _, text in story.filter.options].index(word)
    return story.filter.part_rects()[at].center
