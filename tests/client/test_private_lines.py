"""Private chat lines in the window: receivers, display, and muting."""

from __future__ import annotations

from typing import Any

import pytest

from client.table.chat import format_chat_line, receiver_options
from client.table.log import PLAIN_LOG, StoryPanel
from client.table.seats.names import Names
from tests.support.client.bridgefront.players import sit_down
from tests.support.client.driver import Driver

NAMES = ("Ada", "{bad}Ben", "Cleo")


def story(own: int = 1) -> tuple[StoryPanel, list[tuple[str, int]]]:
    """Return the log of seat 1 once the names are known, and the list of the lines it has sent."""
    spoken: list[tuple[str, int]] = []
    made = StoryPanel(Names(own), PLAIN_LOG, lambda link: None, lambda text, to: spoken.append((text, to)))
    made.names.names = NAMES
    made.offer_receivers()
    return made, spoken


def test_a_private_line_goes_to_the_chosen_or_named_player(driver: Any) -> None:
    made, spoken = story()
    assert [option.value for option in made.to.options] == [0, 2, 3], "nobody speaks to itself"
    made._submit_line("to all")
    made.to.index = 2
    made._submit_line("trust me")
    made._submit_line("/to {bad}Ben no, me")
    assert spoken == [("to all", 0), ("trust me", 3), ("no, me", 2)]
    made.offer_receivers()
    assert made.to.chosen_value == 3, "who was chosen stays so"
    assert made.field.hint == "Say something to Cleo alone"


@pytest.mark.parametrize("typed", ["/to Dan hello", "/to Cleo", "/to 1 hello"])
def test_a_private_line_without_a_receiver_stays_in_the_field(typed: str, driver: Any) -> None:
    made, spoken = story()
    made.field.set(typed)
    made._submit_line(typed)
    assert spoken == [] and made.field.error and made.field.text == typed


def test_a_private_line_is_shown_with_sender_and_receiver() -> None:
    names = Names(1, NAMES)
    assert "in private" in format_chat_line(names, 3, "trust me", 1) and "trust me" in format_chat_line(
        names, 3, "trust me", 1
    )
    assert "cannot be read" in format_chat_line(names, 3, "", 1) and "cannot be read" not in format_chat_line(
        names, 3, "", 2
    )
    assert "a private line" in format_chat_line(names, 3, "", 2)
    assert receiver_options(names)[0].text == "To the table"


def test_a_muted_player_is_muted_in_private_lines(driver: Any) -> None:
    made, _ = story()
    assert made.add_chat_line(3, "hello", 1)
    made._mute(3)
    assert not made.add_chat_line(3, "hello", 1) and not made.add_chat_line(3, "", 2)


def test_a_private_line_is_typed_and_shown_in_a_match(driver: Driver) -> None:
    screen = sit_down(driver, "private")
    driver.key("T")
    screen.table.story.to.choose(1)
    driver.step()
    other = screen.table.story.to.chosen_value
    driver.click(screen.table.story.field)
    driver.type("trust me")
    driver.key("ENTER")
    driver.step(frames=3)
    assert other and f"You to {screen.table.names.public_name(other)}, in private: trust me" in driver.said
    screen.table.story.add_chat_line(other, "", screen.table.names.own)
    assert driver.said[-1].endswith("to you: a private line that cannot be read")
