"""Battles (rules part 11): two players' units in one hex, combat round after combat round until one side is empty.

A `Battle` is a plain object that lives as long as it is fought; only with hit_control = prompt does it rest between two
steps, as a `Fight` in the state. All that a card has prepared for it are marks, used up when they attach (C9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from core.engine.chance.beacon import Stream
from core.engine.game import Chooser, IllegalDecision
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront import battle_end, battle_start, deaths, events, units
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.deaths import Death, Stolen, ability_of
from core.games.bridgefront.decisions import Hits
from core.games.bridgefront.factions import passives
from core.games.bridgefront.rules import Question, Step, question
from core.games.bridgefront.state import Bridgefront, Champion, Fight
from core.games.bridgefront.volley import NO_ORDER, TARGET_ORDERS, Side, Volley

__all__ = ["HITS", "TARGET_ORDERS", "Battle", "Side"]

LAST_COMBAT_ROUND = 100
"""After it the attacker's units die (C15); it practically never happens."""
BASE_THRESHOLD = 2
"""Forces hit on 1-2."""


class Battle:
    """A battle in a hex. `combat_round` counts from 1; 0 is before the dice (Assassin's Edge)."""

    def __init__(self, step: Step, hex_: int, attacker: int, defender: int, siege: bool = False) -> None:
        self.step = step
        self.state: Bridgefront = step.state
        self.hex = hex_
        self.attacker = attacker
        self.defender = defender
        self.siege = siege
        self.combat_round = 0
        self.attacking = Side(attacker)
        self.defending = Side(defender)
        self.slowed: tuple[int, ...] = ()
        self.guards_used: tuple[int, ...] = ()
        """Bodyguards that have thrown a Force before a Champion in this battle."""
        self.stolen: list[Stolen] = []

    # Questions of the hooks in factions.py and abilities.py -----------------------------------------------------------

    def side(self, seat: int) -> Side:
        """The seat's side."""
        return self.attacking if seat == self.attacker else self.defending

    def other(self, side: Side) -> Side:
        """The side against it."""
        return self.defending if side is self.attacking else self.attacking

    def forces(self, seat: int) -> int:
        """The seat's Forces at the start of this combat round."""
        return self.side(seat).forces

    def champions(self, seat: int) -> list[Champion]:
        """The seat's Champions at the start of this combat round, by arrival."""
        return self.side(seat).champions

    def enemy_champions(self, seat: int) -> list[Champion]:
        """The Champions against the seat at the start of this combat round, by arrival."""
        return self.other(self.side(seat)).champions

    # The course of the battle -----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Effects attach, Assassin's Edge strikes, then combat rounds to the end (11.2-11.6)."""
        self.step.say(events.BattleBegan(self.hex, self.attacker, self.defender, self.siege))
        self.prepare()
        self.go_on()

    def prepare(self) -> None:
        """All that happens before the dice (11.2, 11.3)."""
        self.look()
        if self.state.marks:
            battle_start.attach(self)
        if self.attacking.champions or self.defending.champions:
            battle_start.tactical_hands(self)
            battle_start.first_strikes(self)

    def go_on(self) -> None:
        """Combat rounds until a side is empty, or until a seat is asked for its hits."""
        while not self.attacking.empty() and not self.defending.empty():
            if self.combat_round == LAST_COMBAT_ROUND:
                battle_end.give_up(self)
                break
            stream = self.roll()
            if self._asks():
                return
            self.strike(stream, {})
        battle_end.finish(self)

    def roll(self) -> Stream:
        """The dice of both sides for the next combat round; returns the rest of its randomness."""
        self.combat_round += 1
        stream = self.randomness()
        self._roll(self.attacking, self.defending, stream)
        self._roll(self.defending, self.attacking, stream)
        return stream

    def randomness(self) -> Stream:
        """The random stream of this combat round: dice, order of hits, targets."""
        return self.step.chance.serial("combat", self.hex, self.combat_round)

    def look(self) -> None:
        """The units of both sides as they stand now."""
        state, hex_ = self.state, self.hex
        self.attacking.forces = state.forces[self.attacker].get(hex_, 0)
        self.defending.forces = state.forces[self.defender].get(hex_, 0)
        if state.champions or self.attacking.champions or self.defending.champions:
            self.attacking.champions = state.champions_at(hex_, self.attacker)
            self.defending.champions = state.champions_at(hex_, self.defender)

    def strike(self, stream: Stream, aims: dict[int, tuple[int, ...]]) -> None:
        """The hits of the combat round land, both sides' dead leave together (11.4c and d).

        `aims` holds the targets that asked seats have chosen for their first hits.
        """
        on_defender = self._volley(self.attacking, self.defending, stream, aims.get(self.attacker, ()))
        on_attacker = self._volley(self.defending, self.attacking, stream, aims.get(self.defender, ()))
        killed = self._casualties(self.defending, on_defender, self.attacker)
        killed += self._casualties(self.attacking, on_attacker, self.defender)
        if killed:
            deaths.champions_die(self.step, killed, self)
        self.look()

    # Dice -------------------------------------------------------------------------------------------------------------

    def _roll(self, side: Side, enemy: Side, stream: Stream) -> None:
        """The dice of every unit of the side, Forces first; its hits in random order (11.4a and b)."""
        hits: list[int] = []
        die = stream.die
        if side.forces:
            hits_on = self.threshold(side)
            dice = tuple([die() for _ in range(side.forces)])
            scored = 0
            for value in dice:
                if value <= hits_on:
                    scored += 1
            hits = [0] * scored
            self.step.say(events.CombatRolled(side.seat, 0, hits_on, dice, scored))
        for champion in side.champions:
            stats = CARDS[self.state.card[champion.copy]].stats
            assert stats is not None
            dice = tuple([die() for _ in range(self.dice(side, champion, stats.dice))])
            scored = len([value for value in dice if value <= stats.hits_on])
            hits += [champion.copy] * scored
            self.step.say(events.CombatRolled(side.seat, champion.copy, stats.hits_on, dice, scored))
        if side.champions and enemy.champions and len(hits) > 1:
            hits = stream.shuffle(hits)
        side.hits = hits

    def threshold(self, side: Side) -> int:
        """The highest die on which the side's Forces hit: the best raise counts, Smoke Screen beats all (C7)."""
        first = self.combat_round == 1
        if first and side.smoked:
            return 1
        best = BASE_THRESHOLD
        if first and side.shock:
            best = 5
        seat = side.seat
        for passive in passives(self.state, seat):
            raised = passive.forces_hit_on(self, seat)
            if raised > best:
                best = raised
        for champion in side.champions:
            ability = ability_of(self.state, champion.copy)
            if ability is not None:
                best = max(best, ability.forces_hit_on(self, champion))
        if best < 3 and seat == self.defender and self.state.marked("hold the line", seat, self.hex):
            best = 3
        return best

    def dice(self, side: Side, champion: Champion, own: int) -> int:
        """A Champion's dice: its own, Battle Cry, Frenzy and its ability; Slow makes it 1 whatever else applies."""
        if champion.copy in self.slowed:
            return 1
        if self.combat_round == 1:
            own += side.battle_cry
        for mark in self.state.marked("frenzy", side.seat, champion.copy):
            own += mark.more
        ability = ability_of(self.state, champion.copy)
        return own if ability is None else own + ability.extra_dice(self, champion)

    # Hits -------------------------------------------------------------------------------------------------------------

    def volley(self, target: Side) -> Volley:
        """The side as the hits of this combat round find it."""
        state = self.state
        champions = target.champions
        if not champions:
            return Volley(target.forces, (), (), (), 0)
        guards = [c.copy for c in champions if c.copy not in self.guards_used and _guards(state, c.copy)]
        plated = [c.copy for c in champions if state.marked("plated", target.seat, c.copy)]
        return Volley(target.forces, champions, guards, plated, state.gold[target.seat])

    def _volley(self, side: Side, enemy: Side, stream: Stream, aims: tuple[int, ...]) -> Volley:
        """Gives the side's hits to the enemy's units, one after the other (11.4c)."""
        volley = self.volley(enemy)
        chosen, order = self.chosen_hits(side)
        if chosen and side.focus == NO_ORDER:
            side.chosen -= chosen
        say, seat = self.step.say, side.seat
        for i, roller in enumerate(side.hits):
            if volley.beaten():
                break
            if i < len(aims):
                target = aims[i]
            elif i < chosen:
                target = volley.in_order(order)
            else:
                target = volley.at_random(stream)
            landed = volley.land(target, roller)
            say(events.HitLanded(seat, landed, landed != target))
        self.guards_used += tuple(volley.guards_used)
        return volley

    def chosen_hits(self, side: Side) -> tuple[int, int]:
        """How many of the side's hits in this combat round go where it wants, and its target order (C10)."""
        if side.focus != NO_ORDER:
            return len(side.hits), side.focus
        if side.chosen:
            return min(side.chosen, len(side.hits)), self.state.order[side.seat]
        return 0, 0

    def _casualties(self, side: Side, volley: Volley, killer: int) -> list[Death]:
        """Applies a volley: damage paid off, Forces dead, Champions hurt; returns the deaths, by arrival."""
        step, state = self.step, self.state
        if volley.forces < side.forces:
            units.kill_forces(step, side.seat, self.hex, side.forces - volley.forces)
        dying = []
        for champion in side.champions:
            copy = champion.copy
            if copy in volley.paid:
                gold = 2 * volley.paid[copy]
                state.gold[side.seat] -= gold
                step.say(events.DamagePaidOff(side.seat, copy, gold))
            hp = volley.hp[copy]
            if hp < champion.hp:
                state.champions[copy] = champion._replace(hp=hp)
                step.say(events.ChampionHurt(side.seat, copy, champion.hp - hp, hp))
                if not hp:
                    dying.append(Death(copy, killer, volley.last[copy]))
        return dying

    # With hit_control = prompt ----------------------------------------------------------------------------------------

    def _asks(self) -> bool:
        """Asks the seats whose hits of this combat round are chosen and have a real choice; the battle rests then."""
        waits = False
        for side in (self.attacking, self.defending):
            count = self._real_choice(side)
            if count:
                enemy = self.other(side)
                hp = tuple((c.copy, c.hp) for c in enemy.champions)
                self.step.ask(HITS, side.seat, self.hex, count, hp, enemy.forces)
                waits = True
        if waits:
            self.state.fight = (self._fight(),)
        return waits

    def _real_choice(self, side: Side) -> int:
        """The number of chosen hits if the seat is to be asked for them, else 0."""
        if side.focus == NO_ORDER and not side.chosen:
            return 0
        if self.state.option("hit_control") != "prompt":
            return 0
        enemy = self.other(side)
        count, _ = self.chosen_hits(side)
        kinds = len(enemy.champions) + (1 if enemy.forces else 0)
        return count if kinds > 1 and count < self.volley(enemy).capacity() else 0

    def _fight(self) -> Fight:
        """The battle as plain data."""
        sides = tuple((s.battle_cry, s.smoked, s.shock, s.focus, s.chosen) for s in (self.attacking, self.defending))
        stolen = tuple(n for champion in self.stolen for n in champion)
        notes = (
            (int(self.siege),),
            *sides,
            tuple(self.attacking.hits),
            tuple(self.defending.hits),
            self.slowed,
            self.guards_used,
            stolen,
        )
        return Fight(self.hex, self.attacker, self.defender, self.combat_round, notes)

    @classmethod
    def resting(cls, step: Step) -> Battle:
        """The battle that rests in the state."""
        hex_, attacker, defender, combat_round, notes = step.state.fight[0]
        (siege,), *sides, hits_a, hits_d, slowed, guards_used, stolen = notes
        battle = cls(step, hex_, attacker, defender, bool(siege))
        battle.combat_round = combat_round
        for side, effects in zip((battle.attacking, battle.defending), sides):
            side.battle_cry, side.smoked, side.shock, side.focus, side.chosen = effects
        battle.attacking.hits, battle.defending.hits = list(hits_a), list(hits_d)
        battle.slowed, battle.guards_used = slowed, guards_used
        battle.stolen = [Stolen(*stolen[i : i + 3]) for i in range(0, len(stolen), 3)]
        battle.look()
        return battle


def _guards(state: Bridgefront, copy: int) -> bool:
    ability = ability_of(state, copy)
    return ability is not None and ability.guards


# Chosen hits (hit_control = prompt) -----------------------------------------------------------------------------------


HP = tuple[tuple[int, int], ...]
Aimed = tuple[int, int, HP, int]
"""Hex, number of hits, Champions with their HP, Forces."""


class ChosenHits(Question[Hits, int, int, HP, int]):
    """Where so many hits go; the ask also tells the hex, the Champions with their HP and the Forces aimed at."""

    kind = "hits"
    decision = Hits
    lists_all = False  # of the many ways it lists the one of the target order

    def check(self, state: Bridgefront, seat: int, decision: Hits, hex_: int, count: int, hp: HP, forces: int) -> None:
        """A target with HP left for each chosen hit, the hits before it counted."""
        if len(decision.hits) != count:
            raise IllegalDecision(seat, f"chooses {len(decision.hits)} targets for {count} hits")
        volley = _aimed_at(state, seat)
        for target in decision.hits:
            if not volley.stands(target):
                raise IllegalDecision(seat, f"aims at {target}, which has no HP left")
            volley.land(target, 0)

    def answer_all(self, step: Step, decisions: Mapping[int, Hits], details: Mapping[int, Aimed]) -> None:
        """The combat round goes on with fresh randomness, and the battle after it."""
        battle = Battle.resting(step)
        step.state.fight = ()
        battle.strike(battle.randomness(), {seat: decision.hits for seat, decision in decisions.items()})
        battle.go_on()

    def options(self, state: Bridgefront, seat: int, own: Secrets, *detail: *Aimed) -> Iterator[Hits]:
        """In the target order that the card or the standing order names."""
        yield _in_order(state, seat)

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: Chooser, *detail: *Aimed) -> Hits:
        """Every target with HP left is equally likely."""

        def pick(volley: Volley) -> int:
            standing = [target for target in (0, *volley.hp) if volley.stands(target)]
            return standing[chance.uniform(len(standing))]

        return _hits(_aimed_at(state, seat), detail[1], pick)

    def stand_in(self, state: Bridgefront, seat: int, chance: Chooser, *detail: *Aimed) -> Hits:
        return _in_order(state, seat)


HITS = question(ChosenHits())


def _in_order(state: Bridgefront, seat: int) -> Hits:
    """The chosen hits in the target order that the card or the standing order names."""
    battle = Battle.resting(Step(state, state.beacon))
    count, order = battle.chosen_hits(battle.side(seat))
    return _hits(_aimed_at(state, seat), count, lambda volley: volley.in_order(order))


def _hits(volley: Volley, count: int, pick: Callable[[Volley], int]) -> Hits:
    targets = []
    for _ in range(count):
        targets.append(pick(volley))
        volley.land(targets[-1], 0)
    return Hits(tuple(targets))


def _aimed_at(state: Bridgefront, seat: int) -> Volley:
    """The side that the asked seat's hits fall on."""
    battle = Battle.resting(Step(state, state.beacon))
    return battle.volley(battle.other(battle.side(seat)))
