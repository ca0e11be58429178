"""Questions to a seat, as a picking that also has the words of the question.

If every answer can be listed, the player follows paths of picks to one of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

from client.session.source import TableState
from client.table.pick.script import ENOUGH, Pick, PickPath, PickRun, Picks, Script
from core.engine.agenda import AgendaGame
from core.engine.game import Ask, Decision
from core.engine.hidden.hand import held_cards
from core.engine.hidden.secrets import Secrets
from core.engine.question import AnyQuestion
from core.engine.text.prompts import QuestionText

PickScript: TypeAlias = Script[Pick]
"""A script whose picks are made on the screen."""


class PickQuestion(PickRun[Pick]):
    """A question to a seat: a picking that also has the words of the question.

    `secrets` is the copy with which the decision is made. The decision exists as soon as the picks amount to one, even
    if the player may pick more.

    If every answer can be listed, a path of picks leads to each answer. Other questions have their own scripts.
    """

    game: AgendaGame[Any]  # of any state: each game fills in its own
    scripts: ClassVar[Mapping[AnyQuestion, Callable[..., PickScript]]] = {}
    """The scripts of the questions that have too many answers to list."""
    put: Mapping[AnyQuestion, QuestionText]
    """The words of the game's questions."""

    def __init__(self, state: TableState, seat: int, secrets: Secrets, ask: Ask) -> None:
        self.state, self.seat, self.secrets = state, seat, secrets
        self.asked_of = next(question for question in self.put if question.kind == ask.kind)
        self.detail = ask.detail
        self.prepare()
        super().__init__(self.script)

    # Answers ----------------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Prepare our hand, and all answers if they can be listed."""
        self.game.learn(self.state, self.seat, self.secrets)
        self.hand = dict(held_cards(self.state, self.seat, self.secrets))
        """The slot of each copy in our hand, or 0 for a copy that is open."""
        self.ways: dict[PickPath, Decision] = {} if self.asked_of in self.scripts else dict(self.all_paths())

    def all_paths(self) -> Iterator[tuple[PickPath, Decision]]:
        """Yield each answer, with the picks that lead to it."""
        return iter(())

    def path_words(self, picked: PickPath) -> str:
        """Return the instruction for the next pick on the path to an answer."""
        return self.put[self.asked_of].sentence

    def script(self) -> PickScript:
        """Return the game's own script for this question, or the script that follows the paths."""
        script = self.scripts.get(self.asked_of)
        return self.walk_paths() if script is None else script(self)

    def walk_paths(self) -> PickScript:
        """Ask pick by pick along the paths to all answers."""
        picked: PickPath = ()
        while True:
            targets = self.picks_after(picked)
            if not targets:
                return self.ways[picked]
            value = yield Picks("pick", self.path_words(picked), targets, picked in self.ways)
            if value == ENOUGH:
                return self.ways[picked]
            picked = (*picked, value)

    def picks_after(self, picked: PickPath) -> PickPath:
        """Return the picks that are possible after these picks."""
        n = len(picked)
        return tuple(dict.fromkeys(way[n] for way in self.ways if len(way) > n and way[:n] == picked))

    def copy_of(self, entry: int) -> int:
        """Return the copy of the card that an entry of our cards means."""
        return self.secrets.faces[entry] if entry > 0 else -entry

    # Picks ------------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run the script, and set the decision as soon as the picks amount to one."""
        super().run()
        self.decision = self.decision_if_ended()

    @property
    def title(self) -> str:
        """The title of the question, in one or two words."""
        return self.put[self.asked_of].title

    def sentence(self) -> str:
        """Return the instruction for the present pick."""
        return self.question.words if self.question is not None else self.put[self.asked_of].sentence

    @property
    def locks_immediately(self) -> bool:
        """True if the last pick needs no confirmation."""
        return False

    def answer(self, value: Pick) -> None:
        """Make a pick; it replaces an earlier choice of another place."""
        if value in self.alternatives:
            self.undo()
        super().answer(value)

    @abstractmethod
    def pick_name(self, pick: Pick) -> str:
        """Return the name of a pick, in a few words."""

    def confirm_label(self) -> str:
        """Return the label of the large button."""
        return "Lock in"

    def picked_numbers(self, kind: str) -> list[int]:
        """Return the numbers of the picks of a kind."""
        return [number for each, number in self.answers if each == kind]
