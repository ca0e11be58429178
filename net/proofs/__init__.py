"""Proofs of misbehaviour: evidence against seats, disputes about states, and the files of both kinds."""

__all__ = ["desync", "evidence", "report_files", "state_dispute"]
