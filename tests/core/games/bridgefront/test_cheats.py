"""Illegal answers to all questions of Bridgefront, and duties that a tampered client omits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from core.engine.game import Ask, IllegalDecision
from core.games.bridgefront import hands
from core.games.bridgefront.decisions import Action, Bid, Collect, Discard, Keep, Lay, Power, Show, Walk
from core.games.bridgefront.game import GAME
from tests.support.core.cheats import Spoiled
from tests.support.core.trial import Position, positions

Wrong = Callable[[Position, Any], list[tuple[Any, str]]]
"""Function of a position and the right answer: wrong answers with the evidence each produces."""


def _ranking(p: Position, right: Any) -> list[tuple[Any, str]]:
    return [
        (right._replace(ranking=(0, 0)), "decision"),
        (right._replace(ranking=(-1,)), "decision"),
        (right._replace(ranking=(99,)), "decision"),
    ]


def _batch(p: Position, right: Any) -> list[tuple[Any, str]]:
    return [
        (right._replace(batch=right.batch[:-32]), "duty"),
        (right._replace(batch=right.batch + bytes(32)), "duty"),
        (right._replace(batch=b""), "duty"),
    ]


def _pick(p: Position, right: Any) -> list[tuple[Any, str]]:
    return [(right._replace(pick=-1), "decision"), (right._replace(pick=7), "decision")]


def _bid(p: Position, right: Any) -> list[tuple[Any, str]]:
    gold = p.state.gold[p.seat]
    return [
        (Bid("buy", 0), "decision"),
        (Bid("buy", gold + 1), "decision"),
        (Bid("pass", gold + 1), "decision"),
        (Bid("pass", -1), "decision"),
        (Bid("steal", 1), "decision"),
        (Bid("buy", max(gold, 1), refuse=True), "decision"),
    ]


def _row_bids(p: Position, right: Any) -> list[tuple[Any, str]]:
    too_much = Bid("buy", p.state.gold[p.seat] + 1)
    return [
        (right._replace(bids=right.bids[1:]), "decision"),
        (right._replace(bids=(*right.bids, right.bids[0])), "decision"),
        (right._replace(bids=(*right.bids[1:], too_much)), "decision"),
    ]


def _capital(p: Position, right: Any) -> list[tuple[Any, str]]:
    return [(right._replace(slot=-1), "decision"), (right._replace(slot=99), "decision")]


def _bridges(p: Position, right: Any) -> list[tuple[Any, str]]:
    grid = p.state.grid
    far = max(range(len(grid.edges)), key=lambda e: grid.distance[p.state.capital[p.seat]][grid.edges[e][0]])
    return [
        (right._replace(edges=(right.edges[0], right.edges[0])), "decision"),
        (right._replace(edges=(right.edges[0], far)), "decision"),
        (right._replace(edges=(-1, right.edges[0])), "decision"),
    ]


def _discard(p: Position, right: Discard) -> list[tuple[Any, str]]:
    wrong: list[tuple[Any, str]] = [(Discard((len(p.state.card) + 3,) * max(1, len(right.cards))), "slot")]
    if right.cards:
        wrong.append((Discard((*right.cards, *right.cards)), "decision"))
    return wrong


def _action(p: Position, right: Action) -> list[tuple[Any, str]]:
    foreign = next((c.copy for c in p.state.champions.values() if c.owner != p.seat), 0)
    nowhere = Walk(p.state.capital[p.seat], 99, (), (p.state.grid.center,))
    wrong: list[tuple[Any, str]] = [
        (right._replace(kind="rest"), "decision"),
        (right._replace(order="kindest"), "decision"),
        (right._replace(powers=(Power(foreign),)), "decision"),
        (right._replace(kind="done", card=1, locked=()), "decision"),
        (Action("march", locked=(nowhere,), batch=right.batch), "decision"),
        (Action("march", locked=(None,), batch=right.batch), "decision"),
        (Action("build", locked=((-1,),), batch=right.batch), "decision"),
        (Action("card", batch=right.batch), "decision"),
        (Action("card", card=len(p.state.card), locked=(), batch=right.batch), "slot"),
    ]
    return wrong + (_batch(p, right) if right.batch else [(right._replace(batch=bytes(32)), "decision")])


def _lay(p: Position, right: Lay) -> list[tuple[Any, str]]:
    if p.state.piles.shown[p.seat]:
        return [(Lay(slot=(*p.state.piles.hand[p.seat], 1)[0]), "decision"), (Lay(batch=bytes(32) * 40), "duty")]
    return [(Lay(slot=-1), "slot"), (Lay(batch=bytes(32)), "slot"), (Lay(slot=3, batch=bytes(32)), "slot")]


def _scry(p: Position, right: Any) -> list[tuple[Any, str]]:
    every = right.top + right.bottom
    return [
        (right._replace(top=every, bottom=every[:1]), "slot"),
        (right._replace(top=every[1:], bottom=()), "slot"),
        (right._replace(top=(1, *every[1:]), bottom=()), "slot"),
    ]


def _scout(p: Position, right: Keep) -> list[tuple[Any, str]]:
    wrong: list[tuple[Any, str]] = [(right._replace(keep=-1), "slot")]
    if right.discard:
        wrong += [(right._replace(discard=right.discard[1:]), "duty")]
        wrong += [(right._replace(show=right.discard[0]), "slot")]
    return wrong


def _hits(p: Position, right: Any) -> list[tuple[Any, str]]:
    return [
        (right._replace(hits=right.hits[1:]), "decision"),
        (right._replace(hits=(*right.hits, 0)), "decision"),
        (right._replace(hits=(-5,) * len(right.hits)), "decision"),
        (right._replace(hits=(len(p.state.card),) * len(right.hits)), "decision"),
    ]


def _collect(p: Position, right: Collect) -> list[tuple[Any, str]]:
    wrong: list[tuple[Any, str]] = [
        (Collect((*right.mines, "gold"), right.forges), "decision"),
        (Collect(right.mines, (*right.forges, ("draft", None))), "decision"),
    ]
    if right.mines:
        wrong.append((Collect(("all",) * len(right.mines), right.forges), "decision"))
    if right.forges:
        wrong.append((Collect(right.mines, (("draft", 1),) * len(right.forges)), "decision"))
        wrong.append((Collect(right.mines, (("reforge", len(p.state.card)),) * len(right.forges)), "slot"))
    return wrong


def _picks(p: Position, right: Any) -> list[tuple[Any, str]]:
    return [
        (right._replace(picks=right.picks[1:]), "decision"),
        (right._replace(picks=(*right.picks, 0)), "decision"),
        (right._replace(picks=(-1,) * len(right.picks)), "decision"),
        (right._replace(picks=(9,) * len(right.picks)), "decision"),
    ]


def _show(p: Position, right: Show) -> list[tuple[Any, str]]:
    return [(Show((*right.show, (5, 5, bytes(16)))), "slot")]


def _clear(p: Position, right: Any) -> list[tuple[Any, str]]:
    wrong = []
    for name in right._fields:
        part = getattr(right, name)
        wrong.append((right._replace(**{name: (*part, (5, 5, bytes(16)))}), "duty"))
        if part:
            wrong.append((right._replace(**{name: part[1:]}), "duty"))
    return wrong


WRONG: dict[str, Wrong] = {
    "factions": _ranking,
    "capitals": lambda p, right: _batch(p, right) + (_ranking(p, right) if right.ranking else []),
    "capital": _capital,
    "bridges": _bridges,
    "free card": _pick,
    "study": _discard,
    "bid": _bid,
    "row bids": _row_bids,
    "action": _action,
    "cards": _discard,
    "lay": _lay,
    "scry": _scry,
    "scout": _scout,
    "offer": _pick,
    "hits": _hits,
    "collect": _collect,
    "picks": _picks,
    "fresh": _batch,
    "show": _show,
    "clear": _clear,
}


@pytest.mark.parametrize("kind", GAME.questions)
def test_illegal_answers_are_refused_in_the_step(kind: str) -> None:
    """Each wrong answer to an ask names the seat and changes nothing."""
    met = [p for p in positions(GAME.name) if p.kind == kind]
    assert met, f"random matches never ask for {kind!r}"
    for p in met:
        before = p.state.digest()
        for wrong, evidence in WRONG[kind](p, p.answers[p.seat]):
            with pytest.raises(IllegalDecision) as refused:
                GAME.step(p.state, {**p.answers, p.seat: wrong}, bytes(32))
            assert (refused.value.seat, refused.value.kind) == (p.seat, evidence), (wrong, refused.value)
            assert p.state.digest() == before


# Duties left undone ---------------------------------------------------------------------------------------------------


class Silent:
    """A client that does not show the cards it must; the first seat that drew such a card cheats."""

    def __init__(self, claim: int) -> None:
        self.claim = claim
        self.cheater = 0
        self.round = 0
        self.hidden: tuple[int, ...] = ()

    def __call__(self, state: Any, seat: int, ask: Ask, right: Any) -> Any:
        if ask.kind != "show" or self.cheater:
            return right
        over, _, claims, _ = ask.detail
        due = right.show[len(over) :]
        if self.claim not in claims or not any(hands.is_claim_met(state, self.claim, copy) for _, copy, _ in due):
            return right
        self.cheater, self.round = seat, state.round
        self.hidden = tuple(slot for slot, _, _ in due)
        return Show(right.show[: len(over)])


@pytest.mark.parametrize("claim", [hands.LOSES_GOLD, hands.IS_SPELL], ids=["Big VP Gainer", "Spellcaster"])
def test_an_unshown_card_is_detected_by_the_end_of_its_round(claim: int) -> None:
    """A card denied when drawn convicts its owner when it is opened, at the latest in that Cleanup."""
    caught: Counter[str] = Counter()
    for seed in range(60):
        spoiled, client = Spoiled(GAME, 2 + seed % 5, f"silent {seed}"), Silent(claim)
        illegal = spoiled.play(client)
        if not client.cheater:
            assert illegal is None
            continue
        assert illegal is not None and illegal.seat == client.cheater
        assert illegal.kind == "claim" and spoiled.state.round == client.round
        caught[spoiled.state.phase] += 1
        if sum(caught.values()) == 4:
            break
    assert sum(caught.values()) == 4


def test_a_gainer_drawn_into_a_full_hand_must_be_shown() -> None:
    def withhold(state: Any, seat: int, ask: Ask, right: Any) -> Any:
        return Show(()) if ask.kind == "show" and ask.detail[0] else right

    for seed in range(60):
        spoiled = Spoiled(GAME, 2 + seed % 5, f"full {seed}")
        illegal = spoiled.play(withhold)
        if illegal is not None:
            assert illegal.kind == "duty"
            asked = [seat for seat, kind, detail in spoiled.state.asking if kind == "show" and detail[0]]
            assert illegal.seat in asked
            return
    raise AssertionError("no hand was ever full")
