//! Everything that the server refuses by a limit, with a word for the log and the metrics and words for the player.

/// Why something was refused. Each is a counter of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Refusal {
    TooManyConnections,
    TooManyOfAddress,
    ConnectionRate,
    ConnectionBytes,
    BannedAddress,
    BannedKey,
    LoginTime,
    LoginTries,
    GuestsOff,
    AccountRate,
    NameRefused,
    ChannelCount,
    Request,
    InputRate,
    InputFlood,
    IdleTime,
    SlowReader,
    RunQuota,
    StorageQuota,
    SubmissionSize,
    SubmissionRate,
    SubmissionCount,
    SubmissionTime,
}

impl Refusal {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 23] = [
        Self::TooManyConnections,
        Self::TooManyOfAddress,
        Self::ConnectionRate,
        Self::ConnectionBytes,
        Self::BannedAddress,
        Self::BannedKey,
        Self::LoginTime,
        Self::LoginTries,
        Self::GuestsOff,
        Self::AccountRate,
        Self::NameRefused,
        Self::ChannelCount,
        Self::Request,
        Self::InputRate,
        Self::InputFlood,
        Self::IdleTime,
        Self::SlowReader,
        Self::RunQuota,
        Self::StorageQuota,
        Self::SubmissionSize,
        Self::SubmissionRate,
        Self::SubmissionCount,
        Self::SubmissionTime,
    ];

    /// What logs and metrics call it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::TooManyConnections => "too_many_connections",
            Self::TooManyOfAddress => "too_many_of_address",
            Self::ConnectionRate => "connection_rate",
            Self::ConnectionBytes => "connection_bytes",
            Self::BannedAddress => "banned_address",
            Self::BannedKey => "banned_key",
            Self::LoginTime => "login_time",
            Self::LoginTries => "login_tries",
            Self::GuestsOff => "guests_off",
            Self::AccountRate => "account_rate",
            Self::NameRefused => "name_refused",
            Self::ChannelCount => "channel_count",
            Self::Request => "request",
            Self::InputRate => "input_rate",
            Self::InputFlood => "input_flood",
            Self::IdleTime => "idle_time",
            Self::SlowReader => "slow_reader",
            Self::RunQuota => "run_quota",
            Self::StorageQuota => "storage_quota",
            Self::SubmissionSize => "submission_size",
            Self::SubmissionRate => "submission_rate",
            Self::SubmissionCount => "submission_count",
            Self::SubmissionTime => "submission_time",
        }
    }

    /// What the player is told, where there is a way to.
    pub const fn told(self) -> &'static str {
        match self {
            Self::TooManyConnections => "The house is full. Come back in a while.",
            Self::TooManyOfAddress => "Too many of you come from one address at once.",
            Self::ConnectionRate => "You come and go too fast. Wait a minute.",
            Self::ConnectionBytes => "More comes down your line than anybody works.",
            Self::BannedAddress => "Nobody from your address is let in.",
            Self::BannedKey => "The key that you came with opens nothing here any more.",
            Self::LoginTime => "You stood at the door too long.",
            Self::LoginTries => "None of your keys is one. Try again.",
            Self::GuestsOff => "Guests are not let in here. Come with a key of your own.",
            Self::AccountRate => {
                "Too many have been hired from your address. Come back in an hour."
            }
            Self::NameRefused => "You cannot be called that.",
            Self::ChannelCount => "One terminal a connection, no more.",
            Self::Request => "That is not done here.",
            Self::InputRate => "You type faster than anybody works.",
            Self::InputFlood => "That was more than anybody types. Your run is saved.",
            Self::IdleTime => "You were away for long. Your run is saved.",
            Self::SlowReader => "Your terminal takes nothing any more. Your run is saved.",
            Self::RunQuota => "You keep as many runs as you may. Delete one first.",
            Self::StorageQuota => "Your runs take as much room as they may. Delete one first.",
            Self::SubmissionSize => "That file is larger than any run may be.",
            Self::SubmissionRate => "You hand in too many runs at once. Wait a while.",
            Self::SubmissionCount => "Too many runs are being handed in. Try again in a minute.",
            Self::SubmissionTime => "Your file was too long on its way.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_refusal_has_a_place_and_words_of_its_own() {
        for (place, refusal) in Refusal::ALL.iter().enumerate() {
            assert_eq!(*refusal as usize, place);
            let is_word = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(refusal.word().chars().all(is_word) && !refusal.told().is_empty());
        }
        let words: BTreeSet<_> = Refusal::ALL.map(Refusal::word).into();
        let told: BTreeSet<_> = Refusal::ALL.map(Refusal::told).into();
        assert_eq!((words.len(), told.len()), (Refusal::ALL.len(), Refusal::ALL.len()));
    }
}
