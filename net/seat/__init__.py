"""One seat's part in a match: it sets up, decides, commits, seals, reveals, chats, leaves."""
