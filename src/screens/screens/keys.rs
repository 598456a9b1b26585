//! The screen that changes the keys of intents. A key that clashes with another intent is refused
//! with the reason.

use crate::{
    Context, Screen, ScreenContext, Transition,
    keymap::{Clash, InputMode, Intent, Keymap, Rebinding, Why},
    terminal::{Input, Key, KeyCode},
    theme::ColorRole,
    widgets::{
        KeyHint, pad,
        sheet::{Block, Row, Sheet},
        wrap,
    },
};

#[derive(Default)]
pub struct KeysScreen {
    /// Set while the next key pressed is given to the chosen intent.
    asking: Option<Asking>,
    told: String,
    is_refused: bool,
}

/// How a new key is given to an intent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asking {
    /// In place of its keys.
    Instead,
    /// In addition to its keys.
    Too,
}

fn chosen(context: &ScreenContext<'_>) -> Intent {
    Intent::all().nth(context.sheet.chosen.unwrap_or(0)).unwrap_or(Intent::Wait)
}

impl KeysScreen {
    fn press(&mut self, key: Key, how: Asking, context: &mut ScreenContext<'_>) -> Transition {
        self.asking = None;
        let intent = chosen(context);
        let keymap = &context.settings.keymap;
        let mut keys = match how {
            Asking::Instead => Vec::new(),
            Asking::Too => keymap.keys(intent).to_vec(),
        };
        keys.push(key);
        let told = format!("{key} is now for: {}.", intent.help());
        self.take(rebound(keymap, intent, Some(keys)), intent, told, context)
    }

    fn take(
        &mut self,
        outcome: Result<Keymap, Clash>,
        intent: Intent,
        told: String,
        context: &mut Context,
    ) -> Transition {
        let kept = match outcome {
            Ok(keymap) => {
                context.settings.keymap = keymap;
                context.keep_settings().map(|()| told).map_err(|error| error.to_string())
            }
            Err(clash) => Err(refusal(clash, intent)),
        };
        self.is_refused = kept.is_err();
        self.told = kept.unwrap_or_else(|problem| problem);
        Transition::Stay
    }
}

/// The keymap with these keys for one intent; with `None`, with its default keys.
fn rebound(keymap: &Keymap, intent: Intent, keys: Option<Vec<Key>>) -> Result<Keymap, Clash> {
    let others = Intent::all().filter(|other| *other != intent && keymap.is_changed(*other));
    let others = others.map(|other| (other, keymap.keys(other).to_vec()));
    let wishes = others.chain(keys.map(|keys| (intent, keys))).map(|(intent, keys)| Rebinding {
        intent,
        keys: keys.into_iter().map(|key| (key, 0)).collect(),
    });
    let wishes: Vec<_> = wishes.collect();
    let (keymap, clashes) = Keymap::with(&wishes);
    clashes.into_iter().next().map_or(Ok(keymap), Err)
}

fn refusal(Clash { key, intent, why, .. }: Clash, wanted: Intent) -> String {
    match why {
        Why::Taken(other) if other == intent => format!("{key} is its key already."),
        Why::Taken(other) => {
            // When default keys are restored, the clash is with the intent that has been given one
            // of them.
            let owner = if other == wanted { intent } else { other };
            format!("{key} is the key for: {}. Give that another one first.", owner.help())
        }
        Why::TooEasy => format!(
            "{key} is too easily pressed by accident. Take a capital letter, or a key with \
             ctrl or alt."
        ),
        Why::Reserved => format!("{key} always cancels."),
    }
}

const KEYS_COLUMNS: usize = 26;

impl Screen for KeysScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let (looks, keymap) = (context.appearance, &context.settings.keymap);
        let width = context.sheet.columns() + 2;
        let keys = KEYS_COLUMNS.min(width / 2);
        let rows = Intent::all().map(|intent| {
            let names = pad(&keymap.names(intent), keys.saturating_sub(4), &looks);
            Row {
                flag: keymap.is_changed(intent).then_some('*'),
                label: vec![(format!(" {names} "), ColorRole::Key)],
                ..Row::new(pad(intent.help(), width.saturating_sub(keys + 1), &looks))
            }
        });
        let (told, role, hints) = match self.asking {
            Some(_) => (
                format!("Press the key for: {}.", chosen(context).help()),
                ColorRole::Key,
                vec![KeyHint::of(context, Intent::Cancel, "leave it as it is")],
            ),
            None => (
                self.told.clone(),
                if self.is_refused { ColorRole::Bad } else { ColorRole::Good },
                vec![
                    KeyHint::of(context, Intent::Confirm, "another key"),
                    KeyHint::new("+", "one more key"),
                    KeyHint::new("backspace", "as usual"),
                    KeyHint::of(context, Intent::Cancel, "back"),
                ],
            ),
        };
        // Two rows are kept free for messages, so that the list does not move when there is one.
        let free = (wrap(&told, width).len() < 2).then(Block::blank);
        let foot = [Block::Text(told, role)].into_iter().chain(free).collect();
        Some(Sheet { rows: rows.collect(), foot, hints, ..Sheet::form("Keys") })
    }

    fn chosen(&mut self, _: usize, _: &mut ScreenContext<'_>) -> Transition {
        self.asking = Some(Asking::Instead);
        Transition::Stay
    }

    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let how = self.asking?;
        let Input::Key(key) = *input else { return Some(Transition::Ignore) };
        if context.intent(InputMode::Ask, input) == Some(Intent::Cancel) {
            self.asking = None;
            return Some(Transition::Stay);
        }
        Some(self.press(key, how, context))
    }

    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let Input::Key(key) = input else { return Transition::Ignore };
        match key.code {
            KeyCode::Char('+') => self.asking = Some(Asking::Too),
            KeyCode::Backspace | KeyCode::Delete => {
                let intent = chosen(context);
                let told = format!("The usual keys are for: {}.", intent.help());
                let keymap = rebound(&context.settings.keymap, intent, None);
                return self.take(keymap, intent, told, context);
            }
            _ => return Transition::Ignore,
        }
        Transition::Stay
    }

    fn may_be_watched(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Key {
        name.parse().unwrap()
    }

    #[test]
    fn a_change_keeps_the_changes_before_it() {
        let usual = Keymap::default();
        let once = rebound(&usual, Intent::Work, Some(vec![key("X")])).unwrap();
        let twice = rebound(&once, Intent::Explore, Some(vec![key("w")])).unwrap();
        assert_eq!(twice.keys(Intent::Work), [key("X")]);
        assert_eq!(twice.keys(Intent::Explore), [key("w")]);
        let clash = rebound(&twice, Intent::Work, None).unwrap_err();
        assert_eq!((clash.key, clash.why), (key("w"), Why::Taken(Intent::Work)));
        let told = refusal(clash, Intent::Work);
        assert!(told.starts_with("w is the key for: explore"), "{told}");
        let back = rebound(&twice, Intent::Explore, None).unwrap();
        assert_eq!(rebound(&back, Intent::Work, None), Ok(usual));
    }

    #[test]
    fn a_plain_letter_does_not_say_yes() {
        let clash = rebound(&Keymap::default(), Intent::Yes, Some(vec![key("y")])).unwrap_err();
        assert!(refusal(clash, Intent::Yes).starts_with("y is too easily pressed"));
    }
}
