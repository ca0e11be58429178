"""Names and texts of Ambition's cards, and card *codes*, which number the faces of all kinds of decks.

Code 100 x (sort + 1) + face is a face, and -1 - sort is the back of a card of that kind. Code 0 is an unknown card. A
card of a hand is identified by its entry, which is its slot, or -copy if the card is open.
"""

from __future__ import annotations

from client.table.view_model import ViewModel
from client.ui.richtext import escape
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import deck_of_slot
from core.games.ambition.cards import ELITES, HOLD, NOW, NUCLEAR_ARMS, REACT
from core.games.ambition.changes import RULESETS
from core.games.ambition.ruleset import Rules
from core.games.ambition.state import Ambition
from core.games.ambition.text.words import face_name

CARD_SORTS = ("elites", "intrigue", "industry")
"""Kinds of cards, in their order in a hand."""
ELITE, INTRIGUE, INDUSTRY = range(3)
SORT_WORDS = ("Elite", "Intrigue", "Industry")
EACH = 100
USE_TIMES = {NOW: "played when drawn", HOLD: "kept, then played", REACT: "kept as a reaction"}
"""Words for the time at which an Intrigue card is used; a nuclear card is kept together with a token."""


def code(sort: int, face: int) -> int:
    """Return the code of a face."""
    return EACH * (sort + 1) + face


def back(sort: int) -> int:
    """Return the code of the back of a closed card of this kind."""
    return -1 - sort


def sort_of(number: int) -> int:
    """Return the kind of card (an index of `SORTS`) that a code belongs to."""
    return -1 - number if number < 0 else number // EACH - 1


def face_of(number: int) -> int:
    """Return the number of the face that a code stands for."""
    return number % EACH


def code_of_copy(state: Ambition, copy: int) -> int:
    """Return the code of the face of an open card."""
    return code(CARD_SORTS.index(state.card_sort(state.shared.deck_of(copy))), state.face(copy))


def code_of_entry(state: Ambition, own: Secrets | None, entry: int) -> int:
    """Return the code of a card in a hand, or of its back if the seat of these secrets does not know it."""
    if entry < 0:
        return code_of_copy(state, -entry)
    sort = CARD_SORTS.index(state.card_sort(deck_of_slot(entry)))
    if own is not None and entry in own.drawn:
        return code(sort, own.drawn[entry])
    if own is not None and entry in own.faces:
        return code(sort, own.faces[entry])
    return back(sort)


def held_by(model: ViewModel, seat: int) -> list[tuple[int, int]]:
    """Return the known cards of a hand as pairs (entry, code), sorted."""
    state = model.table_of(Ambition)
    own = model.opened(seat) if model.opened is not None else model.secrets if seat == model.own else None
    entries = (entry for sort in CARD_SORTS for entry in state.hand(seat, sort))
    found = [(entry, code_of_entry(state, own, entry)) for entry in entries]
    return sorted(found, key=lambda held: (sort_of(held[1]), held[1] < 0, -rank(held[1]), held[0]))


def rules_of(model: ViewModel) -> Rules:
    """Return the rules of the match on screen."""
    state = model.state_of(Ambition)
    return RULESETS.printed if state is None else state.rules


def rank(number: int) -> int:
    """Return the sort key of a face among cards of its kind; larger values are farther left."""
    return face_of(number) if sort_of(number) == ELITE else -face_of(number)


def name(number: int) -> str:
    """Return the name of a face, or for a back the name of its kind."""
    if number < 0:
        return f"Face-down {SORT_WORDS[sort_of(number)]} card"
    if sort_of(number) == ELITE:
        return ELITES[face_of(number)].name
    return face_name(RULESETS.printed, CARD_SORTS[sort_of(number)], face_of(number))


def end_value_text(number: int, rules: Rules = RULESETS.printed) -> str:
    """Return the points that a card is worth at the end of the match, in words."""
    if sort_of(number) == ELITE:
        return f"{rules.elites[face_of(number)].value} at the end"
    if sort_of(number) == INTRIGUE:
        numbers = rules.numbers
        worth = numbers.arms_worth if face_of(number) == NUCLEAR_ARMS else numbers.intrigue_worth
        return f"{worth:+} at the end".replace("-", "−")
    return "nothing at the end"


def effect_text(number: int, rules: Rules = RULESETS.printed) -> str:
    """Return the effect of a face, in words."""
    if number < 0:
        return "Only its holder knows what it is."
    if sort_of(number) == ELITE:
        return "Safe from strikes."
    if sort_of(number) == INDUSTRY:
        return rules.industries[face_of(number)].text
    return rules.intrigues[face_of(number)].text


def tooltip(number: int, rules: Rules = RULESETS.printed) -> str:
    """Return the tooltip of a card, as rich text."""
    if number < 0:
        return f"*{name(number)}*\n{{muted}}{effect_text(number, rules)}{{/}}"
    kind = SORT_WORDS[sort_of(number)]
    if sort_of(number) == INTRIGUE:
        kind += f", {USE_TIMES.get(rules.intrigues[face_of(number)].kind, 'kept with a token')}"
    head = f"*{escape(name(number))}* {{muted}}({kind}){{/}}"
    return f"{head}\n{escape(effect_text(number, rules))}\n{{muted}}{end_value_text(number, rules)}{{/}}"
