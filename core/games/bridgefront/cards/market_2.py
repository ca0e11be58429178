"""The market deck of Age II."""

from core.games.bridgefront.abilities import (
    AMBUSH,
    CAPTURES,
    DESTROYS_BRIDGE,
    EXTORT,
    LOSES_GOLD_WHEN_DRAWN,
    ROLLS_MORE_OPPOSED,
    ROLLS_MORE_WITHOUT_FORCES,
    SACRIFICES_CHAMPIONS,
)
from core.games.bridgefront.card import champion, order, spell, victory
from core.games.bridgefront.catalogue import DECKS, add
from core.games.bridgefront.effects.bridges import BridgeEffect, Build, Link, PivotBridge, RaiseMine
from core.games.bridgefront.effects.combat import FocusFire, HealAll, MarkChampion, MarkHex, Mortar, encircle
from core.games.bridgefront.effects.conditions import (
    IN_ENEMY_CAPITAL,
    ON_A_FORGE,
    ON_A_MINE,
    ON_THE_CENTER,
    RollDie,
    either,
    pick_one,
    when,
)
from core.games.bridgefront.effects.economy import AllDraw, Discard, DiscardNamed, Draw, Gold, Nothing, PickFromOffer
from core.games.bridgefront.effects.forces import Deploy, DeployOnMines, DeployPerCard, DeployTo, Recall
from core.games.bridgefront.effects.movement import Breakthrough, Lift, Move
from core.games.bridgefront.places import BY_YOUR_CHAMPION, OCCUPIED_PLACE, OWN_TILE_OR_CAPITAL, YOUR_CHAMPION

HEIST_EFFECT = when(ON_A_FORGE, pick_one(PickFromOffer(2, 3), DiscardNamed(0, 1, "burn")))

add(
    "Market II",
    DECKS[1],
    [
        # A Movement
        order("Triple March", 1, (40, 105), Move(3)),
        order("Coordinated Advance", 2, (55, 120), Move(2), Move(2, second=True)),
        order("Rapid Redeploy", 1, (65, 135), Lift(OCCUPIED_PLACE, heal=1)),
        order("Breakthrough Line", 2, (75, 145), Move(2), Breakthrough(2)),
        order("Set to Skirmish", 1, (75, 145), MarkHex("skirmish")),
        # B Recruitment
        order("Battalion Contract", 3, (80, 155), Deploy(10), gold=2),
        order("Rally Where You Stand", 1, (50, 120), DeployTo(3, BY_YOUR_CHAMPION), gold=3),
        order("Forward Barracks", 1, (65, 135), DeployTo(4, OWN_TILE_OR_CAPITAL), gold=2),
        order("Conscription Drive", 1, (70, 145), Deploy(4), DiscardNamed(1, 1), gold=1),
        order("Miner Army", 1, (70, 145), DeployOnMines(2), gold=1),
        order("Command Logistics", 2, (70, 145), DeployPerCard(), gold=2),
        order("Swam Logistics", 2, (70, 145), DeployPerCard(played=True), gold=1).with_screen_name("Swarm Logistics"),
        # C Economy
        order("War Taxes", 1, (60, 135), Gold(4)),
        order("Smuggling Ring", 1, (75, 150), Gold(2), when(IN_ENEMY_CAPITAL, Gold(3))),
        order("Refined Ingots", 1, (55, 125), either(ON_A_MINE, Gold(4), Gold(2))),
        order("Guild Favor", 2, (40, 110), Gold(4), Draw(1)),
        # D Deckcraft
        order("Cycle Protocol", 1, (25, 90), Draw(3), Discard(2)),
        order("Insight", 0, (60, 130), Draw(2), burn=True),
        order("Clean Cuts", 1, (70, 145), DiscardNamed(1, 1, "burn"), Draw(1)),
        order("Stall", 0, (50, 120), Nothing()),
        order("Interrupt", 1, (50, 120), AllDraw(2, 1)),
        # E Combat / Tactics
        spell("Focus Fire", 1, (30, 95), FocusFire()),
        spell("Slow", 1, (40, 105), MarkChampion(mark="slow")),
        spell("Ward", 1, (55, 120), MarkChampion(YOUR_CHAMPION, mark="ward")),
        spell("Frenzy", 1, (35, 100), MarkChampion(YOUR_CHAMPION, mark="frenzy", amount=2, damage=2)),
        spell("Repair Orders", 1, (35, 100), HealAll(1)),
        spell("Gold Plated Armor", 2, (35, 100), MarkChampion(YOUR_CHAMPION, mark="plated")),
        spell("Mortar Shot", 2, (300, 300), Mortar(4, damage=2)),
        spell("Champion Recall", 2, (35, 100), Recall()),
        # F Bridges / Terrain
        spell("Bridge Lockdown", 2, (40, 110), BridgeEffect("closed")),
        order("Bridge Network", 2, (75, 150), Build(3)),
        spell("Wormhole Link", 2, (80, 155), Link(), burn=True),
        spell("Bridge Pivot", 1, (80, 155), PivotBridge()),
        # G Synergy / Gambits
        order("Foundry Heist", 2, (50, 120), HEIST_EFFECT, Draw(1)),
        order("Deep Shaft Rig", 2, (60, 130), RaiseMine(forces=1), gold=1),
        order("Dice: War Profiteers", 1, (45, 115), RollDie(4, (Gold(1),), (Gold(6),))),
        spell("Encirclement", 1, (70, 145), encircle(6, damage=0, neighbours=3, enemies_only=True)),
        # H Victory
        victory("Strategic Triumph", "Set in Stone", 1, (55, 125), Gold(2)),
        victory("Center Dispatch", "Axis Dispatch", 1, (35, 105), either(ON_THE_CENTER, Draw(2), Draw(1))),
        victory("Banner of Resolve", "Unmoved Banner", 1, (75, 145), Deploy(1)),
        victory("Big VP Gainer", "Leaden Permanence", 1, (75, 145), Nothing(""), vp=2, ability=LOSES_GOLD_WHEN_DRAWN),
        # I Champions
        champion("Jet Striker", 2, (1, 3, 5), (45, 115), hp=5, dice=3, hits_on=2, bounty=3),
        champion(
            "Guerilla Native Mercenary", 2, (1, 3, 5), (45, 115), hp=4, dice=2, hits_on=2, bounty=3, ability=AMBUSH
        ).with_screen_name("Guerrilla Mercenary"),
        champion("Tax Reaver", 2, (2, 4, 6), (70, 145), hp=6, dice=2, hits_on=3, bounty=3, ability=EXTORT),
        champion("Siege Engineer", 2, (1, 3, 5), (60, 130), hp=5, dice=2, hits_on=2, bounty=3, ability=DESTROYS_BRIDGE),
        champion(
            "Duelist Exemplar", 2, (1, 3, 5), (35, 105), hp=5, dice=2, hits_on=3, bounty=3, ability=ROLLS_MORE_OPPOSED
        ),
        champion(
            "Lone Wolf", 2, (2, 4, 6), (75, 150), hp=5, dice=1, hits_on=2, bounty=3, ability=ROLLS_MORE_WITHOUT_FORCES
        ),
        champion("Reliable Veteran", 2, (2, 4, 6), (65, 135), hp=6, dice=1, hits_on=5, bounty=3),
        champion("Exodia", 3, (0, 0, 0), (65, 135), hp=15, dice=5, hits_on=4, bounty=5, ability=SACRIFICES_CHAMPIONS),
        champion("Capturer", 2, (1, 2, 5), (35, 105), hp=5, dice=2, hits_on=3, bounty=0, ability=CAPTURES),
    ],
)
