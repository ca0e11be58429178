"""Sentences for events, one line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from core.engine import events as k
from core.engine.game import Event
from core.engine.hidden.contracts import PaperLapsed, PaperOpened
from core.engine.hidden.shared_deck import events as s
from core.engine.hidden.shared_deck.state import deck_of_slot
from core.engine.text.words import capitalise, format_count
from core.games.ambition import events as e
from core.games.ambition.cards import INTRIGUES, SHOTGUN, ULTIMATUM
from core.games.ambition.state import Ambition
from core.games.ambition.text.words import STATEMENT_TEXTS, Namer

__all__ = ["SENTENCES", "narrate"]

Sentence = Callable[[Namer, Event], str]


def narrate(state: Ambition, event: Event) -> str:
    """Return the event as one line of text; `state` is the state after the event."""
    return capitalise(SENTENCES[type(event)](Namer(state), event))


GAIN_REASONS = {
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
    "sealed": "for the secret alliance",
    "caught": "for the lie that was caught",
    "turncoat": "by Turncoat",
    "wiretap": "from Wiretap",
    "death": "from I Am Become Death",
    "relief": "from Relief Fund",
    "census": "in the Census",
    "extorted": "by extortion",
}
LOSS_REASONS = {
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
    "turncoat": "to the player of Turncoat",
    "dead hand": "to a Dead Hand",
    "void": ": the alliance was void",
}
DISCARD_TEXTS = {
    "drawn": "discards {}",
    "disarmed": "discards {} at the summit",
    "demanded": "gives up {}",
    "surrendered": "must discard {}",
    "caught": "must discard {}",
    "forfeited": "cannot pay in full and loses {}",
    "drill": "uses {}",
    "lost seat": "leaves {} behind",
    "strike": "loses {} in the strike",
}
INDUSTRY_CLOSED_TEXTS = {
    "displaced": "{1}'s {0} is displaced",
    "nationalised": "{1}'s {0} is nationalised",
    "shelter": "{1}'s {0} is used up",
}
ALLIANCE_END_TEXTS = {
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


def _amount_text(verb: str, words: str, event: e.InfluenceGained | e.InfluenceLost, who: str) -> str:
    return f"{who} {verb} {event.amount}{'' if words.startswith(':') else ' '}{words}"


def _proposal_text(names: Namer, event: e.Proposed) -> str:
    return (
        f"{names.seat_name(event.seat)} proposes to {names.seat_name(event.partner)}: "
        f"{names.pact(event.pact, event.extra)}"
    )


def _aim_text(names: Namer, event: e.Aimed) -> str:
    face = names.state.face(event.copy)
    more = f", {names.pact(event.what, event.extra)}" if face == SHOTGUN else ""
    more = f" and {INTRIGUES[event.what].name}" if face == ULTIMATUM else more
    return f"{names.seat_name(event.seat)} names {names.seat_name(event.target)}{more}"


def _declaration_text(names: Namer, event: e.Declared) -> str:
    if event.what == "value":
        return (
            f"{names.seat_name(event.seat)} claims to hold "
            f"{f'an Elite of {event.value}' if event.value else 'no Elite'}"
        )
    return f"{names.seat_name(event.seat)} says: “{STATEMENT_TEXTS[event.what]}”"


def _challenge_text(names: Namer, challengers: tuple[int, ...], seat: int) -> str:
    verb = "challenge" if len(challengers) > 1 else "challenges"
    return f"{names.seat_names(challengers)} {verb} {names.seat_name(seat)}"


def _claim_verdict_text(names: Namer, event: e.ClaimJudged) -> str:
    return f"{names.seat_name(event.seat)}'s claim was {'true' if event.true else 'a lie'}: {names.card(event.copy)}"


def _ending_text(names: Namer, event: e.MatchEnded) -> str:
    if event.why == "armageddon":
        return f"{names.seat_name(event.seat)} plays Armageddon: the world ends"
    return "the Intrigue deck has run out for the last time: the world ends by accident"


def _score_text(names: Namer, event: e.Scored) -> str:
    parts = f"purse {event.purse}, Elites {event.elites}, Intrigue {event.intrigue}, Arms {event.arms}"
    return f"{names.seat_name(event.seat)} scores {event.total} ({parts})"


def _duel_text(names: Namer, event: e.DuelFought) -> str:
    end = f"{names.seat_name(event.winner)} wins" if event.winner else "a tie"
    return (
        f"{names.seat_name(event.a)} reveals {names.card(event.copies[0])} and {names.seat_name(event.b)} "
        f"reveals {names.card(event.copies[1])}: {end}"
    )


def _token_text(names: Namer, event: k.CardTaken) -> str:
    what = names.card(event.copy) if event.copy else "a card"
    return f"{names.seat_name(event.taker)} takes {what} from {names.seat_name(event.giver)}"


KINDS = {"intrigue": "Intrigue card", "elites": "Elite", "industry": "Industrial card"}


def _drawn_text(names: Namer, event: k.CardsDrawn) -> str:
    kind = KINDS[names.state.card_sort(deck_of_slot(event.slots[0]))] if event.slots else "card"
    return f"{names.seat_name(event.seat)} draws {format_count(len(event.slots), kind)}"


DECKS = {"intrigue": "the Intrigue deck", "elites": "an Elite deck", "industry": "an Industrial deck"}


def _deck_text(names: Namer, deck: int) -> str:
    return DECKS[names.state.card_sort(deck)]


X = TypeVar("X", bound=Event)


def _described_by(kind: type[X], sentence: Callable[[Namer, X], str]) -> tuple[type, Sentence]:
    """Return the type of an event and the function that describes events of this type."""
    return kind, cast(Sentence, sentence)


SENTENCES: dict[type, Sentence] = dict(
    [
        _described_by(e.FirstPlayer, lambda w, x: f"{w.seat_name(x.seat)} begins"),
        _described_by(
            e.StartShown, lambda w, x: f"{w.seat_name(x.seat)} starts with {x.amount}, the sum of {w.cards(x.copies)}"
        ),
        _described_by(e.TurnBegan, lambda w, x: f"round {x.round}, turn {x.turn}: {w.seat_name(x.seat)}"),
        _described_by(
            e.DieRolled,
            lambda w, x: f"{w.seat_name(x.seat)} rolls {x.die}: {'alliance' if x.die >= 5 else 'Influence'}",
        ),
        _described_by(e.DieTurned, lambda w, x: f"{w.seat_name(x.seat)} turns the die to {x.die}"),
        _described_by(
            e.InfluenceGained, lambda w, x: _amount_text("gains", GAIN_REASONS[x.why], x, w.seat_name(x.seat))
        ),
        _described_by(e.InfluenceLost, lambda w, x: _amount_text("pays", LOSS_REASONS[x.why], x, w.seat_name(x.seat))),
        _described_by(e.MatchEnded, _ending_text),
        _described_by(e.Scored, _score_text),
        _described_by(
            e.Convicted,
            lambda w, x: f"{w.seat_name(x.seat)} is convicted of keeping {w.card(x.copy)} and gets no points",
        ),
        _described_by(e.Claimed, lambda w, x: f"{w.seat_name(x.seat)} claims {x.value} with a face-down Elite"),
        _described_by(e.ClaimHeld, lambda w, x: f"nobody challenges {w.seat_name(x.seat)}'s {x.value}"),
        _described_by(e.ClaimChallenged, lambda w, x: _challenge_text(w, x.challengers, x.seat)),
        _described_by(e.ClaimJudged, _claim_verdict_text),
        _described_by(e.Proposed, _proposal_text),
        _described_by(e.Refused, lambda w, x: f"{w.seat_name(x.partner)} refuses {w.seat_name(x.seat)}'s proposal"),
        _described_by(e.NothingProposed, lambda w, x: f"{w.seat_name(x.seat)} proposes nothing"),
        _described_by(
            e.Forged, lambda w, x: f"{w.seat_name(x.a)} and {w.seat_name(x.b)} are allied: {w.pact(x.pact, x.extra)}"
        ),
        _described_by(
            e.ForgedInSecret, lambda w, x: f"{w.seat_name(x.a)} and {w.seat_name(x.b)} have sealed a secret alliance"
        ),
        _described_by(
            e.AllianceVoid,
            lambda w, x: (
                f"the secret alliance of {w.seat_name(x.a)} and {w.seat_name(x.b)} breaks the rules and is void"
            ),
        ),
        _described_by(
            e.AllianceUncovered, lambda w, x: f"{w.seat_name(x.seat)} cannot cover the stake: {w.pact(x.pact)} ends"
        ),
        _described_by(
            e.AllianceCompleted, lambda w, x: f"{w.seat_name(x.a)} and {w.seat_name(x.b)} complete the {w.pact(x.pact)}"
        ),
        _described_by(
            e.AllianceBroken,
            lambda w, x: f"{w.seat_name(x.seat)} breaks the {w.pact(x.pact)} with {w.seat_name(x.other)}",
        ),
        _described_by(
            e.AllianceEnded,
            lambda w, x: f"{w.pact(x.pact)} of {w.seat_name(x.a)} and {w.seat_name(x.b)} {ALLIANCE_END_TEXTS[x.why]}",
        ),
        _described_by(e.IndustryOpened, lambda w, x: f"{w.seat_name(x.seat)} puts {w.card(x.copy)} into play"),
        _described_by(
            e.IndustryClosed, lambda w, x: INDUSTRY_CLOSED_TEXTS[x.why].format(w.card(x.copy), w.seat_name(x.seat))
        ),
        _described_by(e.DataLooked, lambda w, x: f"{w.seat_name(x.looker)} looks at an Elite of {w.seat_name(x.seat)}"),
        _described_by(e.IntrigueKept, lambda w, x: f"{w.seat_name(x.seat)} keeps the card"),
        _described_by(e.IntriguePlayed, lambda w, x: f"{w.seat_name(x.seat)} plays {w.card(x.copy)}"),
        _described_by(
            e.CardsDiscarded, lambda w, x: f"{w.seat_name(x.seat)} {DISCARD_TEXTS[x.why].format(w.cards(x.copies))}"
        ),
        _described_by(e.NothingDrawn, lambda w, x: f"no Intrigue card is left for {w.seat_name(x.seat)}"),
        _described_by(e.NoEffect, lambda w, x: f"{w.card(x.copy)} has no effect"),
        _described_by(e.Aimed, _aim_text),
        _described_by(
            e.TokenTaken,
            lambda w, x: (
                f"{w.seat_name(x.giver)} gives an armament token to {w.seat_name(x.seat)}"
                if x.giver
                else f"{w.seat_name(x.seat)} takes an armament token"
            ),
        ),
        _described_by(e.TokenLost, lambda w, x: f"{w.seat_name(x.seat)} loses the armament token"),
        _described_by(
            e.DeckExhausted, lambda w, x: f"the Intrigue deck runs out (so far: {format_count(x.times, 'time')})"
        ),
        _described_by(e.Declared, _declaration_text),
        _described_by(e.Doubted, lambda w, x: _challenge_text(w, x.challengers, x.seat)),
        _described_by(e.ClaimCleared, lambda w, x: f"{w.seat_name(x.seat)} was telling the truth"),
        _described_by(e.ClaimCaught, lambda w, x: f"{w.seat_name(x.seat)} lied"),
        _described_by(
            e.EliteGiven, lambda w, x: f"{w.card(x.copy)} defects from {w.seat_name(x.seat)} to {w.seat_name(x.to)}"
        ),
        _described_by(e.DuelFought, _duel_text),
        _described_by(
            e.Launched, lambda w, x: f"{w.seat_name(x.attacker)} launches a strike at {w.seat_name(x.target)}"
        ),
        _described_by(e.LetPass, lambda w, x: f"{w.seat_name(x.seat)} lets it pass"),
        _described_by(e.Deflected, lambda w, x: f"{w.seat_name(x.seat)} stops the strike with {w.card(x.copy)}"),
        _described_by(e.Struck, lambda w, x: f"the strike hits {w.seat_names(x.hit)}"),
        _described_by(e.Sheltered, lambda w, x: SHELTER_TEXTS[x.how].format(w.seat_name(x.seat))),
        _described_by(k.CardsDrawn, _drawn_text),
        _described_by(k.CardShown, lambda w, x: f"{w.seat_name(x.seat)} shows {w.card(x.copy)}"),
        _described_by(
            k.HandMixed, lambda w, x: f"{w.seat_name(x.seat)} shuffles {format_count(x.size, 'card')} in hand"
        ),
        _described_by(k.CardTaken, _token_text),
        _described_by(
            PaperOpened,
            lambda w, x: f"the secret alliance of {w.seat_name(x.proposer)} and {w.seat_name(x.partner)} is opened",
        ),
        _described_by(
            PaperLapsed,
            lambda w, x: f"the secret alliance of {w.seat_name(x.proposer)} and {w.seat_name(x.partner)} stays sealed",
        ),
        _described_by(s.DeckPassed, lambda w, x: f"{w.seat_name(x.seat)} shuffles {_deck_text(w, x.deck)}"),
        _described_by(
            s.DeckShuffled, lambda w, x: f"{_deck_text(w, x.deck)} is shuffled: {format_count(x.cards, 'card')}"
        ),
        _described_by(s.CardTurnedUp, lambda w, x: f"{w.card(x.copy)} is turned up"),
        _described_by(s.CardLaidUnder, lambda w, x: f"{w.seat_name(x.seat)} puts a card under {_deck_text(w, x.deck)}"),
        _described_by(s.CardSeen, lambda w, x: f"{w.seat_name(x.seat)} lets {w.seat_name(x.looker)} see a card"),
        _described_by(s.CardLaidDown, lambda w, x: f"{w.seat_name(x.seat)} discards a card face down"),
        _described_by(
            s.SeatOut,
            lambda w, x: f"{w.seat_name(x.seat)} gave the deck a false answer or none: the others carry on without it",
        ),
    ]
)
