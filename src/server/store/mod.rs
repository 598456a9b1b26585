//! What the server keeps: accounts, keys, runs and scores, in SQLite or PostgreSQL.
