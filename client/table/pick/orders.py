"""A form for standing orders.

These are automatic answers that the client gives for the player; each is shown with its effect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from client.ui.controls.basic import Label, Toggle
from client.ui.controls.choice import Choice, Option
from client.ui.controls.layout import Column, Row

T = TypeVar("T")
SECRET = "Orders are secret and apply from your next choice on. Nobody has to wait for you."


class OrdersForm(Column):
    """A form with all standing orders of a game, which the player can change.

    `on_change` is called after each change.
    """

    def __init__(self, on_change: Callable[[], object], note: str = SECRET) -> None:
        self.on_change = on_change
        super().__init__(Label(note, "muted", "small", width=420), gap=8)

    def add_heading(self, words: str, ink: str = "accent") -> None:
        """Add a heading, or the reason why there are no orders below it."""
        self.add(Label(words, ink, "small"))

    def add_choice(
        self, words: str, options: Sequence[tuple[int, str]], chosen: int, order: Callable[[int], None]
    ) -> None:
        """Add a choice between several options, each of which has a value and its words."""
        choice = Choice(
            words, [Option(value, text) for value, text in options], chosen, self._make_handler(order), width=170
        )
        self.add(Row(Label(words, width=120), choice, gap=8))

    def add_toggle(self, words: str, on: bool, order: Callable[[bool], None]) -> None:
        """Add a toggle."""
        self.add(Toggle(words, on, self._make_handler(order)))

    def _make_handler(self, order: Callable[[T], None]) -> Callable[[T], None]:
        def change(value: T) -> None:
            order(value)
            self.on_change()

        return change
