"""What the tables say when something cannot be done: one code, one whole sentence.

Every sentence that a person may read from this package stands in `SENTENCES`, as a template over
named values, so that a catalogue can replace it by its code.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

SENTENCES = MappingProxyType(
    {
        # the journal's place
        "disk_full": "The disk is full: the move was not made. Free some space and try again.",
        "read_only": "The folder {folder} cannot be written to.",
        "locked": "The journal is in use by another program; try again in a moment.",
        "disk_fails": "The journal cannot be reached ({reason}); nothing that was stored is lost.",
        "damaged": "The journal {file} is damaged.",
        "newer_file": "The journal was written by a newer version of this program; "
        "its tables can be looked at, but not played on.",
        "moved": "The journal was moved or replaced while the program was running; "
        "please start the program again.",
        # a journal in a database
        "closed": "The parlour is closed for a moment: its database cannot be reached. "
        "Nothing that was stored is lost; please try again.",
        "database_refuses": "The database does not let this program keep journals: {reason}.",
        "newer_database": "The parlour's database was set up by a newer version of this program; "
        "please update this one.",
        "bad_address": "DICEPARLOUR_JOURNAL is no address of a PostgreSQL database; "
        "write it as postgresql://user@host/name.",
        "no_driver": "A journal in PostgreSQL needs one more package: "
        'pip install "diceparlour[postgres]".',
        # backups
        "no_backup": "The file {file} is no backup of a journal, or not a whole one.",
        "newer_backup": "The backup {file} was made by a newer version of this program.",
        "holds_tables": "There are tables here already; they are replaced only with --over, "
        "and kept beside even then.",
        "not_a_backup": "The file {file} is no backup of a journal; it is not written over.",
        "own_journal": "The file {file} is the journal itself; choose another one.",
        "backup_unwritten": "The backup could not be written to {file}: {reason}.",
        # what the start has to tell
        "unsaved": "{why} Tables are kept only until the program ends.",
        "set_aside": "The journal could not be read; it was kept as {file} "
        "and a new one was begun.",
        "salvaged": "The journal was damaged; it was kept as {file}. "
        "Of its tables {count} could be read.",
        "cut_off": "The last write to the journal was cut off; "
        "every table is open up to its last whole entry.",
        # one table
        "no_such_table": "There is no table called {table}.",
        "unreadable": "Table {table} cannot be read: its first entry is damaged.",
        "unlisted": "A part of the journal is damaged: some tables may be missing here.",
        "torn": "The journal of this table is damaged after entry {entry}: "
        "it can be looked at up to there, but not played on.",
        "newer": "This table was written by a newer version of this program: "
        "it can be looked at up to entry {entry}, but not played on.",
        "other_rules": "This table was played by other rules than this program knows: "
        "it can be looked at up to entry {entry}, but not played on.",
        "no_seed": "The secret seed of this table is missing or was exchanged: "
        "it can be looked at, but not played on.",
        "table_unsaved": "This table is not saved: it ends with the program.",
        "stale": "The table has moved on meanwhile; look again and choose anew.",
        "seats_free": "The table still waits for players: {count} of its seats are free.",
        "not_yours": "Only whose seat it is, or the host, can change who plays it.",
        "not_playing": "Only those who play here can do that.",
        "sent_away": "The host has sent you away from this table.",
        "no_entry": "This table is only for those who were invited.",
        "seats_taken": "Somebody was quicker: no seat is free any more. You can watch.",
        "seated_already": "You have a seat at this table.",
        "elsewhere": "You are at this table in another window now; this one has left it.",
        "watching": "You are watching.",
        "not_host": "Only the host of the table can do that.",
        "not_here": "Nobody of that name is at this table.",
        "not_oneself": "That cannot be done to oneself.",
        "not_keyboard": "That cannot be done to whoever plays at the machine itself.",
        "muted": "The host has muted you.",
        "too_fast": "That was a lot at once; wait a moment before you go on talking.",
        "nothing_said": "There was nothing in it that can be shown.",
        "no_such_code": "No table has this code.",
        "bad_code": "A code has eight signs, such as {example}.",
        "codes_too_often": "Too many codes were wrong; wait a minute and try again.",
        "no_computers": "No computer player sits at this table.",
        "pace_0": "The computer players take their time.",
        "pace_1": "The computer players are in no hurry.",
        "pace_2": "The computer players play at the usual pace.",
        "pace_3": "The computer players are quick.",
        "pace_4": "The computer players play as fast as they can.",
        "not_over": "The seed stays secret until the game is over.",
        "pledge_seeded": "A table with pledged dice takes no other dice.",
        "pledge_used": "These pledged dice are already in play.",
        # dice that are given
        "script_face": "A die shows 1 to 6, not {face!r}.",
        "script_card": "There is no card called {card!r}.",
        "script_length": "The script has {given} dice for this roll, but {count} are thrown.",
        "script_pile": "The scripted card {card!r} is no longer in the pile.",
        # names and numbers
        "name_empty": "Please give a name of 1 to {cells} characters that can be seen.",
        "name_taken": "There is already a player called {name} at this table.",
        "nobody_plays": "Somebody has to play: not every seat can be free.",
        "number": "Please give a whole number from {low:,} to {high:,}.",
        "numbers": "Please give {count} numbers with spaces between them.",
        # rule files
        "rules_unsaved": "The rules could not be saved in {folder}: {reason}.",
        "rules_kept": "The file {name} could not be deleted: {reason}.",
        "rules_wrong": "These rules cannot be kept: {fault}",
        # verification
        "proof_commitment": "The seed fits the commitment {commitment}.",
        "proof_dice": "Recomputed from the seed: rolls {rolls:,}, cards {cards:,}; "
        "every one is as the journal says.",
        "proof_replay": "Entries replayed: {entries:,}; they give the same table.",
        "proof_running": "The game is not over: the seed stays secret until then, "
        "so this is the house's own check.",
        "proof_seed": "The seed is {seed}.",
        "proof_unfair": "These dice were given by a script or a number: this is not fair play.",
        "wrong_commitment": "The seed does not fit the commitment {commitment}.",
        "wrong_row": "Entry {entry} of the journal is damaged or was changed.",
        "wrong_opening": "The table that was opened is not the one that the journal tells of.",
        "wrong_action": "Entry {entry}: the rules do not allow this action.",
        "wrong_events": "Entry {entry}: the dice, the cards or the points "
        "are not those that the seed and the rules give.",
        "wrong_position": "Entry {entry}: the place in the stream of dice is not the right one.",
        "wrong_state": "Entry {entry}: the table is not as the entry says.",
    }
)


def sentence(code: str, **values: Any) -> str:
    """The sentence of a code with its values put in.

    Raises:
        KeyError: no such code, or a value is missing.
    """
    return SENTENCES[code].format(**values)


class Trouble(Exception):
    """Something that a person has to be told; nothing has changed.

    ``code`` is a key of `SENTENCES`, ``message`` the whole sentence, ``detail`` the values in it.
    """

    def __init__(self, code: str, **detail: Any) -> None:
        self.code = code
        self.message = sentence(code, **detail)
        self.detail = detail
        super().__init__(self.message)


class StoreTrouble(Trouble):
    """The journal could not be read or written; what was stored before is still there."""


class TableTrouble(Trouble):
    """A table cannot be found, read or played on."""


class BadInput(Trouble):
    """What a person typed cannot be used."""
