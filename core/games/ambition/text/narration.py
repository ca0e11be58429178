"""Sentences for events, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine import events as k
from core.engine.game import Event
from core.engine.hidden.contracts import PaperLapsed, PaperOpened
from core.engine.hidden.shared_deck import events as s
from core.engine.hidden.shared_deck.state import deck_of_slot
from core.engine.text.words import capitalised, count
from core.games.ambition import events as e
from core.games.ambition.cards import INTRIGUES, SHOTGUN, ULTIMATUM
from core.games.ambition.state import Ambition
from core.games.ambition.text.words import STATEMENT_TEXTS, Namer

__all__ = ["SENTENCES", "tell"]

Sentence = Callable[[Namer, Event], str]


def tell(state: Ambition, event: Event) -> str:
    """Return the event as one line of text; `state` is the state after the event."""
    return capitalised(SENTENCES[type(event)](Namer(state), event))


GAINED = {
    "claim": "for the claim",
    "true": "for the true claim",
    "exposed": "for the exposed lie",
    "allied": "for the alliance",
    "stake back": ": the stake is returned",
    "completed": ": stake and reward",
    "broken": ": both stakes of the broken alliance",
    "knife": ": both stakes, for Knife at the Banquet",
    "gridworks": "from Gridworks",
    "communique": "from Joint Communique",
    "duel": "at Card Night",
    "death": "from I Am Become Death",
    "relief": "from Relief Fund",
    "census": "in the Census",
    "extorted": "by extortion",
}
LOST = {
    "lie": "for the lie",
    "wrong": "for the wrong challenge",
    "caught": "for the lie",
    "stake": "as a stake",
    "uncovered": ": the stake is not covered",
    "dataworks": "for Dataworks",
    "duel": "at Card Night",
    "tax": "as War Tax",
    "panic": "in the Market Panic",
    "extorted": "by extortion",
    "strike": "in the strike",
}
DISCARD_TEXTS = {
    "drawn": "discards {}",
    "disarmed": "discards {} at the summit",
    "demanded": "gives up {}",
    "surrendered": "must discard {}",
    "caught": "must discard {}",
    "drill": "uses {}",
    "lost seat": "leaves {} behind",
    "strike": "loses {} in the strike",
}
CLOSED = {
    "displaced": "{1}'s {0} is displaced",
    "nationalised": "{1}'s {0} is nationalised",
    "shelter": "{1}'s {0} is used up",
}
ENDED = {
    "replaced": "ends: a new alliance replaces it",
    "knife": "ends: Knife at the Banquet",
    "left": "ends: an ally has left",
    "unfinished": "is unfinished: both stakes are lost",
}
SHELTER_TEXTS = {
    "bunker": "{} is safe in a Bunker",
    "technology": "{} is safe in an ally's Bunker",
    "tecmed": "Tecmed protects {}",
    "drill": "{} uses a Fallout Drill",
}


def _amount_text(verb: str, words: str, x: e.InfluenceGained | e.InfluenceLost, who: str) -> str:
    return f"{who} {verb} {x.amount}{'' if words.startswith(':') else ' '}{words}"


def _proposed(w: Namer, x: e.Proposed) -> str:
    return f"{w.who(x.seat)} proposes to {w.who(x.partner)}: {w.pact(x.pact, x.extra)}"


def _aimed(w: Namer, x: e.Aimed) -> str:
    face = w.state.face(x.copy)
    more = f", {w.pact(x.what, x.extra)}" if face == SHOTGUN else ""
    more = f" and {INTRIGUES[x.what].name}" if face == ULTIMATUM else more
    return f"{w.who(x.seat)} names {w.who(x.target)}{more}"


def _declared(w: Namer, x: e.Declared) -> str:
    if x.what == "value":
        return f"{w.who(x.seat)} claims to hold {f'an Elite of {x.value}' if x.value else 'no Elite'}"
    return f"{w.who(x.seat)} says: “{STATEMENT_TEXTS[x.what]}”"


def _claim_verdict_text(w: Namer, x: e.ClaimJudged) -> str:
    return f"{w.who(x.seat)}'s claim was {'true' if x.true else 'a lie'}: {w.card(x.copy)}"


def _ended(w: Namer, x: e.MatchEnded) -> str:
    if x.why == "armageddon":
        return f"{w.who(x.seat)} plays Armageddon: the world ends"
    return "the Intrigue deck has run out for the last time: the world ends by accident"


def _scored(w: Namer, x: e.Scored) -> str:
    parts = f"purse {x.purse}, Elites {x.elites}, Intrigue {x.intrigue}, Arms {x.arms}"
    return f"{w.who(x.seat)} scores {x.total} ({parts})"


def _duel_text(w: Namer, x: e.DuelFought) -> str:
    end = f"{w.who(x.winner)} wins" if x.winner else "a tie"
    return f"{w.who(x.a)} reveals {w.card(x.copies[0])} and {w.who(x.b)} reveals {w.card(x.copies[1])}: {end}"


def _taken(w: Namer, x: k.CardTaken) -> str:
    what = w.card(x.copy) if x.copy else "a card"
    return f"{w.who(x.taker)} takes {what} from {w.who(x.giver)}"


KINDS = {"intrigue": "Intrigue card", "elites": "Elite", "industry": "Industrial card"}


def _drawn(w: Namer, x: k.CardsDrawn) -> str:
    kind = KINDS[w.state.sort(deck_of_slot(x.slots[0]))] if x.slots else "card"
    return f"{w.who(x.seat)} draws {count(len(x.slots), kind)}"


DECKS = {"intrigue": "the Intrigue deck", "elites": "an Elite deck", "industry": "an Industrial deck"}


def _deck(w: Namer, deck: int) -> str:
    return DECKS[w.state.sort(deck)]


X = TypeVar("X", bound=Event)


def _described_by(kind: type[X], sentence: Callable[[Namer, X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _described_by(e.FirstPlayer, lambda w, x: f"{w.who(x.seat)} begins"),
        _described_by(
            e.StartShown, lambda w, x: f"{w.who(x.seat)} starts with {x.amount}, the sum of {w.cards(x.copies)}"
        ),
        _described_by(e.TurnBegan, lambda w, x: f"round {x.round}, turn {x.turn}: {w.who(x.seat)}"),
        _described_by(
            e.DieRolled, lambda w, x: f"{w.who(x.seat)} rolls {x.die}: {'alliance' if x.die >= 5 else 'Influence'}"
        ),
        _described_by(e.DieTurned, lambda w, x: f"{w.who(x.seat)} turns the die to {x.die}"),
        _described_by(e.InfluenceGained, lambda w, x: _amount_text("gains", GAINED[x.why], x, w.who(x.seat))),
        _described_by(e.InfluenceLost, lambda w, x: _amount_text("pays", LOST[x.why], x, w.who(x.seat))),
        _described_by(e.MatchEnded, _ended),
        _described_by(e.Scored, _scored),
        _described_by(
            e.Convicted, lambda w, x: f"{w.who(x.seat)} is convicted of keeping {w.card(x.copy)} and gets no points"
        ),
        _described_by(e.Claimed, lambda w, x: f"{w.who(x.seat)} claims {x.value} with a face-down Elite"),
        _described_by(e.ClaimHeld, lambda w, x: f"nobody challenges {w.who(x.seat)}'s {x.value}"),
        _described_by(e.ClaimChallenged, lambda w, x: f"{w.who(x.challenger)} challenges {w.who(x.seat)}"),
        _described_by(e.ClaimJudged, _claim_verdict_text),
        _described_by(e.Proposed, _proposed),
        _described_by(e.Refused, lambda w, x: f"{w.who(x.partner)} refuses {w.who(x.seat)}'s proposal"),
        _described_by(e.NothingProposed, lambda w, x: f"{w.who(x.seat)} proposes nothing"),
        _described_by(e.Forged, lambda w, x: f"{w.who(x.a)} and {w.who(x.b)} are allied: {w.pact(x.pact, x.extra)}"),
        _described_by(e.ForgedInSecret, lambda w, x: f"{w.who(x.a)} and {w.who(x.b)} have sealed a secret alliance"),
        _described_by(
            e.AllianceVoid,
            lambda w, x: f"the secret alliance of {w.who(x.a)} and {w.who(x.b)} breaks the rules and is void",
        ),
        _described_by(
            e.AllianceUncovered, lambda w, x: f"{w.who(x.seat)} cannot cover the stake: {w.pact(x.pact)} ends"
        ),
        _described_by(e.AllianceCompleted, lambda w, x: f"{w.who(x.a)} and {w.who(x.b)} complete the {w.pact(x.pact)}"),
        _described_by(
            e.AllianceBroken, lambda w, x: f"{w.who(x.seat)} breaks the {w.pact(x.pact)} with {w.who(x.other)}"
        ),
        _described_by(
            e.AllianceEnded, lambda w, x: f"{w.pact(x.pact)} of {w.who(x.a)} and {w.who(x.b)} {ENDED[x.why]}"
        ),
        _described_by(e.IndustryOpened, lambda w, x: f"{w.who(x.seat)} puts {w.card(x.copy)} into play"),
        _described_by(e.IndustryClosed, lambda w, x: CLOSED[x.why].format(w.card(x.copy), w.who(x.seat))),
        _described_by(e.DataLooked, lambda w, x: f"{w.who(x.looker)} looks at an Elite of {w.who(x.seat)}"),
        _described_by(e.IntrigueKept, lambda w, x: f"{w.who(x.seat)} keeps the card"),
        _described_by(e.IntriguePlayed, lambda w, x: f"{w.who(x.seat)} plays {w.card(x.copy)}"),
        _described_by(
            e.CardsDiscarded, lambda w, x: f"{w.who(x.seat)} {DISCARD_TEXTS[x.why].format(w.cards(x.copies))}"
        ),
        _described_by(e.NothingDrawn, lambda w, x: f"no Intrigue card is left for {w.who(x.seat)}"),
        _described_by(e.NoEffect, lambda w, x: f"{w.card(x.copy)} has no effect"),
        _described_by(e.Aimed, _aimed),
        _described_by(
            e.TokenTaken,
            lambda w, x: (
                f"{w.who(x.giver)} gives an armament token to {w.who(x.seat)}"
                if x.giver
                else f"{w.who(x.seat)} takes an armament token"
            ),
        ),
        _described_by(e.TokenLost, lambda w, x: f"{w.who(x.seat)} loses the armament token"),
        _described_by(e.DeckExhausted, lambda w, x: f"the Intrigue deck runs out (so far: {count(x.times, 'time')})"),
        _described_by(e.Declared, _declared),
        _described_by(e.Doubted, lambda w, x: f"{w.who(x.challenger)} challenges {w.who(x.seat)}"),
        _described_by(e.ClaimCleared, lambda w, x: f"{w.who(x.seat)} was telling the truth"),
        _described_by(e.ClaimCaught, lambda w, x: f"{w.who(x.seat)} lied"),
        _described_by(e.EliteGiven, lambda w, x: f"{w.card(x.copy)} defects from {w.who(x.seat)} to {w.who(x.to)}"),
        _described_by(e.DuelFought, _duel_text),
        _described_by(e.Launched, lambda w, x: f"{w.who(x.attacker)} launches a strike at {w.who(x.target)}"),
        _described_by(e.LetPass, lambda w, x: f"{w.who(x.seat)} lets it pass"),
        _described_by(e.Deflected, lambda w, x: f"{w.who(x.seat)} stops the strike with {w.card(x.copy)}"),
        _described_by(e.Struck, lambda w, x: f"the strike hits {w.all(x.hit)}"),
        _described_by(e.Sheltered, lambda w, x: SHELTER_TEXTS[x.how].format(w.who(x.seat))),
        _described_by(k.CardsDrawn, _drawn),
        _described_by(k.CardShown, lambda w, x: f"{w.who(x.seat)} shows {w.card(x.copy)}"),
        _described_by(k.HandMixed, lambda w, x: f"{w.who(x.seat)} shuffles {count(x.size, 'card')} in hand"),
        _described_by(k.CardTaken, _taken),
        _described_by(
            PaperOpened, lambda w, x: f"the secret alliance of {w.who(x.proposer)} and {w.who(x.partner)} is opened"
        ),
        _described_by(
            PaperLapsed, lambda w, x: f"the secret alliance of {w.who(x.proposer)} and {w.who(x.partner)} stays sealed"
        ),
        _described_by(s.DeckPassed, lambda w, x: f"{w.who(x.seat)} shuffles {_deck(w, x.deck)}"),
        _described_by(s.DeckShuffled, lambda w, x: f"{_deck(w, x.deck)} is shuffled: {count(x.cards, 'card')}"),
        _described_by(s.CardTurnedUp, lambda w, x: f"{w.card(x.copy)} is turned up"),
        _described_by(s.CardLaidUnder, lambda w, x: f"{w.who(x.seat)} puts a card under {_deck(w, x.deck)}"),
        _described_by(s.CardSeen, lambda w, x: f"{w.who(x.seat)} lets {w.who(x.looker)} see a card"),
        _described_by(s.CardLaidDown, lambda w, x: f"{w.who(x.seat)} discards a card face down"),
        _described_by(
            s.SeatOut,
            lambda w, x: f"{w.who(x.seat)} gave the deck a false answer or none: the others carry on without it",
        ),
    ]
)
