"""The table of Midnight: a war room with a clock."""
