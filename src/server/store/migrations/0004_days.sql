-- The boards of daily shifts.
CREATE INDEX runs_day ON runs (day) WHERE verdict = 'true' AND is_ranked = 1 AND day IS NOT NULL;
