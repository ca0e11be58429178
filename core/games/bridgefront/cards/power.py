"""The power decks of the three ages."""

from core.games.bridgefront.abilities import BANNER
from core.games.bridgefront.card import champion, order, pad_card, spell, victory
from core.games.bridgefront.catalogue import DECKS, add
from core.games.bridgefront.effects.bridges import Build, RaiseMine
from core.games.bridgefront.effects.combat import MORE_THAN_ANY, MarkSelf, Strike, heal
from core.games.bridgefront.effects.conditions import (
    CAPITAL_INVADED,
    ON_A_FORGE,
    ON_A_MINE,
    ON_THE_CENTER,
    ConditionalEffect,
    either,
    when,
)
from core.games.bridgefront.effects.economy import (
    Discard,
    DiscardNamed,
    Draw,
    GainRandom,
    Gold,
    Mana,
    PickFromOffer,
    Scry,
)
from core.games.bridgefront.effects.forces import Deploy, DeployTo, RandomChampion
from core.games.bridgefront.effects.movement import Move
from core.games.bridgefront.places import ANY_HEX, BY_YOUR_CHAMPION, OCCUPIED_PLACE

add(
    "Power I",
    DECKS[3],
    [
        # Non-Victory
        spell("Command Surge", 0, (10, 80), Mana(2), burn=True),
        order("Instant Bridge Net", 1, (35, 105), Build(3), burn=True),
        order("Secret Plans", 0, (15, 85), Draw(2), burn=True),
        pad_card(order("Emergency Pay", 1, (50, 120), Gold(5), burn=True)),
        spell("Shock Drill", 1, (45, 110), MarkSelf("shock drill"), burn=True),
        # Power Victory
        victory(
            "Bridge Deed", "Deed of the Lasting Span", 1, (40, 110), Build(), Move(1, optional=True, after_build=True)
        ),
        victory("Mine Charter", "Eternal Mine Charter", 1, (55, 120), either(ON_A_MINE, Gold(2), Gold(1))),
        victory("Forge Sketch", "Stone Forge Sketch", 1, (30, 100), DiscardNamed(0, 1, draws=2)),
        victory("Center Writ", "Axis Writ", 1, (25, 95), when(ON_THE_CENTER, Mana(1))),
        victory("Oathstone", "Oathstone", 1, (70, 145), heal(2)),
        victory("Banner of Sparks", "Undimmed Banner", 1, (60, 130), Deploy(3)),
    ],
)

add(
    "Power II",
    DECKS[4],
    [
        # Non-Victory
        pad_card(spell("Immunity Field", 2, (40, 110), MarkSelf("immunity"), burn=True)),
        pad_card(order("Rapid Reinforcements", 1, (55, 125), DeployTo(6, OCCUPIED_PLACE), burn=True)),
        order("A Hero Joins the Battle", 1, (55, 125), RandomChampion(mana=2), burn=True),
        # Power Victory
        pad_card(victory("Writ of Industry", "Standing Writ", 1, (55, 120), either(ON_A_MINE, Gold(2), Gold(1)))),
        pad_card(victory("Bridge Charter", "Charter of Spans", 1, (60, 130), Build(2))),
        victory("Dispatch to Front", "Steadfast Dispatch", 1, (35, 105), DeployTo(2, BY_YOUR_CHAMPION)),
        victory("Chronicle of War", "Enduring Chronicle", 1, (65, 135), Draw(1), Discard(fate="mana")),
        # Power Champions
        champion("Bannerman", 3, (2, 4, 6), (55, 125), hp=3, dice=2, hits_on=2, bounty=5, ability=BANNER),
    ],
)

add(
    "Power III",
    DECKS[5],
    [
        # Non-Victory
        spell("Cataclysm Core", 3, (45, 110), Strike(ANY_HEX, MORE_THAN_ANY, damage=3, enemies_only=False), burn=True),
        pad_card(order("Quick Mobilization", 1, (60, 130), Move(3), Move(3, second=True), burn=True)),
        order("Forge Miracle", 2, (35, 105), GainRandom(1, 3, changed=True), burn=True),
        order("Final Funding", 3, (50, 120), Gold(15), burn=True),
        spell("Last Stand", 2, (75, 150), MarkSelf("last stand", 3)),
        # Power Victory
        victory("Imperial Warrant", "Everlasting Warrant", 1, (40, 110), Move(2)),
        victory("Crown Coin", "Unworn Crown", 1, (55, 125), Gold(2)),
        victory("Deep Mine Charter", "Charter of the Root Vein", 1, (60, 130), RaiseMine(), gold=1),
        victory(
            "Center Relic", "Axis Relic", 1, (25, 90), ConditionalEffect(ON_THE_CENTER, (Mana(1), Draw(1)), (Scry(2),))
        ),
        victory(
            "Forge Relic", "Relic of the God-Forge", 1, (35, 100), when(ON_A_FORGE, PickFromOffer(3, 3), Discard(1))
        ),
        victory("Siege Chronicle", "Unbroken Siege", 1, (70, 145), when(CAPITAL_INVADED, Deploy(3))),
    ],
)
