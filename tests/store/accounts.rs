//! Accounts, keys, recovery, guests and bans.

use std::time::Duration;

use server::store::StoreError;

use crate::support::database::{
    account, add_key, at, at_once, new_account, new_run, on_both, pass_a_moment,
};

on_both! {
    fn an_account_is_found_by_its_key_and_by_its_name(database) {
        let store = database.open();
        let ann = account(&store, "Ann");
        assert_eq!((ann.name.as_str(), ann.is_guest(), ann.settings.as_str()), ("Ann", false, ""));
        assert_eq!(store.account_of_key("SHA256:Ann").expect("an answer"), Some(ann.clone()));
        assert_eq!(store.account_of_name("ann").expect("an answer"), Some(ann.clone()));
        assert_eq!(store.account(ann.id).expect("an answer"), Some(ann.clone()));
        assert_eq!(store.account_of_key("SHA256:Bob").expect("an answer"), None);
        assert!((store.now().expect("a time") - ann.created).abs() < 60_000);
        // What was made is there for others, and after a restart.
        drop(store);
        assert_eq!(database.open().accounts("", 10).expect("a list"), [ann]);
    }

    fn a_name_is_taken_once_however_many_ask_at_once(database) {
        let store = database.open();
        let outcomes = at_once(0..12, |number| {
            let new = new_account(["Bob", "bob", "BOB"][number % 3]);
            let (fingerprint, recovery_hash) = (format!("key {number}"), format!("code {number}"));
            store.create_account(server::store::NewAccount { fingerprint, recovery_hash, ..new })
        });
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        let refused = |outcome: &&Result<_, _>| matches!(outcome, Err(StoreError::NameTaken));
        assert_eq!(outcomes.iter().filter(refused).count(), 11, "{outcomes:?}");
        // Who was refused left nothing behind.
        let keys: usize = (0..12)
            .filter(|number| store.account_of_key(&format!("key {number}")).expect("an \
                answer").is_some())
            .count();
        assert_eq!(keys, 1);
    }

    fn keys_are_added_and_removed_but_never_the_last(database) {
        let store = database.open();
        let (ann, bob) = (account(&store, "ann"), account(&store, "bob"));
        add_key(&store, ann.id, "second", "desk").expect("a key");
        assert!(matches!(add_key(&store, bob.id, "second", "x"), Err(StoreError::KeyTaken)));
        store.rename_key(ann.id, "second", "office").expect("a label");
        assert!(matches!(store.rename_key(bob.id, "second", "x"), Err(StoreError::NoSuchKey)));
        let labels: Vec<_> = store.keys_of(ann.id).expect("keys").into_iter()
            .map(|key| key.label).collect();
        assert_eq!(labels, ["laptop", "office"]);
        assert!(matches!(store.remove_key(ann.id, "SHA256:bob"), Err(StoreError::NoSuchKey)));
        // Two remove the two keys at once: one of them remains.
        let removed = at_once(["second", "SHA256:ann"], |key| store.remove_key(ann.id, key));
        assert_eq!(removed.iter().filter(|removed| removed.is_ok()).count(), 1, "{removed:?}");
        assert!(removed.iter().any(|removed| matches!(removed, Err(StoreError::LastKey))),
            "{removed:?}");
        assert_eq!(store.keys_of(ann.id).expect("keys").len(), 1);
        for number in 1..16 {
            add_key(&store, bob.id, &format!("bob {number}"), "").expect("a key");
        }
        assert!(matches!(add_key(&store, bob.id, "one too \
            many", ""), Err(StoreError::TooManyKeys(16))));
    }

    fn an_offered_key_belongs_to_nobody_until_its_owner_accepts(database) {
        let store = database.open();
        let (ann, bob) = (account(&store, "ann"), account(&store, "bob"));
        let offers_to = |key: &str| {
            let offers = store.offers_to(key).expect("offers");
            offers.into_iter().map(|offer| offer.name).collect::<Vec<_>>()
        };
        let offers_of = |id| store.offers_of(id).expect("offers").len();
        store.offer_key(ann.id, "desk", "of ann").expect("an offer");
        pass_a_moment(&store);
        store.offer_key(bob.id, "desk", "of bob").expect("another offer");
        assert_eq!(offers_to("desk"), ["ann", "bob"]);
        assert_eq!(store.account_of_key("desk").expect("an answer"), None);
        assert_eq!(store.keys_of(ann.id).expect("keys").len(), 1);
        assert!(matches!(store.offer_key(ann.id, "desk", ""), Err(StoreError::KeyOffered)));
        assert!(matches!(store.offer_key(ann.id, "SHA256:bob", ""), Err(StoreError::KeyTaken)));
        assert!(matches!(store.remove_key(ann.id, "desk"), Err(StoreError::NoSuchKey)));
        assert!(matches!(store.accept_offer(ann.id, "other"), Err(StoreError::NoSuchOffer)));
        // One accepted: those of the others lapse.
        store.accept_offer(bob.id, "desk").expect("accepted");
        assert_eq!(store.account_of_key("desk").expect("an answer"), Some(bob.clone()));
        assert_eq!(store.keys_of(bob.id).expect("keys")[1].label, "of bob");
        assert_eq!((offers_to("desk").len(), offers_of(ann.id), offers_of(bob.id)), (0, 0, 0));
        assert!(matches!(store.accept_offer(ann.id, "desk"), Err(StoreError::NoSuchOffer)));
        // One taken back, by nobody but who made it.
        store.offer_key(ann.id, "spare", "").expect("an offer");
        assert!(matches!(store.withdraw_offer(bob.id, "spare"), Err(StoreError::NoSuchOffer)));
        store.withdraw_offer(ann.id, "spare").expect("taken back");
        assert!(matches!(store.accept_offer(ann.id, "spare"), Err(StoreError::NoSuchOffer)));
        // Nobody's offer keeps an owner from an account of its own, or from the one of a code.
        for (key, name) in [("SHA256:eve", "eve"), ("recovered", "ann")] {
            store.offer_key(bob.id, key, "").expect("an offer");
            if name == "eve" {
                account(&store, name);
            } else {
                store.recover("hash of ann", "the next code", key, "").expect("recovered");
            }
            let owner = store.account_of_key(key).expect("an answer").expect("an account");
            assert_eq!((owner.name.as_str(), offers_of(bob.id)), (name, 0));
        }
        // Offers go with their account, and count as keys do: bob has two.
        store.offer_key(ann.id, "last", "").expect("an offer");
        assert!(store.delete_account(ann.id).expect("an answer"));
        assert_eq!(offers_to("last").len(), 0);
        for number in 2..16 {
            store.offer_key(bob.id, &format!("bob {number}"), "").expect("an offer");
        }
        assert!(matches!(store.offer_key(bob.id, "one too \
            many", ""), Err(StoreError::TooManyKeys(16))));
    }

    /// However the accounts' owners and the key's press at once, the key is of one account.
    fn of_many_offers_one_is_accepted(database) {
        let store = database.open();
        let ids: Vec<_> = (0..6).map(|number| account(&store, &format!("a{number}")).id).collect();
        for &id in &ids {
            store.offer_key(id, "key", "").expect("an offer");
        }
        let accepted = at_once(ids, |id| store.accept_offer(id, "key"));
        assert_eq!(accepted.iter().filter(|accepted| accepted.is_ok()).count(), 1, "{accepted:?}");
        let is_late = |error: &StoreError| matches!(error,
            StoreError::KeyTaken | StoreError::NoSuchOffer);
        assert!(accepted.iter().filter_map(|accepted| accepted.as_ref().err()).all(is_late),
            "{accepted:?}");
        assert_eq!(store.offers_to("key").expect("offers"), []);
    }

    fn a_recovery_code_works_once(database) {
        let store = database.open();
        let ann = account(&store, "ann");
        let bob = account(&store, "bob");
        let recover = |code: &str, key: &str| store.recover(code, "the next code", key, "new");
        assert!(matches!(recover("a guess", "new key"), Err(StoreError::WrongCode)));
        assert!(matches!(recover("hash of ann", "SHA256:bob"), Err(StoreError::KeyTaken)));
        assert_eq!(recover("hash of ann", "new key").expect("recovered"), ann.id);
        assert!(matches!(recover("hash of ann", "newer key"), Err(StoreError::WrongCode)));
        let again = store.recover("the next code", "the one after", "newer \
            key", "").expect("recovered");
        assert_eq!(again, ann.id);
        assert_eq!(store.account_of_key("newer key").expect("an answer").expect("an \
            account").id, ann.id);
        // An account that is full of keys loses the oldest.
        for number in 1..16 {
            add_key(&store, bob.id, &format!("bob {number}"), "").expect("a key");
        }
        store.recover("hash of bob", "another code", "sixteenth", "").expect("recovered");
        assert_eq!(store.keys_of(bob.id).expect("keys").len(), 16);
        assert_eq!(store.account_of_key("SHA256:bob").expect("an answer"), None);
    }

    fn settings_and_names_can_be_changed(database) {
        let store = database.open();
        let (ann, bob) = (account(&store, "ann"), account(&store, "bob"));
        store.keep_settings(ann.id, "theme = \"dark\"\n").expect("kept");
        assert_eq!(store.settings(ann.id).expect("settings"), "theme = \"dark\"\n");
        assert_eq!(store.settings(bob.id).expect("settings"), "");
        assert!(matches!(store.rename_account(bob.id, "Ann", "ann"), Err(StoreError::NameTaken)));
        store.rename_account(bob.id, "Bo", "bo").expect("renamed");
        store.rename_account(bob.id, "BO", "bo").expect("renamed to what looks alike");
        assert_eq!(store.account_of_name("bob").expect("an answer"), None);
        assert_eq!(store.account_of_name("bo").expect("an answer").expect("an account").name, "BO");
        assert!(store.delete_account(bob.id).expect("an answer"));
        assert!(!store.delete_account(bob.id).expect("an answer"));
        assert!(matches!(store.keep_settings(bob.id, "x"), Err(StoreError::NoSuchAccount)));
        assert!(matches!(add_key(&store, bob.id, "x", "x"), Err(StoreError::NoSuchAccount)));
        // Its name and its key are free again.
        account(&store, "bob");
    }

    fn guests_go_with_all_they_own_when_their_time_has_come(database) {
        let store = database.open();
        let ann = account(&store, "ann");
        let week = Duration::from_hours(7 * 24);
        let stays = store.create_guest("guest-1", "guest-1", week).expect("a guest");
        let goes = store.create_guest("guest-2", "guest-2", Duration::ZERO).expect("a guest");
        assert!(stays.is_guest() && stays.expires.expect("a time") - stays.created >= 604_800_000);
        let taken = store.create_guest("Guest-1", "guest-1", week);
        assert!(matches!(taken, Err(StoreError::NameTaken)));
        let run = |id| {
            let lease = store.begin_run(id, new_run(1), b"header", "front").expect("a run");
            store.append(&lease, b"frame", at(1)).expect("kept");
            lease.run()
        };
        let (kept, gone) = ([run(ann.id), run(stays.id)], run(goes.id));
        assert_eq!(store.prune().expect("a count"), 1);
        assert_eq!(store.account(goes.id).expect("an answer"), None);
        assert_eq!(store.run(gone).expect("an answer"), None);
        assert_eq!(store.run_bytes(gone).expect("an answer"), None);
        for run in kept {
            assert_eq!(store.run_bytes(run).expect("an answer").expect("bytes"), b"headerframe");
        }
        assert_eq!(store.prune().expect("a count"), 0);
    }

    fn bans_hold_for_their_time(database) {
        let store = database.open();
        store.ban("192.0.2.7", "floods", Some(Duration::from_hours(1))).expect("banned");
        store.ban("2001:db8::/64", "floods", Some(Duration::ZERO)).expect("banned");
        store.ban("SHA256:mallory", "cheats", None).expect("banned");
        let banned = |subjects: &[&str]| store.is_banned(subjects).expect("an \
            answer").map(|ban| ban.subject);
        assert_eq!(banned(&["SHA256:ann", "192.0.2.8"]), None);
        assert_eq!(banned(&["SHA256:ann", "192.0.2.7"]).as_deref(), Some("192.0.2.7"));
        assert_eq!(banned(&["2001:db8::/64"]), None, "it has ended");
        assert_eq!(banned(&["SHA256:mallory"]).as_deref(), Some("SHA256:mallory"));
        // A new ban of the same replaces it.
        store.ban("SHA256:mallory", "cheats", Some(Duration::ZERO)).expect("banned");
        assert_eq!(banned(&["SHA256:mallory"]), None);
        assert!(store.unban("192.0.2.7").expect("an answer"));
        assert!(!store.unban("192.0.2.7").expect("an answer"));
        store.prune().expect("pruned");
        assert_eq!(store.bans().expect("a list"), []);
    }

    fn what_players_type_is_never_sql(database) {
        let store = database.open();
        let nasty = "'; DROP TABLE accounts; --\" {now} $1 ?1 \\ %_ \u{202e}é\n\u{1b}[2J";
        let ann = account(&store, nasty);
        store.keep_settings(ann.id, nasty).expect("kept");
        store.ban(nasty, nasty, None).expect("banned");
        let found = store.account_of_key(&format!("SHA256:{nasty}")).expect("an \
            answer").expect("an account");
        assert_eq!((found.name.as_str(), found.settings.as_str()), (nasty, nasty));
        assert_eq!(store.is_banned(&[nasty]).expect("an answer").expect("a ban").reason, nasty);
        // PostgreSQL has no texts with a null character: neither has the store.
        let refused = store.keep_settings(ann.id, "a\0b").expect_err("refused");
        assert!(refused.to_string().contains("null character"), "{refused}");
        assert!(store.account_of_key("a\0b").is_err());
    }

    fn all_front_ends_have_one_secret(database) {
        let stores: Vec<_> = (0..4).map(|_| database.open()).collect();
        let secrets = at_once(&stores, |store| store.daily_secret().expect("a secret"));
        assert!(secrets.iter().all(|secret| *secret == secrets[0]));
        assert_ne!(secrets[0], [0; 32]);
    }
}
