"""First match with a coach: a prepared table, short texts, and the next control lit."""
