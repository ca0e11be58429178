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


def _told(kind: type[X], sentence: Callable[[Namer, X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _told(e.FirstPlayer, lambda w, x: f"{w.who(x.seat)} begins"),
        _told(e.StartShown, lambda w, x: f"{w.who(x.seat)} starts with {x.amount}, the sum of {w.cards(x.copies)}"),
        _told(e.TurnBegan, lambda w, x: f"round {x.round}, turn {x.turn}: {w.who(x.seat)}"),
        _told(e.DieRolled, lambda w, x: f"{w.who(x.seat)} rolls {x.die}: {'alliance' if x.die >= 5 else 'Influence'}"),
        _told(e.DieTurned, lambda w, x: f"{w.who(x.seat)} turns the die to {x.die}"),
        _told(e.InfluenceGained, lambda w, x: _amount_text("gains", GAINED[x.why], x, w.who(x.seat))),
        _told(e.InfluenceLost, lambda w, x: _amount_text("pays", LOST[x.why], x, w.who(x.seat))),
        _told(e.MatchEnded, _ended),
        _told(e.Scored, _scored),
        _told(e.Convicted, lambda w, x: f"{w.who(x.seat)} is convicted of keeping {w.card(x.copy)} and gets no points"),
        _told(e.Claimed, lambda w, x: f"{w.who(x.seat)} claims {x.value} with a face-down Elite"),
        _told(e.ClaimHeld, lambda w, x: f"nobody challenges {w.who(x.seat)}'s {x.value}"),
        _told(e.ClaimChallenged, lambda w, x: f"{w.who(x.challenger)} challenges {w.who(x.seat)}"),
        _told(e.ClaimJudged, _claim_verdict_text),
        _told(e.Proposed, _proposed),
        _told(e.Refused, lambda w, x: f"{w.who(x.partner)} refuses {w.who(x.seat)}'s proposal"),
        _told(e.NothingProposed, lambda w, x: f"{w.who(x.seat)} proposes nothing"),
        _told(e.Forged, lambda w, x: f"{w.who(x.a)} and {w.who(x.b)} are allied: {w.pact(x.pact, x.extra)}"),
        _told(e.ForgedInSecret, lambda w, x: f"{w.who(x.a)} and {w.who(x.b)} have sealed a secret alliance"),
        _told(
            e.AllianceVoid,
            lambda w, x: f"the secret alliance of {w.who(x.a)} and {w.who(x.b)} breaks the rules and is void",
        ),
        _told(e.AllianceUncovered, lambda w, x: f"{w.who(x.seat)} cannot cover the stake: {w.pact(x.pact)} ends"),
        _told(e.AllianceCompleted, lambda w, x: f"{w.who(x.a)} and {w.who(x.b)} complete the {w.pact(x.pact)}"),
        _told(e.AllianceBroken, lambda w, x: f"{w.who(x.seat)} breaks the {w.pact(x.pact)} with {w.who(x.other)}"),
        _told(e.AllianceEnded, lambda w, x: f"{w.pact(x.pact)} of {w.who(x.a)} and {w.who(x.b)} {ENDED[x.why]}"),
        _told(e.IndustryOpened, lambda w, x: f"{w.who(x.seat)} puts {w.card(x.copy)} into play"),
        _told(e.IndustryClosed, lambda w, x: CLOSED[x.why].format(w.card(x.copy), w.who(x.seat))),
        _told(e.DataLooked, lambda w, x: f"{w.who(x.looker)} looks at an Elite of {w.who(x.seat)}"),
        _told(e.IntrigueKept, lambda w, x: f"{w.who(x.seat)} keeps the card"),
        _told(e.IntriguePlayed, lambda w, x: f"{w.who(x.seat)} plays {w.card(x.copy)}"),
        _told(e.CardsDiscarded, lambda w, x: f"{w.who(x.seat)} {DISCARD_TEXTS[x.why].format(w.cards(x.copies))}"),
        _told(e.NothingDrawn, lambda w, x: f"no Intrigue card is left for {w.who(x.seat)}"),
        _told(e.NoEffect, lambda w, x: f"{w.card(x.copy)} has no effect"),
        _told(e.Aimed, _aimed),
        _told(
            e.TokenTaken,
            lambda w, x: (
                f"{w.who(x.giver)} gives an armament token to {w.who(x.seat)}"
                if x.giver
                else f"{w.who(x.seat)} takes an armament token"
            ),
        ),
        _told(e.TokenLost, lambda w, x: f"{w.who(x.seat)} loses the armament token"),
        _told(e.DeckExhausted, lambda w, x: f"the Intrigue deck runs out (so far: {count(x.times, 'time')})"),
        _told(e.Declared, _declared),
        _told(e.Doubted, lambda w, x: f"{w.who(x.challenger)} challenges {w.who(x.seat)}"),
        _told(e.ClaimCleared, lambda w, x: f"{w.who(x.seat)} was telling the truth"),
        _told(e.ClaimCaught, lambda w, x: f"{w.who(x.seat)} lied"),
        _told(e.EliteGiven, lambda w, x: f"{w.card(x.copy)} defects from {w.who(x.seat)} to {w.who(x.to)}"),
        _told(e.DuelFought, _duel_text),
        _told(e.Launched, lambda w, x: f"{w.who(x.attacker)} launches a strike at {w.who(x.target)}"),
        _told(e.LetPass, lambda w, x: f"{w.who(x.seat)} lets it pass"),
        _told(e.Deflected, lambda w, x: f"{w.who(x.seat)} stops the strike with {w.card(x.copy)}"),
        _told(e.Struck, lambda w, x: f"the strike hits {w.all(x.hit)}"),
        _told(e.Sheltered, lambda w, x: SHELTER_TEXTS[x.how].format(w.who(x.seat))),
        _told(k.CardsDrawn, _drawn),
        _told(k.CardShown, lambda w, x: f"{w.who(x.seat)} shows {w.card(x.copy)}"),
        _told(k.HandMixed, lambda w, x: f"{w.who(x.seat)} shuffles {count(x.size, 'card')} in hand"),
        _told(k.CardTaken, _taken),
        _told(PaperOpened, lambda w, x: f"the secret alliance of {w.who(x.proposer)} and {w.who(x.partner)} is opened"),
        _told(
            PaperLapsed, lambda w, x: f"the secret alliance of {w.who(x.proposer)} and {w.who(x.partner)} stays sealed"
        ),
        _told(s.DeckPassed, lambda w, x: f"{w.who(x.seat)} shuffles {_deck(w, x.deck)}"),
        _told(s.DeckShuffled, lambda w, x: f"{_deck(w, x.deck)} is shuffled: {count(x.cards, 'card')}"),
        _told(s.CardTurnedUp, lambda w, x: f"{w.card(x.copy)} is turned up"),
        _told(s.CardLaidUnder, lambda w, x: f"{w.who(x.seat)} puts a card under {_deck(w, x.deck)}"),
        _told(s.CardSeen, lambda w, x: f"{w.who(x.seat)} lets {w.who(x.looker)} see a card"),
        _told(s.CardLaidDown, lambda w, x: f"{w.who(x.seat)} discards a card face down"),
        _told(
            s.SeatOut,
            lambda w, x: f"{w.who(x.seat)} gave the deck a false answer or none: the others carry on without it",
        ),
    ]
)
