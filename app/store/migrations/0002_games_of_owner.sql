-- A player's runs in the order they were dealt: for the records, and for forgetting all of them. Of every game, touched or
-- not. No move changes either column, so PostgreSQL can go on writing moves without touching any index.
CREATE INDEX games_of_owner ON games (owner, dealt_at);
