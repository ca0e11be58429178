"""Entry of Outposts in the client's list of games."""

from client.art.sound.music import Bed
from client.games.entry import About, Entry, Lesson

ENTRY = Entry(
    table="client.games.outposts.table:TABLE",
    rulebook="client.games.outposts.rulebook:BOOK",
    sheets="client.games.outposts.sheets:SHEETS",
    about=About(
        "45-75",
        "cards and a small map",
        "Build a hold of wrecks on the dry floor of the sea, make Deals, and raze what others leave open. "
        "Alone you face the Warden.",
        "Have the most points at the end of the round in which a player reaches the target. "
        "Alone, have more points than the Warden.",
    ),
    cover="client.games.outposts.cover:cover",
    lesson=Lesson("client.games.outposts.lesson.spec:LESSON", "Ten minutes: one round solo against the Warden"),
    music=Bed(
        98.0, ((0, 7, 14), (-2, 5, 12, 14), (-4, 8, 15), (0, 5, 12, 19)), ((4, 26), (7, 24), (19, 31), (23, 26)), 0.36
    ),
    sounds={
        "LeagueChosen": "reveal",
        "CardsBuried": "shuffle",
        "ConnectionsRevealed": "flip",
        "RowRevealed": "flip",
        "CardSelected": "draw",
        "SelectionSkipped": "clack",
        "RowDiscarded": "shuffle",
        "DeckRenewed": "shuffle",
        "Gained": "coin",
        "Paid": "pay",
        "RuinsGained": "draw",
        "LocationBuilt": "build",
        "DealMade": "seal",
        "HandCardRazed": "burn",
        "LocationRazed": "boom",
        "LocationUsed": "spell",
        "BoardUsed": "link",
        "LocationVisited": "step",
        "ConnectionClaimed": "link",
        "Laboured": "clack",
        "WallsPlaced": "lock",
        "HandCardDiscarded": "flip",
        "RuinsDiscarded": "flip",
        "RuinsTaken": "draw",
        "OutpostTakenAway": "step",
        "OutpostBuilt": "deploy",
        "OutpostUpgraded": "champion",
        "OutpostActivated": "mana",
        "OutpostRazed": "ruin",
        "Passed": "seal",
        "SecondActionLeftOut": "clack",
        "MarksKept": "clack",
        "RoundEnded": "phase",
        "WardenGained": "trap",
        "WardenTook": "coins",
        "WardenFlipped": "reveal",
        "WallLost": "break",
        "WardenFailed": "fizzle",
        "WardenRazed": "ruin",
    },
)
