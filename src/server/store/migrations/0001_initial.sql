-- Times are milliseconds since 1970 by the database's clock. Truth values are 0 and 1. Ids are random.

CREATE TABLE accounts (
    id BIGINT PRIMARY KEY NOT NULL,
    name {text} NOT NULL,
    -- The same for names that look alike.
    skeleton {text} NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    settings {text} NOT NULL,
    -- The hash of the code that replaces a lost key; none for guests.
    recovery {text} UNIQUE,
    -- Of a guest: when it is deleted with all it owns.
    expires_at BIGINT
);

CREATE INDEX accounts_expiring ON accounts (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE account_keys (
    fingerprint {text} PRIMARY KEY NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    label {text} NOT NULL,
    added_at BIGINT NOT NULL
);

CREATE INDEX account_keys_account ON account_keys (account);

CREATE TABLE bans (
    -- A key's fingerprint, an address, or a prefix of addresses.
    subject {text} PRIMARY KEY NOT NULL,
    reason {text} NOT NULL,
    banned_at BIGINT NOT NULL,
    -- None: for good.
    expires_at BIGINT
);

CREATE TABLE front_ends (
    id {text} PRIMARY KEY NOT NULL,
    heartbeat_at BIGINT NOT NULL
);

CREATE TABLE secrets (
    name {text} PRIMARY KEY NOT NULL,
    secret {blob} NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE runs (
    id BIGINT PRIMARY KEY NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- 'live' or 'submitted'.
    origin {text} NOT NULL,
    ruleset {text} NOT NULL,
    mode {text} NOT NULL,
    kind {text} NOT NULL,
    depth BIGINT NOT NULL,
    seed {text} NOT NULL,
    word {text},
    -- Of a daily shift.
    day {text},
    -- The player's, as the run file has it.
    name {text} NOT NULL,
    is_ranked BIGINT NOT NULL,
    begun_at BIGINT NOT NULL,
    -- The lease: who may append, and its fencing number.
    epoch BIGINT NOT NULL,
    holder {text},
    held_at BIGINT NOT NULL,
    may_be_watched BIGINT NOT NULL,
    -- Why it cannot be played on, if its bytes are damaged.
    damage {text},
    morgue {text},
    -- What its last frame claims; none before its end.
    ended_at BIGINT,
    outcome {text},
    is_overtaken BIGINT,
    grade {text},
    score BIGINT,
    clock BIGINT,
    worked_turns BIGINT,
    commands BIGINT,
    digest {text},
    -- What was played: the digest of its ruleset, its setup and its commands, once it was read or played again as a whole.
    play {text},
    -- What playing it again has come to: none yet, 'true' or 'untrue'.
    verdict {text},
    untrue_reason {text},
    verified_at BIGINT,
    -- Until when a worker plays it again, and how often one has begun to since there was a verdict.
    claimed_until BIGINT,
    attempts BIGINT NOT NULL
);

CREATE INDEX runs_account ON runs (account, held_at);

-- One ranked try at a daily shift.
CREATE UNIQUE INDEX runs_ranked_try ON runs (account, day) WHERE is_ranked = 1 AND day IS NOT NULL;

CREATE UNIQUE INDEX runs_submitted ON runs (play) WHERE origin = 'submitted';

CREATE INDEX runs_play ON runs (play) WHERE play IS NOT NULL;

CREATE INDEX runs_pending ON runs (ruleset, ended_at) WHERE ended_at IS NOT NULL AND verdict IS NULL;

CREATE INDEX runs_board ON runs (ruleset, mode, kind, depth) WHERE verdict = 'true' AND is_ranked = 1;

CREATE INDEX runs_held ON runs (holder) WHERE holder IS NOT NULL;

-- The bytes of a run file, as they were appended.
CREATE TABLE run_frames (
    run BIGINT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    -- How many bytes come before them.
    start BIGINT NOT NULL,
    bytes {blob} NOT NULL,
    -- Where the run stands after them.
    turn BIGINT NOT NULL,
    commands BIGINT NOT NULL,
    PRIMARY KEY (run, start)
){clustered};

-- What a run that was found true is measured by.
CREATE TABLE measures (
    run BIGINT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    category {text} NOT NULL,
    measure BIGINT NOT NULL,
    -- The digest of the state in which it was measured.
    state {text} NOT NULL,
    PRIMARY KEY (run, category)
){clustered};

CREATE INDEX measures_state ON measures (category, state);
