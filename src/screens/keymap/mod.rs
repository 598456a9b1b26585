//! The keys of intents. The settings can give every intent other keys.

mod intent;

use std::collections::BTreeMap;

use super::terminal::{Key, KeyCode};
use base::Dir;

pub use intent::{InputMode, Intent};

/// The key that cancels in every mode, whatever the settings say.
const ESCAPE_KEY: Key = Key::plain(KeyCode::Esc);

/// Texts name keys by `{key:NAME}`, which stands for the player's key for the intent of that name.
const KEY_OPENING: &str = "{key:";
/// The name of no intent: it stands for the letters that walk in the four directions, "hjkl".
const MOVE_KEYS_NAME: &str = "move";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    /// The keys of each intent; the first is the one that texts show.
    keys: BTreeMap<Intent, Vec<Key>>,
}

/// The keys that the settings ask for in place of an intent's default ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebinding {
    pub intent: Intent,
    /// Each with its offset in the text of the settings, in bytes.
    pub keys: Vec<(Key, usize)>,
}

/// A key that cannot be given to an intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    pub key: Key,
    pub intent: Intent,
    pub why: Why,
    /// Its offset in the text of the settings, in bytes.
    pub place: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is already a key of this intent in the same mode.
    Taken(Intent),
    /// A question could be answered by accident with it. Yes takes enter, a capital letter, a
    /// function key, or a key with ctrl or alt.
    TooEasy,
    /// It is [`ESCAPE_KEY`].
    Reserved,
}

impl Default for Keymap {
    fn default() -> Self {
        let keys = Intent::all().map(|intent| {
            let names = intent.default_keys().split_whitespace();
            // A test holds that every name is one.
            (intent, names.filter_map(|name| name.parse().ok()).collect())
        });
        Self { keys: keys.collect() }
    }
}

impl Keymap {
    /// The default keys with some intents bound to other keys, and the keys that could not be
    /// given. A rebinding replaces all keys of its intent. An intent that is left without keys
    /// keeps those of its default ones that are free.
    pub fn with(rebindings: &[Rebinding]) -> (Self, Vec<Clash>) {
        let usual = Self::default();
        let mut keymap = usual.clone();
        for wish in rebindings {
            keymap.keys_mut(wish.intent).clear();
        }
        let mut clashes = Vec::new();
        for Rebinding { intent, keys } in rebindings {
            for &(key, place) in keys {
                match keymap.obstacle(*intent, key) {
                    Some(why) => clashes.push(Clash { key, intent: *intent, why, place }),
                    None => keymap.keys_mut(*intent).push(key),
                }
            }
        }
        let cancel = keymap.keys_mut(Intent::Cancel);
        if !cancel.contains(&ESCAPE_KEY) {
            cancel.push(ESCAPE_KEY);
        }
        for intent in Intent::all() {
            if keymap.keys(intent).is_empty() {
                for &key in usual.keys(intent) {
                    if keymap.obstacle(intent, key).is_none() {
                        keymap.keys_mut(intent).push(key);
                    }
                }
            }
        }
        (keymap, clashes)
    }

    pub fn intent(&self, mode: InputMode, key: Key) -> Option<Intent> {
        Intent::all()
            .find(|&intent| intent.modes().contains(&mode) && self.keys(intent).contains(&key))
    }

    pub fn keys(&self, intent: Intent) -> &[Key] {
        self.keys.get(&intent).map_or(&[], Vec::as_slice)
    }

    fn keys_mut(&mut self, intent: Intent) -> &mut Vec<Key> {
        self.keys.entry(intent).or_default()
    }

    /// The name of the key that texts show for an intent; a question mark if it has none.
    pub fn name(&self, intent: Intent) -> String {
        self.keys(intent).first().map_or_else(|| "?".to_owned(), Key::to_string)
    }

    pub fn names(&self, intent: Intent) -> String {
        self.keys(intent).iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
    }

    pub fn is_changed(&self, intent: Intent) -> bool {
        self.keys(intent) != Self::default().keys(intent)
    }

    /// The keys as they are now, for help: every intent of a mode with the names of its keys.
    pub fn live(&self, mode: InputMode) -> impl Iterator<Item = (Intent, String)> {
        Intent::all()
            .filter(move |intent| intent.modes().contains(&mode))
            .map(|intent| (intent, self.names(intent)))
    }

    /// The text with each `{key:NAME}` replaced by the name of the key; an unknown name is replaced
    /// by itself.
    pub fn fill_in(&self, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(KEY_OPENING) {
            let Some((name, after)) = after.split_once('}') else { break };
            result.push_str(before);
            result.push_str(&self.named(name));
            rest = after;
        }
        result + rest
    }

    fn named(&self, name: &str) -> String {
        match name {
            MOVE_KEYS_NAME => [Dir::West, Dir::South, Dir::North, Dir::East]
                .into_iter()
                .map(Intent::Move)
                .filter_map(|intent| self.keys(intent).iter().find(|key| is_letter(**key)))
                .map(Key::to_string)
                .collect(),
            _ => Intent::of_name(name).map_or_else(|| name.to_owned(), |intent| self.name(intent)),
        }
    }

    /// Why a key cannot be given to an intent, given the keys of the others.
    fn obstacle(&self, intent: Intent, key: Key) -> Option<Why> {
        if key == ESCAPE_KEY && intent != Intent::Cancel {
            return Some(Why::Reserved);
        }
        if intent == Intent::Yes && !self.is_deliberate(key) {
            return Some(Why::TooEasy);
        }
        if intent.is_move() && self.keys(Intent::Yes).contains(&key) {
            return Some(Why::Taken(Intent::Yes));
        }
        Intent::all()
            .filter(|&other| self.keys(other).contains(&key))
            .find(|other| {
                *other == intent
                    || other.modes().iter().any(|shared| intent.modes().contains(shared))
            })
            .map(Why::Taken)
    }

    /// Whether the key is hardly pressed by accident: it is no plain letter and does not move.
    fn is_deliberate(&self, key: Key) -> bool {
        let deliberate = key.ctrl
            || key.alt
            || match key.code {
                KeyCode::Char(c) => c.is_uppercase(),
                KeyCode::Enter | KeyCode::F(_) => true,
                _ => false,
            };
        deliberate && !Intent::all().any(|other| other.is_move() && self.keys(other).contains(&key))
    }
}

/// The names in the `{key:NAME}` of a text that are not names of intents.
#[cfg(test)]
pub(crate) fn unknown_names(text: &str) -> Vec<&str> {
    let names = text.split(KEY_OPENING).skip(1).filter_map(|rest| rest.split('}').next());
    names.filter(|name| *name != MOVE_KEYS_NAME && Intent::of_name(name).is_none()).collect()
}

fn is_letter(key: Key) -> bool {
    matches!(key.code, KeyCode::Char(c) if c.is_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Key {
        name.parse().unwrap()
    }

    fn wish(intent: Intent, keys: &str) -> Rebinding {
        let keys = keys.split_whitespace().enumerate().map(|(place, name)| (key(name), place));
        Rebinding { intent, keys: keys.collect() }
    }

    #[test]
    fn every_usual_key_is_one_and_means_one_thing() {
        let keymap = Keymap::default();
        for intent in Intent::all() {
            let names = intent.default_keys().split_whitespace();
            assert_eq!(keymap.keys(intent).len(), names.count(), "{intent:?}");
            for &mode in intent.modes() {
                for &key in keymap.keys(intent) {
                    assert_eq!(keymap.intent(mode, key), Some(intent), "{mode:?} {key}");
                }
            }
        }
        assert_eq!(Keymap::with(&[]), (Keymap::default(), vec![]));
    }

    #[test]
    fn a_wish_replaces_the_usual_keys() {
        let (keymap, clashes) =
            Keymap::with(&[wish(Intent::Work, "ctrl-w o"), wish(Intent::Explore, "O")]);
        assert_eq!(clashes, []);
        assert_eq!(keymap.intent(InputMode::Play, key("o")), Some(Intent::Work));
        assert_eq!(keymap.intent(InputMode::Play, key("O")), Some(Intent::Explore));
        assert_eq!(keymap.intent(InputMode::Play, key("w")), None);
        assert!(keymap.is_changed(Intent::Work) && !keymap.is_changed(Intent::Get));
        assert_eq!(keymap.name(Intent::Work), "ctrl-w");
        assert!(
            keymap.live(InputMode::Play).any(|entry| entry == (Intent::Work, "ctrl-w o".into()))
        );
    }

    #[test]
    fn a_key_that_is_taken_is_refused_and_the_rest_works() {
        let (keymap, clashes) = Keymap::with(&[wish(Intent::Work, "o X"), wish(Intent::Rest, "X")]);
        let found: Vec<_> = clashes.iter().map(|c| (c.intent, c.key, c.why, c.place)).collect();
        assert_eq!(
            found,
            [
                (Intent::Work, key("o"), Why::Taken(Intent::Explore), 0),
                (Intent::Rest, key("X"), Why::Taken(Intent::Work), 0),
            ]
        );
        assert_eq!(keymap.keys(Intent::Work), [key("X")]);
        assert_eq!(keymap.keys(Intent::Rest), [key("Z")], "the usual key is still free");
    }

    #[test]
    fn questions_are_not_answered_by_accident() {
        for easy in ["y", "l", "right", "space", "tab", "numpad-6"] {
            let (keymap, clashes) = Keymap::with(&[wish(Intent::Yes, easy)]);
            assert_eq!(clashes.len(), 1, "{easy}");
            assert_eq!(clashes[0].why, Why::TooEasy);
            assert_eq!(keymap.keys(Intent::Yes), [key("enter"), key("Y")]);
        }
        for order in
            [[Intent::Yes, Intent::Move(Dir::North)], [Intent::Move(Dir::North), Intent::Yes]]
        {
            let (keymap, clashes) = Keymap::with(&order.map(|intent| wish(intent, "X")));
            assert_eq!(clashes.len(), 1, "{order:?}");
            assert_eq!(keymap.keys(order[0]), [key("X")]);
        }
    }

    #[test]
    fn escape_always_cancels() {
        let (keymap, clashes) =
            Keymap::with(&[wish(Intent::Work, "esc"), wish(Intent::Cancel, "q")]);
        assert_eq!(clashes[0].why, Why::Reserved);
        for name in ["q", "esc"] {
            assert_eq!(keymap.intent(InputMode::Play, key(name)), Some(Intent::Cancel));
        }
    }

    #[test]
    fn keys_in_texts_are_those_of_the_player() {
        let keymap = Keymap::default();
        assert_eq!(keymap.fill_in("{key:move} or {key:next-job}."), "hjkl or tab.");
        assert_eq!(keymap.fill_in("{key:work"), "{key:work");
        assert_eq!(keymap.fill_in("{key:fly}, {x}"), "fly, {x}");
        assert_eq!(unknown_names("{key:move} {key:fly} {key:work}"), ["fly"]);
    }
}
