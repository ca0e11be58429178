"""How the table of Midnight is painted; nothing here decides anything."""
