"""How feeds are copied between peers: messages, entries, synchronisation, retransmission."""
