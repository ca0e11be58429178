"""First match with a coach: a prepared table, short texts, and a light on the control to use next."""
