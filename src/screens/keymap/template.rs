//! Texts that name keys: `{key:NAME}` stands for the player's key for the intent of that name.

use super::{Intent, Keymap};
use crate::terminal::{Key, KeyCode};
use base::Dir;

/// The name of no intent: it stands for the letters that walk in the four directions, "hjkl".
const MOVE_KEYS_NAME: &str = "move";
const KEY_OPENING: &str = "{key:";

impl Keymap {
    /// The text with each `{key:NAME}` replaced by the name of the key; an unknown name is replaced by itself.
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

    #[test]
    fn keys_in_texts_are_those_of_the_player() {
        let keymap = Keymap::default();
        assert_eq!(keymap.fill_in("{key:move} or {key:next-job}."), "hjkl or tab.");
        assert_eq!(keymap.fill_in("{key:work"), "{key:work");
        assert_eq!(keymap.fill_in("{key:fly}, {x}"), "fly, {x}");
        assert_eq!(unknown_names("{key:move} {key:fly} {key:work}"), ["fly"]);
    }
}
