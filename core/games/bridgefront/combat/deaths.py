"""The deaths of Champions and their consequences, in battles and outside (rules 11.4d).

The module also contains damage by cards and powers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from core.engine.hidden.piles import without
from core.games.bridgefront import events, units
from core.games.bridgefront.factions import passive_bonus
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import NOBODY, Bridgefront, Champion, Mark, arrival

if TYPE_CHECKING:
    from core.games.bridgefront.abilities import Ability
    from core.games.bridgefront.combat.battle import Battle


class Death(NamedTuple):
    """The death of a Champion.

    `killer` is the seat that earns the bounty, or `NOBODY`. `roller` is the Champion that rolled the last hit, or 0. No
    seat earns a bounty for its own Champion.
    """

    copy: int
    killer: int = NOBODY
    roller: int = 0


class StolenChampion(NamedTuple):
    """A Champion that another seat has won over (option virtuous_steal).

    It died in `hex` and comes back under `seat`.
    """

    copy: int
    seat: int
    hex: int


def damage_champions(step: Step, damages: Iterable[tuple[int, int]], killer: int) -> None:
    """Apply the damage of a card or power of the seat `killer`, given as (copy, damage).

    All damage applies at once, then the deaths follow (C5).
    """
    dying = [
        copy for copy, damage in damages if copy in step.state.champions and units.damage_champion(step, copy, damage)
    ]
    if dying:
        kill_champions(step, dict.fromkeys(dying), killer)


def kill_champions(step: Step, copies: Iterable[int], killer: int = NOBODY) -> None:
    """Kill Champions together outside a battle, in order of arrival.

    The seat `killer` earns the bounties of enemy Champions.
    """
    doomed = sorted((step.state.champions[copy] for copy in copies), key=arrival)
    resolve_deaths(step, [Death(c.copy, killer) for c in doomed])


def resolve_deaths(step: Step, deaths: Iterable[Death], battle: Battle | None = None) -> None:
    """Remove the Champions together, then resolve each death in the order given (11.4d)."""
    state = step.state
    present = sorted(state.champions.values(), key=arrival)
    dead = []
    for death in deaths:
        champion = units.remove_champion(step, death.copy)
        dead.append((champion, death if death.killer != champion.owner else death._replace(killer=NOBODY)))
    stolen: list[StolenChampion] = [] if battle is None else battle.stolen
    for champion, death in dead:
        onlookers = [c for c in present if c.hex == champion.hex and c.copy != champion.copy]
        _resolve_death(step, champion, death, onlookers, battle is not None, stolen)
    if battle is None:
        return_stolen(step, stolen)


def _resolve_death(
    step: Step,
    champion: Champion,
    death: Death,
    onlookers: list[Champion],
    in_battle: bool,
    stolen: list[StolenChampion],
) -> None:
    """Resolve the consequences of a death: the steal roll, the bank's payment, Extort and Traitor.

    A seat that has won the Champion over takes no gold for it.
    """
    step.emit(events.ChampionDied(champion.owner, champion.copy, champion.hex, death.killer))
    thief = death.killer if _roll_to_steal(step, champion, death.killer, stolen) else NOBODY
    _pay_bounty(step, champion, NOBODY if thief else death.killer)
    for c in onlookers if in_battle else ():
        ability = ability_of(step.state, c.copy)
        if ability is not None and ability.battle_pay and c.owner not in (champion.owner, thief):
            units.take_gold(step, c.owner, ability.battle_pay, ability.name)
    _pay_marks(step, champion, thief)
    _pay_ledgers(step, onlookers, thief)
    if death.roller and not thief and death.killer:
        ability = ability_of(step.state, death.roller)
        if ability is not None and ability.extorts:
            units.hand_gold(step, champion.owner, death.killer, ability.extorts, ability.name)
    _drain_owner(step, champion)
    if thief:
        _win_over(step.state, champion, thief)
        stolen.append(StolenChampion(champion.copy, thief, champion.hex))


def ability_of(state: Bridgefront, copy: int) -> Ability | None:
    """Return the ability that is printed on a copy's card, or None."""
    return state.cards[state.card[copy]].ability


# Bank payments --------------------------------------------------------------------------------------------------------


def _pay_bounty(step: Step, champion: Champion, killer: int) -> None:
    """Pay the bounty to the killer, with the bonus of Contracts (C6, F2)."""
    if killer:
        stats = step.state.cards[step.state.card[champion.copy]].stats
        assert stats is not None
        units.take_gold(step, killer, stats.bounty, "bounty")
        units.take_gold(step, killer, passive_bonus(step.state, killer, "bounty_bonus"), "contracts")


def _pay_marks(step: Step, champion: Champion, thief: int) -> None:
    """Pay Marked for Coin once, no matter how the Champion died."""
    for mark in step.state.marks_of_kind("marked for coin", what=champion.copy):
        step.state.marks.remove(mark)
        if mark.seat != thief:
            units.take_gold(step, mark.seat, mark.more, "marked for coin")


def _pay_ledgers(step: Step, onlookers: list[Champion], thief: int) -> None:
    """Pay Blood Ledger the first time in a round that another Champion dies in its hex.

    Each copy pays separately (K15).
    """
    state = step.state
    for c in onlookers:
        ability = ability_of(state, c.copy)
        if ability is not None and ability.death_pay and not state.marks_of_kind("spent", what=c.copy):
            state.marks.append(Mark("spent", c.owner, c.copy))
            if c.owner != thief:
                units.take_gold(step, c.owner, ability.death_pay, ability.name)


def _drain_owner(step: Step, champion: Champion) -> None:
    """Reduce the owner's mana to 0 when the Traitor dies."""
    state = step.state
    ability = ability_of(state, champion.copy)
    if ability is not None and ability.drains_owner and state.mana[champion.owner]:
        state.mana[champion.owner] = 0
        step.emit(events.ManaLost(champion.owner))


# Stolen Champions (option virtuous_steal, O5) -------------------------------------------------------------------------


def _roll_to_steal(step: Step, champion: Champion, killer: int, stolen: list[StolenChampion]) -> bool:
    """Roll for the steal, and return True if the killer wins the Champion over.

    This happens on a 1, unless the seat that earns the bounty is at the Champion limit.
    """
    state = step.state
    how = state.option("virtuous_steal")
    if how == "off" or not killer:
        return False
    if how == "spell":
        able = bool(state.marks_of_kind("marked for coin", killer, champion.copy))
    else:
        able = bool(passive_bonus(state, killer, "wins_over"))
    if not able:
        return False
    limit = state.option("champion_limit")
    if limit and len(state.champions_of(killer)) + sum(s.seat == killer for s in stolen) >= limit:
        return False
    die = step.chance.numbered_stream("steal", champion.copy).die()
    step.emit(events.Rolled(killer, die, "steal"))
    return die == 1


def _win_over(state: Bridgefront, champion: Champion, thief: int) -> None:
    """Move the Champion's card to the thief's Burn pile and end its old player's marks on it."""
    if champion.copy in state.burnt[champion.owner]:
        state.burnt[champion.owner] = without(state.burnt[champion.owner], champion.copy)
        state.burnt[thief] += (champion.copy,)
    units.remove_marks(state, champion.copy)


def return_stolen(step: Step, stolen: Iterable[StolenChampion]) -> None:
    """Bring back the Champions that seats have won over, with 1 HP.

    They appear in the hex where they died if the thief occupies that hex, otherwise in the thief's Capital.
    """
    state = step.state
    for copy, seat, died in stolen:
        hex_ = died if state.occupies(seat, died) else state.capital[seat]
        if units.has_room(state, seat, hex_):
            step.emit(events.ChampionStolen(seat, copy, hex_))
            units.deploy_champion(step, seat, copy, hex_, hp=1)
