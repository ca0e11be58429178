"""The market deck of Age I."""

from core.games.bridgefront.abilities import (
    BRINGS_FORCE,
    CONTRACT_PAY,
    DRAINS_OWNER,
    INSPIRES_FORCES,
    PATHFINDER,
    RISES_WHEN_DISCARDED,
    RISES_WHEN_PLAYED,
    ROLLS_MORE_UNOPPOSED,
    STITCHWORK,
)
from core.games.bridgefront.card import champion, order, spell, victory
from core.games.bridgefront.catalogue import DECKS, add
from core.games.bridgefront.effects.bridges import BridgeEffect, Build, Destroy, LinkHome
from core.games.bridgefront.effects.combat import MarkSelf, heal
from core.games.bridgefront.effects.conditions import (
    HAND_EMPTY,
    ON_A_MINE,
    PILE_EMPTY,
    WON_A_BATTLE,
    RollDie,
    either,
    pick_one,
    when,
)
from core.games.bridgefront.effects.economy import (
    Discard,
    DiscardNamed,
    Draw,
    DrawForSpell,
    Gold,
    Look,
    Mana,
    RaiseCounter,
    Swap,
)
from core.games.bridgefront.effects.forces import Deploy, DeployBy, DeployCounter, DeployTo, LoseRandomChampion
from core.games.bridgefront.effects.movement import Lift, Move
from core.games.bridgefront.places import FRONTIER_PLACE, OCCUPIED_PLACE, OWN_MINE_OR_FORGE

add(
    "Market I",
    DECKS[0],
    [
        # A Movement
        order("Quick March", 1, (40, 50), Move(2)),
        order("Roll Out", 1, (60, 125), Move(1), Move(1, second=True)),
        order("Emergency Evac", 1, (45, 115), Lift(heal=1)),
        order("Flank Step", 1, (35, 105), Move(1, bridges=False)),
        order("Column Advance", 2, (55, 120), Move(3, column=True)),
        # B Recruitment
        order("Recruit Detachment", 2, (45, 115), pick_one(Deploy(4), DeployTo(2, OCCUPIED_PLACE)), gold=1),
        order("Paid Volunteers", 1, (65, 135), Deploy(4), gold=2),
        order("Escort Detail", 1, (35, 110), DeployBy(2), gold=1),
        order("Roadblock Squad", 1, (70, 145), pick_one(DeployTo(3, OWN_MINE_OR_FORGE), Deploy(1)), gold=1),
        order("Frontier Claim", 2, (55, 130), DeployTo(4, FRONTIER_PLACE), gold=2),
        order(
            "Propaganda Recruitment", 1, (55, 130), RaiseCounter(), DeployCounter(), gold=2, ability=RISES_WHEN_PLAYED
        ),
        order("National Service", 0, (55, 130), Deploy(1), gold=1),
        order("Future Investment", 1, (55, 130), DeployCounter(), gold=2, burn=True, ability=RISES_WHEN_DISCARDED),
        # C Economy
        order("Refinering", 1, (30, 100), either(ON_A_MINE, Gold(3), Gold(2))).with_screen_name("Refining"),
        order("Trade Caravan", 1, (75, 150), Gold(3)),
        order("Spoils of War", 1, (80, 155), when(WON_A_BATTLE, Gold(3))),
        order("Scavenger's Market", 1, (50, 125), Gold(1), Draw(1)).with_screen_name("Scavenger's Archive"),
        # D Deckcraft
        spell("Quick Study", 1, (25, 95), Draw(2)),
        spell("Cycle Notes", 1, (45, 110), Draw(2), Discard(1), copies=2),
        spell("Hard Mulligan", 2, (70, 140), DiscardNamed(0, 3, draws=1)),
        spell("Make a Play", 0, (70, 140), Mana(1), burn=True),
        spell("Spellcaster", 1, (70, 140), DrawForSpell(2)),
        spell("Small Hands", 1, (70, 140), when(HAND_EMPTY, Draw(3))),
        spell("Paid Logistics", 0, (70, 140), Mana(1), gold=6, burn=True),
        spell("Precise Planning", 1, (70, 140), when(PILE_EMPTY, Draw(3), Mana(1))),
        # E Combat / Tactics
        spell("Battle Cry", 1, (35, 105), MarkSelf("battle cry")),
        spell("Smoke Screen", 2, (30, 100), MarkSelf("smoke screen")),
        order("Patch Up", 1, (75, 150), heal(2, at_home=3)),
        # F Bridges / Terrain
        order("Temporary Bridge", 1, (50, 120), Build(anywhere=True, temporary=True)),
        order("Sabotage Bridge", 2, (65, 140), Destroy(), copies=2),
        order("Rapid Span", 1, (80, 155), Build(2)),
        spell("Bridge Trap", 1, (55, 130), BridgeEffect("trap")),
        order("Tunnel Network", 1, (80, 155), LinkHome(), burn=True),
        # G Synergy / Gambits
        order("Dice: Forked Road", 1, (30, 100), RollDie(5, (Gold(2), Deploy(1)), (LoseRandomChampion(),))),
        order("Supply Swap", 1, (50, 120), Swap(2, gold=2, forces=2)),
        # H Victory
        victory("Banner Claim", "Planted Banner", 1, (60, 130), Move(1, one_force=True)),
        victory("War Chronicle", "Graven Chronicle", 1, (50, 120), Look(2)),
        victory("Supply Ledger", "Basalt Ledger", 1, (75, 150), Gold(1)),
        victory("Patrol Record", "Etched Record", 1, (30, 100), Draw(1)),
        # I Champions
        champion(
            "Skirmisher Captain", 2, (0, 2, 4), (65, 135), hp=4, dice=2, hits_on=3, bounty=2, ability=BRINGS_FORCE
        ),
        champion("Bridge Runner", 2, (0, 2, 4), (55, 125), hp=3, dice=3, hits_on=2, bounty=2, ability=PATHFINDER),
        champion(
            "Inspiring Geezer", 2, (1, 3, 5), (70, 145), hp=2, dice=1, hits_on=2, bounty=2, ability=INSPIRES_FORCES
        ),
        champion("Field Surgeon", 2, (1, 3, 5), (60, 130), hp=4, dice=2, hits_on=2, bounty=2, ability=STITCHWORK),
        champion("Bounty Hunter", 2, (1, 3, 5), (75, 150), hp=4, dice=2, hits_on=3, bounty=2, ability=CONTRACT_PAY),
        champion("Brute", 2, (2, 4, 6), (35, 105), hp=6, dice=1, hits_on=3, bounty=2, ability=ROLLS_MORE_UNOPPOSED),
        champion("Sergeant", 1, (1, 1, 1), (35, 105), hp=3, dice=1, hits_on=3, bounty=1),
        champion("Traitor", 1, (1, 2, 5), (35, 105), hp=5, dice=3, hits_on=3, bounty=3, ability=DRAINS_OWNER),
    ],
)
