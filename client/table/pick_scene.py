"""What match and replay have in common at a table whose board is made of places (`PickBoard`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from client.kit.widget import Widget
from client.table.scene import TableScene
from client.table.turn_strip import Phases, TurnOrder
from client.table.view_model import ViewModel

FULL = 0.6
"""When the atlas is so full, pictures that are not in sight are let go."""


class PickScene(TableScene):
    """A table as it is shown. Lengths are design pixels of 1280x720."""

    asked_in: ClassVar[Mapping[str, str]]
    """The phases in which the table asks, by kind of question."""
    board: Any
    hand: Any
    phases: Phases
    order: TurnOrder
    _reveal: Any = None
    _generation = 0

    @abstractmethod
    def card_tip(self, copy: int) -> str | Widget | None:
        """What is to be read beside a card."""

    @property
    def low(self) -> tuple[Widget, ...]:
        """What lies at the lower edge of the table."""
        return (self.hand,)

    def begin_scene(self, own: int, palette: str, reduced: bool, effects: str) -> None:
        """The table before anything is known of it."""
        self.model = ViewModel(own, self.names, palette)

    @property
    def reveal(self) -> Any:
        """Who tells what happens; only once the players are seated."""
        assert self._reveal is not None
        return self._reveal

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        self.board.refresh()
        self.phases.touch()
        self.order.touch()

    def asked(self) -> str:
        """The phase in which the table asks, in a word."""
        kinds = {kind for _, kind, _ in self.model.state.asking} if self.model.state is not None else set()
        return next((word for kind, word in self.asked_in.items() if kind in kinds), "")

    def point_at(self, link: str) -> None:
        """What the log speaks of is lit: the pointer or the keys are on a line; "" when they leave."""
        self.board.speak_of(self.story.about(link))

    def tip(self, link: str) -> str | Widget | None:
        """What a span of the log stands for."""
        kind, _, number = link.partition(" ")
        return self.card_tip(int(number)) if kind == "card" and number.isdigit() else None

    def live_on(self, dt: float) -> None:
        """Pictures that are not in sight make room."""
        if self.textures.fullness() > FULL:
            self.textures.keep_only(self.scale)
        if self.textures.generation != self._generation:
            self._generation = self.textures.generation
            self.ui.touch_all()
