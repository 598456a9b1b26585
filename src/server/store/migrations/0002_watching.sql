-- Whether others may watch what an account plays: a decision of its owner for all of its runs.
ALTER TABLE accounts ADD COLUMN may_be_watched BIGINT NOT NULL DEFAULT 1;

ALTER TABLE runs DROP COLUMN may_be_watched;

-- How many sessions of a front end watch which runs: "RUN=COUNT", parted by blanks.
ALTER TABLE front_ends ADD COLUMN watched {text} NOT NULL DEFAULT '';
