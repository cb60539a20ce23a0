-- Times are whole microseconds since 1970 UTC: exact, and compared alike by both databases.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    rules TEXT NOT NULL,
    seed TEXT NOT NULL,
    deck TEXT,
    moves TEXT NOT NULL,
    turn INTEGER NOT NULL,
    status TEXT NOT NULL,
    score INTEGER,
    practice BOOLEAN NOT NULL,
    undos INTEGER NOT NULL,
    helped BOOLEAN NOT NULL,
    touched BOOLEAN NOT NULL,
    dealt_at BIGINT NOT NULL,
    moved_at BIGINT NOT NULL,
    ended_at BIGINT
);

-- Only for sweeping. On `touched`, not on `turn = 0`: PostgreSQL would then have to rewrite every index of the row with
-- every move, where it now does so with the first one alone.
CREATE INDEX games_untouched ON games (dealt_at) WHERE NOT touched;

-- `game` is the player's current one. It may have been swept since: then the player has none.
CREATE TABLE players (
    owner TEXT NOT NULL PRIMARY KEY,
    game TEXT,
    preferences TEXT
);
