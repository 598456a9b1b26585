-- Places that accounts offer to keys. Nobody has shown that the key and the account have one owner: the key belongs to the account
-- only when whoever logs in with it accepts. Several accounts may offer a place to one key.
CREATE TABLE key_offers (
    fingerprint {text} NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    label {text} NOT NULL,
    offered_at BIGINT NOT NULL,
    PRIMARY KEY (fingerprint, account)
){clustered};

CREATE INDEX key_offers_account ON key_offers (account);
