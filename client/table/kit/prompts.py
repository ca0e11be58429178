"""Questions of a game in one file, answered by cards of the hand, cards and seats on the table, or buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from client.session.source import TableState
from client.table.kit.looks import CardLooks, looks_of
from client.table.kit.paint import paint_card
from client.table.kit.zones import card_spots as spots_of
from client.table.kit.zones import find_zones
from client.table.pick.chooser import Offer
from client.table.pick.preview import LiftedCard
from client.table.pick.prompts import PromptWords, SeatControls, Sidebar
from client.table.pick.script import CARD, ENOUGH, Pick, PickPath, Picks
from client.table.prompt.action_panel import ListEntry
from client.table.prompt.question import PickQuestion, PickScript
from client.table.seats.names import Names
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.richtext import escape
from core.engine.game import Ask, Decision
from core.engine.hidden.hand import name_card
from core.engine.hidden.secrets import Secrets
from core.engine.text.prompts import QuestionText
from core.engine.text.words import capitalise, format_count
from core.kit.game import KitGame
from core.kit.questions import (
    DownFromHand,
    FromDeck,
    FromHand,
    FromOffers,
    Keep,
    KitQuestion,
    LayDown,
    Play,
    PlaySeveral,
    SeveralFromHand,
)
from core.kit.sources import CARD as OPEN_CARD
from core.kit.sources import NUMBER, SEAT

LIES, SEAT_PICK, VALUE, GROUP = "lies", "seat", "value", "group"
"""Kinds of picks beside a card of the hand: a card on the table, a seat, a number or word, and a group of these."""
MAX_BUTTONS = 10
"""Answers: maximum number in one row of buttons; more of them are split into groups."""


def question_text(question: KitQuestion[object]) -> QuestionText:
    """Return the title of a question, and its sentence."""
    title = capitalise(question.kind.replace("_", " ").strip())
    to = f" to {question.verb}" if question.verb else ""
    match question:
        case FromHand():
            return QuestionText(title, f"Choose a card of your hand{to}.")
        case DownFromHand():
            return QuestionText(title, f"Choose a card of your hand{to} face down.")
        case SeveralFromHand(least=least, most=most):
            return QuestionText(title, f"Choose {_several(least, most)} of your hand{to}.")
        case FromDeck(look=look, least=least, most=most):
            cards = "card" if look == 1 else f"{look} cards"
            return QuestionText(title, f"Choose {_several(least, most)} of the next {cards} of your deck{to}.")
    things = {OPEN_CARD: "a card", SEAT: "a player", NUMBER: "a number"}.get(question.shown, "")
    return QuestionText(title, f"Choose {things}{to}." if things else f"Choose what{to or ' to do'}.")


def pick_several(kind: str, copies: tuple[int, ...], least: int, most: int, words: str) -> PickScript:
    """Ask for some of these cards, one by one, and return them."""
    chosen: tuple[int, ...] = ()
    while len(chosen) < most:
        left = tuple((kind, copy) for copy in copies if copy not in chosen)
        if not left:
            break
        value = yield Picks(kind, words, left, len(chosen) >= least)
        if value == ENOUGH:
            break
        chosen += (value[1],)
    return chosen


def _several(least: int, most: int) -> str:
    """Return a number of cards in words.

    >>> _several(0, 2), _several(1, 1)
    ('0 to 2 cards', '1 card')
    """
    return f"{least} to {format_count(most, 'card')}" if least < most else format_count(most, "card")


class KitPrompt(PickQuestion):
    """A question to our seat."""

    def __init__(self, game: KitGame, state: TableState, seat: int, secrets: Secrets, ask: Ask) -> None:
        asked = {kind: each for kind, each in game.questions.items() if isinstance(each, KitQuestion)}
        self.game, self.put = game, {question: question_text(question) for question in asked.values()}
        self.kit, self.looks = game.kit, looks_of(game.kit)
        self.values: list[object] = []
        """The numbers and words that are offered, by the numbers of their picks."""
        self.groups: list[str] = []
        self.lying = frozenset(spots_of(find_zones(game), state))
        """The copies on the table, which are picked there."""
        super().__init__(state, seat, secrets, ask)

    @property
    def question_asked(self) -> KitQuestion[object]:
        """The question of the game."""
        asked = self.asked_of
        assert isinstance(asked, KitQuestion)
        return asked

    # Answers ----------------------------------------------------------------------------------------------------------

    def all_paths(self) -> Iterator[tuple[PickPath, Decision]]:
        """Yield each answer with its picks: a hand card, a card on the table, a seat, or one of the buttons."""
        asked = self.asked_of
        if isinstance(asked, FromHand):
            for copy, slot in self.hand.items():
                yield ((CARD, copy),), Play(name_card(self.secrets, (copy, slot)))
        elif isinstance(asked, DownFromHand):
            for copy, slot in self.hand.items():
                yield ((CARD, copy),), LayDown(slot or -copy)
        elif isinstance(asked, FromOffers):
            found = list(asked.legal_answers(self.state, self.seat))
            if asked.shown in (OPEN_CARD, SEAT):
                kind = LIES if asked.shown == OPEN_CARD else SEAT_PICK
                yield from ((((kind, decision[0]),), decision) for decision in found)
                return
            if asked.shown == NUMBER:
                found.sort(key=lambda decision: int(decision[0]))
            self.values = [decision[0] for decision in found]
            self.groups = group_names(self.values)
            for index, decision in enumerate(found):
                head = ((GROUP, index // MAX_BUTTONS),) if self.groups else ()
                yield (*head, (VALUE, index)), decision

    def script(self) -> PickScript:
        """Return the script: several cards of the hand one by one, or else the path to an answer."""
        asked = self.asked_of
        return self._multi_pick_script(asked) if isinstance(asked, (SeveralFromHand, FromDeck)) else self.walk_paths()

    def _multi_pick_script(self, asked: SeveralFromHand | FromDeck) -> PickScript:
        words = self.put[asked].sentence
        if isinstance(asked, SeveralFromHand):
            chosen = yield from pick_several(CARD, tuple(self.hand), asked.least, asked.most, words)
            held = sorted((copy, self.hand[copy]) for copy in chosen)
            return PlaySeveral(tuple(name_card(self.secrets, card) for card in held))
        slots = {self.secrets.faces[slot]: slot for slot in asked.seen_slots(self.state, self.seat)}
        chosen = yield from pick_several(LIES, tuple(slots), asked.least, asked.most, words)
        return Keep(tuple(slot for copy, slot in slots.items() if copy in chosen))

    # Words ------------------------------------------------------------------------------------------------------------

    def pick_name(self, pick: Pick) -> str:
        """Return the name of a pick."""
        kind, number = pick
        match kind:
            case "seat":
                return f"seat {number}"
            case "value":
                return capitalise(str(self.values[number]).replace("_", " "))
            case "group":
                return self.groups[number]
        return capitalise(self.kit.card(number))

    def confirm_label(self) -> str:
        """Return the label of the large button."""
        return capitalise(self.question_asked.verb) or "Lock in"


def group_names(values: Sequence[object]) -> list[str]:
    """Return the names of the groups of many values, or nothing for few.

    >>> group_names([1, 2, 3]), group_names(list(range(12)))
    ([], ['0 to 9', '10 to 11'])
    """
    if len(values) <= MAX_BUTTONS:
        return []
    groups = [values[at : at + MAX_BUTTONS] for at in range(0, len(values), MAX_BUTTONS)]
    return [f"{each[0]} to {each[-1]}" if len(each) > 1 else str(each[0]) for each in groups]


class KitWords(PromptWords[KitPrompt]):
    """The words for the questions to our seat."""

    def confirm_label(self, inquiry: KitPrompt) -> str:
        """Return the label of the large button, which also says that no card is chosen."""
        asked = inquiry.asked_of
        if isinstance(asked, (SeveralFromHand, FromDeck)):
            many = len(inquiry.answers)
            return f"{inquiry.confirm_label()} {format_count(many, 'card') if many else 'nothing'}"
        return inquiry.confirm_label()

    def describe_picks(self, inquiry: KitPrompt) -> str:
        """Return the picks made so far; a group is left out once its answer is picked."""
        picks = [pick for pick in inquiry.answers if pick[0] != GROUP] or inquiry.answers
        return ", ".join(map(inquiry.pick_name, picks)) or "Nothing"

    def instruction(self, inquiry: KitPrompt, places: int = 0) -> str:
        """Return the instruction for the prompt bar."""
        asked = inquiry.asked_of
        if isinstance(asked, (SeveralFromHand, FromDeck)) and inquiry.decision is not None:
            return f"{escape(inquiry.sentence())} {self.confirm_label(inquiry)}?"
        return super().instruction(inquiry, places)


class KitControls(SeatControls):
    """The ticks on chosen cards of the hand."""

    def show_picks(self, inquiry: KitPrompt | None) -> None:
        """Tick the chosen cards."""
        chosen = tuple(inquiry.picked_numbers(CARD)) if inquiry is not None else ()
        assert self.table.hand is not None
        self.table.hand.ticked = chosen

    def show_locked(self, inquiry: KitPrompt | None) -> None:
        """Keep the ticks while the decision is locked."""
        self.show_picks(inquiry)


# Sidebar --------------------------------------------------------------------------------------------------------------


def list_entry(names: Names, inquiry: KitPrompt, pick: Pick) -> ListEntry | None:
    """Return the list entry of a card or a seat on the table; None for all other picks."""
    kind, number = pick
    if kind == SEAT_PICK:
        return ListEntry(f"seat {number}", names.plain_name(number), "", names.plain_name(number), number)
    if kind == LIES and number in inquiry.lying:
        look = inquiry.looks.look(number)
        return ListEntry("card", inquiry.pick_name(pick), ", ".join(look.notes), inquiry.pick_name(pick))
    return None


def choice_offer(names: Names, inquiry: KitPrompt, pick: Pick) -> Offer | None:
    """Return the button of a number, a word, or a card that does not lie on the table."""
    kind, number = pick
    if kind in (VALUE, GROUP):
        name = inquiry.pick_name(pick)
        return Offer(name, picture=partial(_paint_value, name))
    if kind == LIES and number not in inquiry.lying:
        return Offer(inquiry.pick_name(pick), picture=partial(_paint_offered, inquiry.looks, number))
    return None


def choices_title(inquiry: KitPrompt) -> tuple[str, str]:
    """Return the title of the row of buttons."""
    return inquiry.title, ""


def lifted_card(inquiry: KitPrompt, pick: Pick | None) -> LiftedCard | None:
    """Return the card that is chosen or aimed at, or None."""
    chosen = pick if pick is not None and pick[0] in (CARD, LIES) else None
    chosen = chosen or next((each for each in reversed(inquiry.answers) if each[0] in (CARD, LIES)), None)
    if chosen is None:
        return None
    words = inquiry.looks.tip(chosen[1]) or inquiry.sentence()
    picture = partial(paint_card, inquiry.looks, chosen[1])
    return LiftedCard(inquiry.pick_name(chosen), picture, 0, escape(words))


def _paint_value(name: str, canvas: Canvas, r: Rect) -> None:
    size = 26 if len(name) <= 3 else 17
    canvas.label(name, r.inset(6, 4), "accent", size, "bold")


def _paint_offered(looks: CardLooks, copy: int, canvas: Canvas, r: Rect) -> None:
    high = min(r.h - 8, (r.w - 8) * 1.44)
    paint_card(looks, copy, canvas, Rect(r.center[0] - high / 2.88, r.center[1] - high / 2, high / 1.44, high))


SIDEBAR = Sidebar(lifted_card, list_entry, choice_offer, choices_title)
