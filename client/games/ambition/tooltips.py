"""Texts for Ambition's table: phases, the activity of a seat, alliances, and the odds of a claim."""

from __future__ import annotations

from client.games.ambition import faces
from client.table.seats.names import Names
from client.table.view_model import ViewModel
from client.ui.richtext import escape
from core.engine.hidden.contracts import Paper
from core.games.ambition.cards import EXCHANGE, INDUSTRIES, NUCLEAR_ARMS, PACTS, UNITY
from core.games.ambition.hands import max_exhaustions
from core.games.ambition.state import Alliance, Ambition

PHASES = ("Roll", "Influence", "Industry", "Intrigue", "Settle")
PHASE_WORDS = {
    "diplomacy": "Influence",
    "industry": "Industry",
    "intrigue": "Intrigue",
    "strike": "Strike",
    "end": "End",
}
PHASE_OF_QUESTION = {
    "launch": "Roll",
    "wirehouse": "Roll",
    "diplomacy": "Influence",
    "challenge": "Influence",
    "accept": "Influence",
    "industry": "Industry",
    "play": "Intrigue",
    "drawn": "Intrigue",
    "freightline": "Intrigue",
    "aim": "Intrigue",
    "gift": "Intrigue",
    "disarm": "Intrigue",
    "census": "Intrigue",
    "yield": "Intrigue",
    "duel": "Intrigue",
    "doubt": "Intrigue",
    "counter": "Strike",
    "unseal": "Strike",
    "shelter": "Strike",
}
"""Phase in which each kind of question is asked."""
SAFE, UNARMED = "safe", "unarmed"


def phase_word(state: Ambition) -> str:
    """Return the phase of the turn, in the words of the top bar."""
    if state.phase == "diplomacy" and not state.die:
        return "Roll"
    return PHASE_WORDS.get(state.phase, "") if state.turn else ""


def pact_words(names: Names, pact: int, extra: int) -> str:
    """Return the name of an alliance, with the content of its extra field."""
    if pact == UNITY:
        return f"{PACTS[pact].name}, third player {names.plain_name(extra)}"
    return f"{PACTS[pact].name} on {INDUSTRIES[extra].name}" if pact == EXCHANGE else PACTS[pact].name


def alliance_tip(model: ViewModel, alliance: Alliance) -> str:
    """Return the tooltip of an open alliance."""
    names, pact = model.names, faces.rules_of(model).pacts[alliance.pact]
    return (
        f"*{escape(pact_words(names, alliance.pact, alliance.extra))}*\n{names.coloured_name(alliance.a)} and "
        f"{names.coloured_name(alliance.b)}, {pact.stake} at stake each.\n{escape(pact.text)}\n"
        f"{{muted}}When completed, each gets {2 * pact.stake}. If unfinished at the end, the stakes are lost.{{/}}"
    )


def paper_terms(model: ViewModel, paper: Paper) -> tuple[int, int] | None:
    """Return the type and the extra field of a secret alliance, or None if our client cannot read them."""
    from core.games.ambition.alliances import SECRETS

    own = model.secrets
    if own is None or own.seat not in paper.pair or not own.pairs:
        return None
    terms = SECRETS.terms(paper, own)
    return (terms[0], terms[1]) if terms is not None and terms[0] < len(PACTS) else None


def paper_tip(model: ViewModel, paper: Paper) -> str:
    """Return the tooltip of a secret alliance; only its allies can read the terms."""
    names, terms = model.names, paper_terms(model, paper)
    gain = faces.rules_of(model).numbers.alliance_gain
    known = escape(pact_words(names, *terms)) if terms else "Only the two allies know its type."
    return (f"*Secret alliance*\n{names.coloured_name(paper.proposer)} and "
            f"{names.coloured_name(paper.partner)}\n{known}\n"
            f"{{muted}}Stakes and the first {gain} are paid when it is opened: by either ally, by Exposed Cables, or "
            "at the end.{/}")  # fmt: skip


def unseen(state: Ambition, seat: int) -> list[int]:
    """Return the number of unseen Elites of each value in a seat's deck; index 0 is unused.

    An Elite is unseen if nobody has seen it leave the deck.
    """
    values = [0] * (state.rules.highest + 1)
    for copy in state.shared.copies(seat):
        if copy not in state.elites_spent[seat]:
            values[state.rules.elites[state.face(copy)].value] += 1
    return values


def score_now(model: ViewModel, seat: int) -> int:
    """Return the current score of a seat, computed from the cards that are known to our client."""
    rules = faces.rules_of(model)
    total = int(model.table_of(Ambition).purse[seat])
    for _, number in faces.held_by(model, seat):
        if number < 0:
            continue
        if faces.sort_of(number) == faces.ELITE:
            total += rules.elites[faces.face_of(number)].value
        elif faces.sort_of(number) == faces.INTRIGUE:
            arms = faces.face_of(number) == NUCLEAR_ARMS
            total += rules.numbers.arms_worth if arms else rules.numbers.intrigue_worth
    return total


def max_deck_runs(state: Ambition) -> str:
    """Return how many times the Intrigue deck has run out, in words.

    The text also names the number that ends the match, if there is one.
    """
    most = max_exhaustions(state)
    return f"Deck ran out: {state.exhausted} of {most}" if most else f"Deck ran out: {state.exhausted}"
