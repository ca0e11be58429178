"""What the table of Midnight says: names and tips, reasons, what a card would bring, what can be done."""
