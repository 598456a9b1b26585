//! Everything that the server refuses by a limit, with a word for the log and the metrics and words
//! for the player.

/// One row a refusal: its name, what logs and metrics call it, and what the player is told, where
/// there is a way to.
macro_rules! refusals {
    ($($name:ident, $word:literal, $told:literal;)*) => {
        /// Why something was refused. Each is a counter of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Refusal {
            $($name,)*
        }

        impl Refusal {
            /// All of them, in the order of their numbers.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$name),*];

            /// What logs and metrics call it.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }

            /// What the player is told, where there is a way to.
            pub const fn told(self) -> &'static str {
                match self { $(Self::$name => $told,)* }
            }
        }
    };
}

refusals! {
    TooManyConnections, "too_many_connections", "The house is full. Come back in a while.";
    TooManyOfAddress, "too_many_of_address", "Too many of you come from one address at once.";
    ConnectionRate, "connection_rate", "You come and go too fast. Wait a minute.";
    ConnectionBytes, "connection_bytes", "More comes down your line than anybody works.";
    BannedAddress, "banned_address", "Nobody from your address is let in.";
    BannedKey, "banned_key", "The key that you came with opens nothing here any more.";
    LoginTime, "login_time", "You stood at the door too long.";
    LoginTries, "login_tries", "None of your keys is one. Try again.";
    GuestsOff, "guests_off", "Guests are not let in here. Come with a key of your own.";
    AccountRate, "account_rate",
        "Too many have been hired from your address. Come back in an hour.";
    NameRefused, "name_refused", "You cannot be called that.";
    ChannelCount, "channel_count", "One terminal a connection, no more.";
    Request, "request", "That is not done here.";
    InputRate, "input_rate", "You type faster than anybody works.";
    InputFlood, "input_flood", "That was more than anybody types. Your run is saved.";
    IdleTime, "idle_time", "You were away for long. Your run is saved.";
    SlowReader, "slow_reader", "Your terminal takes nothing any more. Your run is saved.";
    RunQuota, "run_quota", "You keep as many runs as you may. Delete one first.";
    StorageQuota, "storage_quota", "Your runs take as much room as they may. Delete one first.";
    SubmissionSize, "submission_size", "That file is larger than any run may be.";
    SubmissionRate, "submission_rate", "You hand in too many runs at once. Wait a while.";
    SubmissionCount, "submission_count",
        "Too many runs are being handed in. Try again in a minute.";
    SubmissionTime, "submission_time", "Your file was too long on its way.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_refusal_has_words_of_its_own() {
        for refusal in Refusal::ALL {
            let is_word = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(refusal.word().chars().all(is_word) && !refusal.told().is_empty());
        }
        let words: BTreeSet<_> = Refusal::ALL.map(Refusal::word).into();
        let told: BTreeSet<_> = Refusal::ALL.map(Refusal::told).into();
        assert_eq!((words.len(), told.len()), (Refusal::ALL.len(), Refusal::ALL.len()));
    }
}
