"""What a card of Ambition is called and says, and its *code*: one number for a face of any sort of deck.

Code 100 x (sort + 1) + face stands for a face, -1 - sort for the back of a card of that sort, 0 for
nothing that is known. Cards of a hand are named by their entries: a slot, or -copy where they lie open.
"""

from __future__ import annotations

from client.table.view_model import ViewModel
from client.ui.richtext import escape
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import deck_of_slot
from core.games.ambition.cards import ELITES, HOLD, INDUSTRIES, INTRIGUES, NOW, NUCLEAR_ARMS, REACT
from core.games.ambition.state import Ambition
from core.games.ambition.text.words import face_name

SORTS = ("elites", "intrigue", "industry")
"""The sorts of cards, in the order in which they lie in a hand."""
ELITE, INTRIGUE, INDUSTRY = range(3)
SORT_WORDS = ("Elite", "Intrigue", "Industry")
EACH = 100
WHEN = {NOW: "played when drawn", HOLD: "play it or keep it", REACT: "kept as a reaction"}
"""When an Intrigue card is used; the nuclear ones are kept with a token."""


def code(sort: int, face: int) -> int:
    """The code of a face."""
    return EACH * (sort + 1) + face


def back(sort: int) -> int:
    """The code of a closed card."""
    return -1 - sort


def sort_of(number: int) -> int:
    """The sort of a code."""
    return -1 - number if number < 0 else number // EACH - 1


def face_of(number: int) -> int:
    """The face of a code."""
    return number % EACH


def of_copy(state: Ambition, copy: int) -> int:
    """The code of an open card."""
    return code(SORTS.index(state.sort(state.shared.deck_of(copy))), state.face(copy))


def of_entry(state: Ambition, own: Secrets | None, entry: int) -> int:
    """The code of a card of a hand: its back, if the seat of these secrets does not know it."""
    if entry < 0:
        return of_copy(state, -entry)
    sort = SORTS.index(state.sort(deck_of_slot(entry)))
    if own is not None and entry in own.drawn:
        return code(sort, own.drawn[entry])
    if own is not None and entry in own.faces:
        return code(sort, own.faces[entry])
    return back(sort)


def held_by(model: ViewModel, seat: int) -> list[tuple[int, int]]:
    """(entry, code) of the cards of a hand as they are known here, sorted."""
    state: Ambition = model.state
    own = model.opened(seat) if model.opened is not None else model.secrets if seat == model.own else None
    entries = (entry for sort in SORTS for entry in state.hand(seat, sort))
    found = [(entry, of_entry(state, own, entry)) for entry in entries]
    return sorted(found, key=lambda held: (sort_of(held[1]), held[1] < 0, -rank(held[1]), held[0]))


def rank(number: int) -> int:
    """How far to the left a face lies among those of its sort."""
    return face_of(number) if sort_of(number) == ELITE else -face_of(number)


def name(number: int) -> str:
    """The name of a face, or what a back is."""
    if number < 0:
        return f"Face-down {SORT_WORDS[sort_of(number)]} card"
    if sort_of(number) == ELITE:
        return ELITES[face_of(number)].name
    return face_name(SORTS[sort_of(number)], face_of(number))


def worth(number: int) -> str:
    """What a card counts at the end."""
    if sort_of(number) == ELITE:
        return f"{ELITES[face_of(number)].value} at the end"
    if sort_of(number) == INTRIGUE:
        return "−5 at the end" if face_of(number) == NUCLEAR_ARMS else "+2 at the end"
    return "nothing at the end"


def says(number: int) -> str:
    """What a face does."""
    if number < 0:
        return "Only its holder knows what it is."
    if sort_of(number) == ELITE:
        return "Safe from strikes."
    if sort_of(number) == INDUSTRY:
        return INDUSTRIES[face_of(number)].text
    return INTRIGUES[face_of(number)].text


def tip(number: int) -> str:
    """All that is to be read beside a card, as rich text."""
    if number < 0:
        return f"*{name(number)}*\n{{muted}}{says(number)}{{/}}"
    kind = SORT_WORDS[sort_of(number)]
    if sort_of(number) == INTRIGUE:
        kind += f", {WHEN.get(INTRIGUES[face_of(number)].kind, 'kept with a token')}"
    head = f"*{escape(name(number))}* {{muted}}({kind}){{/}}"
    return f"{head}\n{escape(says(number))}\n{{muted}}{worth(number)}{{/}}"
