"""What a table's screen asks of a seat: a picking that knows its words; and one whose answers are ways of picks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from client.table.picking import ENOUGH, Pick, Picking, Picks, Script, Way
from core.engine.agenda import Agenda
from core.engine.game import Ask, Decision
from core.engine.hidden.hand import held
from core.engine.hidden.secrets import Secrets
from core.engine.question import AnyQuestion
from core.engine.text.prompts import Put


class Question(Picking):
    """What such a screen is asked of a seat: a picking that knows its words. `secrets` is the copy that the decision is
    made with; the decision stands as soon as the picks amount to one, though more may be picked.
    """

    put: ClassVar[Mapping[AnyQuestion, Put]]
    """The questions of the game in words."""

    def __init__(self, state: Any, seat: int, secrets: Secrets, ask: Ask) -> None:
        self.state, self.seat, self.secrets = state, seat, secrets
        self.asked_of = next(question for question in self.put if question.kind == ask.kind)
        self.detail = ask.detail
        self.prepare()
        super().__init__(self.script)

    def prepare(self) -> None:
        """What the script needs is known before it runs."""

    @abstractmethod
    def script(self) -> Script:
        """The small questions that make up this one."""

    def run(self) -> None:
        """The decision stands as soon as it may."""
        super().run()
        self.decision = self.if_enough()

    @property
    def title(self) -> str:
        """What is asked, in a word or two."""
        return self.put[self.asked_of].title

    def sentence(self) -> str:
        """What must be done now."""
        return self.question.words if self.question is not None else self.put[self.asked_of].sentence

    @abstractmethod
    def name_of(self, pick: Pick) -> str:
        """A pick in a few words."""

    def confirms(self) -> str:
        """What the large button says."""
        return "Lock in"

    def picked_of(self, kind: str) -> list[int]:
        """What has been picked of a kind."""
        return [number for each, number in self.answers if each == kind]


class WayQuestion(Question):
    """A question about closed cards. Where every answer can be listed, a way of picks leads to each; the rest have
    scripts of their own.
    """

    game: ClassVar[Agenda[Any]]
    scripts: ClassVar[Mapping[AnyQuestion, Callable[..., Script]]] = {}
    """Of questions whose answers are too many to be listed."""

    def prepare(self) -> None:
        """The own hand, and where every answer is listed."""
        self.game.learn(self.state, self.seat, self.secrets)
        self.hand = dict(held(self.state, self.seat, self.secrets))
        """The slot of each copy of the own hand, 0 where it lies open."""
        self.ways: dict[Way, Decision] = {} if self.asked_of in self.scripts else dict(self.all_ways())

    @abstractmethod
    def all_ways(self) -> Iterator[tuple[Way, Decision]]:
        """The picks that lead to each answer."""

    @abstractmethod
    def way_words(self, picked: Way) -> str:
        """What must be done now on the way to an answer."""

    def script(self) -> Script:
        """Along the ways, or what is asked bit by bit."""
        script = self.scripts.get(self.asked_of)
        return self.walk() if script is None else script(self)

    def walk(self) -> Script:
        """Along the ways to all answers."""
        picked: Way = ()
        while True:
            targets = self.after(picked)
            if not targets:
                return self.ways[picked]
            value = yield Picks("pick", self.way_words(picked), targets, picked in self.ways)
            if value == ENOUGH:
                return self.ways[picked]
            picked = (*picked, value)

    def after(self, picked: Way) -> Way:
        """What may be picked after these picks."""
        n = len(picked)
        return tuple(dict.fromkeys(way[n] for way in self.ways if len(way) > n and way[:n] == picked))

    def copy_of(self, entry: int) -> int:
        """The copy behind an entry of the own cards."""
        return self.secrets.faces[entry] if entry > 0 else -entry
