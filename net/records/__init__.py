"""Match records: their file format, their verification, and matches that continue from one."""

__all__ = ["chunk_file", "fork", "record", "verification", "verification_worker"]
