"""The statements that both databases are asked, in the SQL they share. SQLite writes `?1` for `$1` (`sqlite.py`)."""

COLUMNS = (
    "id, owner, rules, seed, deck, moves, turn, status, score, practice, undos, helped, dealt_at, moved_at, ended_at"
)
"""What `rows.py` reads, in this order."""

LOAD = f"SELECT {COLUMNS} FROM games WHERE id = $1"  # noqa: S608 - constants, here and below

CURRENT = f"""
SELECT {COLUMNS} FROM games
WHERE id = (SELECT game FROM players WHERE owner = $1) AND owner = $1
"""  # noqa: S608

LATEST = f"""
SELECT {COLUMNS} FROM games
WHERE owner = $1 AND rules = $2 AND seed = $3 AND COALESCE(deck, '') = $4
ORDER BY dealt_at DESC LIMIT 1
"""  # noqa: S608

PLAYED = "SELECT id FROM games WHERE owner = $1 AND touched LIMIT 1"

DEAL = f"""
INSERT INTO games ({COLUMNS}, touched)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
"""  # noqa: S608

# Out of the games: once a player is forgotten, a late request must not bring anything of theirs back.
MAKE_CURRENT = """
INSERT INTO players (owner, game) SELECT owner, id FROM games WHERE owner = $1 AND id = $2
ON CONFLICT (owner) DO UPDATE SET game = EXCLUDED.game
"""

# The turn alone would not do: an undo and another move lead back to the same turn with other moves, and an undo and the
# same move again to the same moves with one undo more, which must not be written over. What names one state of a row
# for certain is its moves and its undos; the turn is compared besides because it is what the player was shown.
# `helped` only ever goes from no to yes, so that asking for advice and moving at the same time can't lose it.
KEEP = """
UPDATE games
SET moves = $5, turn = $6, status = $7, score = $8, undos = $9, helped = (helped OR $10), touched = TRUE,
    moved_at = $11, ended_at = $12
WHERE id = $1 AND turn = $2 AND moves = $3 AND undos = $4
"""

TURN = "SELECT turn FROM games WHERE id = $1"

SETTLE = "UPDATE games SET status = $4, score = $5, ended_at = $6 WHERE id = $1 AND moves = $2 AND undos = $3"

# A page of a player's touched games, newest first; the next page begins below the last row's time and id. In SQLite a
# time that is no number is above all numbers, so such rows are never met.
TOUCHED = f"""
SELECT {COLUMNS}, id = (SELECT game FROM players WHERE owner = $1) FROM games
WHERE owner = $1 AND touched AND (dealt_at, id) < ($2, $3)
ORDER BY dealt_at DESC, id DESC LIMIT $4
"""  # noqa: S608

# Undos and help make a run aided (ruling 20). Equal rules are written with equal words (`notation.print_rules`).
BESTS = """
SELECT max(CASE WHEN undos = 0 AND NOT helped THEN score END), max(CASE WHEN undos > 0 OR helped THEN score END)
FROM games
WHERE owner = $1 AND rules = $2 AND id <> $3 AND touched AND NOT practice AND deck IS NULL
    AND status IN ('won', 'slain') AND score BETWEEN $4 AND $5
"""

PREFERENCES = "SELECT preferences FROM players WHERE owner = $1"

KEEP_PREFERENCES = """
INSERT INTO players (owner, preferences) VALUES ($1, $2)
ON CONFLICT (owner) DO UPDATE SET preferences = EXCLUDED.preferences
"""

# Not `SELECT 1`: that would be answered without a look at the file.
PING = "SELECT id FROM games LIMIT 1"

MAKE_SECRET = "INSERT INTO meta (name, value) VALUES ('secret', $1) ON CONFLICT (name) DO NOTHING"  # noqa: S105
SECRET = "SELECT value FROM meta WHERE name = 'secret'"  # noqa: S105
