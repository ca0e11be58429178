"""Questions to a seat: a picking with its own words, and one whose answers are paths of picks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

from client.session.source import TableState
from client.table.pick.script import ENOUGH, Pick, Picking, PickPath, Picks, Script
from core.engine.agenda import AgendaGame
from core.engine.game import Ask, Decision
from core.engine.hidden.hand import held
from core.engine.hidden.secrets import Secrets
from core.engine.question import AnyQuestion
from core.engine.text.prompts import QuestionText

PickScript: TypeAlias = Script[Pick]
"""Script whose picks are made on the screen."""


class PickQuestion(Picking[Pick]):
    """Question to a seat: a picking with its own words.

    `secrets` is the copy that the decision is made with. The decision exists as soon as the picks amount to one, though
    more may be picked.
    """

    put: ClassVar[Mapping[AnyQuestion, QuestionText]]
    """Questions of the game in words."""

    def __init__(self, state: TableState, seat: int, secrets: Secrets, ask: Ask) -> None:
        self.state, self.seat, self.secrets = state, seat, secrets
        self.asked_of = next(question for question in self.put if question.kind == ask.kind)
        self.detail = ask.detail
        self.prepare()
        super().__init__(self.script)

    def prepare(self) -> None:
        """Prepare the data that the script needs."""

    @abstractmethod
    def script(self) -> PickScript:
        """Return the small questions that make up this one."""

    def run(self) -> None:
        """Run the script; the decision exists as soon as it is possible."""
        super().run()
        self.decision = self.decision_if_ended()

    @property
    def title(self) -> str:
        """Title of the question, in a word or two."""
        return self.put[self.asked_of].title

    def sentence(self) -> str:
        """Return the instruction for the present pick."""
        return self.question.words if self.question is not None else self.put[self.asked_of].sentence

    @abstractmethod
    def name_of(self, pick: Pick) -> str:
        """Return a pick in a few words."""

    def confirms(self) -> str:
        """Return the label of the large button."""
        return "Lock in"

    def picked_of(self, kind: str) -> list[int]:
        """Return the picks of a kind."""
        return [number for each, number in self.answers if each == kind]


class PathQuestion(PickQuestion):
    """Question about closed cards.

    Where every answer can be listed, a path of picks leads to each; other questions have their own scripts.
    """

    game: ClassVar[AgendaGame[Any]]  # of any state: each game fills in its own
    scripts: ClassVar[Mapping[AnyQuestion, Callable[..., PickScript]]] = {}
    """Scripts of questions whose answers are too many to be listed."""

    def prepare(self) -> None:
        """Prepare our hand, and every answer where they can be listed."""
        self.game.learn(self.state, self.seat, self.secrets)
        self.hand = dict(held(self.state, self.seat, self.secrets))
        """Slot of each copy of our hand, or 0 where the copy is open."""
        self.ways: dict[PickPath, Decision] = {} if self.asked_of in self.scripts else dict(self.all_paths())

    @abstractmethod
    def all_paths(self) -> Iterator[tuple[PickPath, Decision]]:
        """Yield the picks that lead to each answer."""

    @abstractmethod
    def path_words(self, picked: PickPath) -> str:
        """Return the instruction for the next pick on the path to an answer."""

    def script(self) -> PickScript:
        """Return the script along the paths, or one that asks bit by bit."""
        script = self.scripts.get(self.asked_of)
        return self.walk() if script is None else script(self)

    def walk(self) -> PickScript:
        """Ask pick by pick along the paths to all answers."""
        picked: PickPath = ()
        while True:
            targets = self.after(picked)
            if not targets:
                return self.ways[picked]
            value = yield Picks("pick", self.path_words(picked), targets, picked in self.ways)
            if value == ENOUGH:
                return self.ways[picked]
            picked = (*picked, value)

    def after(self, picked: PickPath) -> PickPath:
        """Return the possible picks after these picks."""
        n = len(picked)
        return tuple(dict.fromkeys(way[n] for way in self.ways if len(way) > n and way[:n] == picked))

    def copy_of(self, entry: int) -> int:
        """Return the copy behind an entry of our cards."""
        return self.secrets.faces[entry] if entry > 0 else -entry
