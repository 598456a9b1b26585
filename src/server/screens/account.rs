//! The account: its keys, those that it offers a place, and its recovery code.

use std::sync::Arc;

use crate::FrontEnd;
use crate::members::{self, PublicKey};
use crate::store::{Account, Key, StoreError};
use base::{Day, sanitize};
use screens::keymap::{InputMode, Intent};
use screens::terminal::{Input, Key as PressedKey, KeyCode};
use screens::theme::ColorRole;
use screens::widgets::sheet::{Block, Row, Sheet};
use screens::widgets::{Field, KeyHint};
use screens::{Context, Screen, ScreenContext, Transition};

/// The longest line of a public key that is taken.
const MAX_KEY_COLUMNS: usize = 1_000;
const MAX_LABEL_COLUMNS: usize = 32;

pub(crate) struct AccountScreen {
    front_end: Arc<FrontEnd>,
    account: Account,
    /// The fingerprint of the key that the player came with, which is not removed by mistake.
    own: String,
    keys: Vec<Key>,
    /// The keys that it offers a place to; they are listed after its own.
    offers: Vec<Key>,
    editing: Option<(Edit, Field)>,
    /// What has come of the last key.
    told: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit {
    /// A public key, pasted: it is only offered a place, for everybody knows a public key.
    Add,
    /// Another label for the chosen key.
    Rename,
}

impl AccountScreen {
    pub(crate) fn new(front_end: Arc<FrontEnd>, account: Account, own: String) -> AccountScreen {
        AccountScreen {
            front_end,
            account,
            own,
            keys: Vec::new(),
            offers: Vec::new(),
            editing: None,
            told: String::new(),
        }
    }

    fn update(&mut self, context: &mut ScreenContext<'_>) {
        let (store, id) = (&self.front_end.store, self.account.id);
        match store.keys_of(id).and_then(|keys| Ok((keys, store.offers_of(id)?))) {
            Ok((keys, offers)) => (self.keys, self.offers) = (keys, offers),
            Err(error) => _ = context.fail(error),
        }
    }

    /// How many keys and offers are listed.
    fn len(&self) -> usize {
        self.keys.len() + self.offers.len()
    }

    fn offer(&self, at: usize) -> Option<&Key> {
        self.offers.get(at.checked_sub(self.keys.len())?)
    }

    fn row(&self, at: usize) -> String {
        let (key, standing) = match (self.keys.get(at), self.offer(at)) {
            (Some(key), _) if key.fingerprint == self.own => (key, ", the one you came with"),
            (Some(key), _) => (key, ""),
            (None, Some(offer)) => (offer, ", offered and not yet taken"),
            (None, None) => return String::new(),
        };
        let since = Day::of_seconds(key.added.unsigned_abs() / 1_000);
        sanitize(&format!("{}, since {since}{standing}", key.label))
    }

    fn fingerprint(&self, at: usize) -> &str {
        let key = self.keys.get(at).or_else(|| self.offer(at));
        key.map_or("", |key| &key.fingerprint)
    }

    fn act(&mut self, letter: char, context: &mut ScreenContext<'_>) -> Transition {
        self.told.clear();
        context.sheet.problem.clear();
        let at = context.sheet.chosen.unwrap_or(0);
        let front_end = self.front_end.clone();
        let store = &front_end.store;
        match (letter, self.offer(at).cloned(), self.keys.get(at).cloned()) {
            ('a', ..) => self.editing = Some((Edit::Add, Field::new("", MAX_KEY_COLUMNS))),
            ('c', ..) => {
                let made = members::new_recovery_code(store, self.account.id);
                let told = made.as_ref().map_or(String::new(), |code| {
                    format!(
                        "Your new recovery code: {code}. The old one is void. It is shown this \
                        once."
                    )
                });
                self.note(made.map(|_| ()), told, context);
            }
            ('n', Some(_), _) => {
                context.fail("Nobody has come with that key yet: name it when it is yours.");
            }
            ('d', Some(offer), _) => {
                let withdrawn = store.withdraw_offer(self.account.id, &offer.fingerprint);
                let told = format!("The offer to the key {} is taken back.", offer.label);
                self.note(withdrawn, told, context);
            }
            ('n', _, Some(key)) => {
                self.editing = Some((Edit::Rename, Field::new(&key.label, MAX_LABEL_COLUMNS)));
            }
            ('d', _, Some(key)) if key.fingerprint == self.own => {
                context.fail("You came with that key: remove it when you come with another.");
            }
            ('d', _, Some(key)) => {
                let removed = store.remove_key(self.account.id, &key.fingerprint);
                let told = format!("The key {} opens nothing here any more.", key.label);
                self.note(removed, told, context);
            }
            _ => return Transition::Ignore,
        }
        Transition::Stay
    }

    fn submit(&mut self, edit: Edit, text: &str, context: &mut ScreenContext<'_>) {
        match edit {
            Edit::Add => match PublicKey::parse(text) {
                Ok((key, comment)) => {
                    let label = if comment.is_empty() { "another key" } else { &comment };
                    let label: String = label.chars().take(MAX_LABEL_COLUMNS).collect();
                    let offered =
                        self.front_end.store.offer_key(self.account.id, &key.fingerprint, &label);
                    let label = sanitize(&label);
                    let told = format!(
                        "A place is kept for the key {label}: {}. Come with it and take the offer; \
                         then it is yours.",
                        key.fingerprint
                    );
                    self.note(offered, told, context);
                }
                Err(error) => _ = context.fail(error),
            },
            Edit::Rename => {
                let Some(key) = context.sheet.chosen_of(&self.keys) else { return };
                let renamed =
                    self.front_end.store.rename_key(self.account.id, &key.fingerprint, text);
                self.note(renamed, String::new(), context);
            }
        }
    }

    fn note(
        &mut self,
        outcome: Result<(), StoreError>,
        told: String,
        context: &mut ScreenContext<'_>,
    ) {
        match outcome {
            Ok(()) => self.told = told,
            Err(error) => _ = context.fail(format!("{error}.")),
        }
        self.update(context);
    }

    fn hints(&self, context: &Context) -> Vec<KeyHint> {
        if self.editing.is_some() {
            return vec![
                KeyHint::of(context, Intent::Confirm, "go on"),
                KeyHint::new("esc", "leave it"),
            ];
        }
        vec![
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::new("a", "add a key"),
            KeyHint::new("n", "name it"),
            KeyHint::new("d", "remove it"),
            KeyHint::new("c", "new recovery code"),
        ]
    }

    /// What is asked for while something is typed.
    fn question(&self) -> Option<&'static str> {
        Some(match self.editing.as_ref()?.0 {
            Edit::Add => "Paste the public key of another machine; it is offered a place here:",
            Edit::Rename => "What do you call this key?",
        })
    }
}

impl Screen for AccountScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        self.update(context);
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let fingerprint = self.fingerprint(context.sheet.chosen.unwrap_or(0));
        let told = (!self.told.is_empty()).then(|| Block::Text(self.told.clone(), ColorRole::Good));
        let foot = [Block::dim(fingerprint)].into_iter().chain(told);
        Some(Sheet {
            rows: (0..self.len()).map(|at| Row::new(self.row(at))).collect(),
            foot: foot.chain(self.question().map(Block::text)).collect(),
            field: self.editing.as_ref().map(|(_, field)| field.clone()),
            hints: self.hints(context),
            ..Sheet::list(format!("{}: the keys that let you in", self.account.name))
        })
    }

    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let (edit, mut field) = self.editing.take()?;
        match context.intent(InputMode::List, input) {
            _ if field.take(input) => self.editing = Some((edit, field)),
            Some(Intent::Confirm) => self.submit(edit, field.text(), context),
            Some(Intent::Cancel) => {}
            _ => {
                self.editing = Some((edit, field));
                return Some(Transition::Ignore);
            }
        }
        Some(Transition::Stay)
    }

    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        match input {
            Input::Key(PressedKey {
                code: KeyCode::Char(letter), ctrl: false, alt: false, ..
            }) => self.act(*letter, context),
            _ => Transition::Ignore,
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let keys = (0..self.len()).map(|at| self.row(at));
        let below = [
            self.fingerprint(context.sheet.chosen.unwrap_or(0)),
            &context.sheet.problem,
            &self.told,
            self.question().unwrap_or_default(),
        ];
        let below = below.into_iter().filter(|text| !text.is_empty()).map(str::to_owned);
        let hints =
            self.hints(context).into_iter().map(|hint| format!("{}: {}", hint.key, hint.does));
        Some(keys.chain(below).chain(hints).collect())
    }
}
