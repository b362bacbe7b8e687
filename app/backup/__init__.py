"""Backups of the journal, made while it is in use, and put back."""
