"""`tether lab`: its commands. Nothing here loads the lab's libraries before a command needs them."""
