//! The account: its keys, those that it offers a place, and its recovery code.

use std::sync::Arc;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::FrontEnd;
use crate::login::PublicKey;
use crate::members;
use crate::store::{Account, AccountError, Key};
use base::{Day, sanitize};
use screens::keymap::{InputMode, Intent};
use screens::terminal::{Input, KeyCode};
use screens::theme::ColorRole;
use screens::widgets::{Field, KeyHint, ListState, Width, fit, notice, sheet};
use screens::{Context, Screen, ScreenContext, Transition};

/// The longest line of a public key that is taken.
const MAX_KEY_COLUMNS: usize = 1_000;
/// The longest label of a key.
const MAX_LABEL_COLUMNS: usize = 32;

/// The keys of the player's account.
pub(crate) struct AccountScreen {
    front_end: Arc<FrontEnd>,
    account: Account,
    /// The fingerprint of the key that the player came with, which is not removed by mistake.
    own: String,
    keys: Vec<Key>,
    /// The keys that it offers a place to; they are listed after its own.
    offers: Vec<Key>,
    list: ListState,
    /// What is being typed.
    editing: Option<(Edit, Field)>,
    /// What has come of the last key.
    told: String,
    problem: String,
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
        let mut screen = AccountScreen {
            front_end,
            account,
            own,
            keys: Vec::new(),
            offers: Vec::new(),
            list: ListState::default(),
            editing: None,
            told: String::new(),
            problem: String::new(),
        };
        screen.update();
        screen
    }

    fn update(&mut self) {
        let (store, id) = (&self.front_end.store, self.account.id);
        match store.keys_of(id).and_then(|keys| Ok((keys, store.offers_of(id)?))) {
            Ok((keys, offers)) => (self.keys, self.offers) = (keys, offers),
            Err(error) => self.problem = error.to_string(),
        }
        self.list.choose(self.list.at().min(self.len().saturating_sub(1)));
    }

    /// How many keys and offers are listed.
    fn len(&self) -> usize {
        self.keys.len() + self.offers.len()
    }

    /// The offer at a place of the list.
    fn offer(&self, at: usize) -> Option<&Key> {
        self.offers.get(at.checked_sub(self.keys.len())?)
    }

    /// What the list says of a key or an offer.
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

    /// The fingerprint of a key or an offer.
    fn fingerprint(&self, at: usize) -> &str {
        let key = self.keys.get(at).or_else(|| self.offer(at));
        key.map_or("", |key| &key.fingerprint)
    }

    /// Carries out what a letter stands for.
    fn act(&mut self, letter: char) -> Transition {
        self.told.clear();
        self.problem.clear();
        if let ('n' | 'd', Some(offer)) = (letter, self.offer(self.list.at()).cloned()) {
            if letter == 'n' {
                "Nobody has come with that key yet: name it when it is yours."
                    .clone_into(&mut self.problem);
            } else {
                let withdrawn =
                    self.front_end.store.withdraw_offer(self.account.id, &offer.fingerprint);
                self.note(
                    withdrawn,
                    format!("The offer to the key {} is taken back.", offer.label),
                );
            }
            return Transition::Stay;
        }
        let chosen = self.keys.get(self.list.at()).cloned();
        match (letter, chosen) {
            ('a', _) => self.editing = Some((Edit::Add, Field::new("", MAX_KEY_COLUMNS))),
            ('n', Some(key)) => {
                self.editing = Some((Edit::Rename, Field::new(&key.label, MAX_LABEL_COLUMNS)));
            }
            ('d', Some(key)) if key.fingerprint == self.own => {
                "You came with that key: remove it when you come with another."
                    .clone_into(&mut self.problem);
            }
            ('d', Some(key)) => {
                let removed = self.front_end.store.remove_key(self.account.id, &key.fingerprint);
                self.note(removed, format!("The key {} opens nothing here any more.", key.label));
            }
            ('c', _) => {
                let made = members::new_recovery_code(&self.front_end.store, self.account.id);
                let told = made.as_ref().map_or(String::new(), |code| {
                    format!("Your new recovery code: {code}. The old one is void. It is shown this once.")
                });
                self.note(made.map(|_| ()), told);
            }
            _ => return Transition::Ignore,
        }
        Transition::Stay
    }

    /// Takes what was typed.
    fn submit(&mut self, edit: Edit, text: &str) {
        match edit {
            Edit::Add => match PublicKey::parse(text) {
                Ok((key, comment)) => {
                    let label = if comment.is_empty() { "another key" } else { &comment };
                    let label: String = label.chars().take(MAX_LABEL_COLUMNS).collect();
                    let offered =
                        self.front_end.store.offer_key(self.account.id, &key.fingerprint, &label);
                    let label = sanitize(&label);
                    let told = format!(
                        "A place is kept for the key {label}: {}. Come with it and take the offer; then it is yours.",
                        key.fingerprint
                    );
                    self.note(offered, told);
                }
                Err(error) => self.problem = error.to_string(),
            },
            Edit::Rename => {
                let Some(key) = self.keys.get(self.list.at()).cloned() else { return };
                let renamed =
                    self.front_end.store.rename_key(self.account.id, &key.fingerprint, text);
                self.note(renamed, String::new());
            }
        }
    }

    fn note(&mut self, outcome: Result<(), AccountError>, told: String) {
        match outcome {
            Ok(()) => self.told = told,
            Err(error) => self.problem = format!("{error}."),
        }
        self.update();
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

    /// The lines below the list.
    fn below(&self, context: &Context, width: usize) -> Vec<Line<'static>> {
        let looks = context.appearance;
        let lines = |text: &str, role| {
            let rows = notice(text, width).into_iter();
            rows.map(move |row| Line::styled(row, looks.style(role))).collect::<Vec<_>>()
        };
        let asked = match self.editing {
            Some((Edit::Add, _)) => {
                "Paste the public key of another machine; it is offered a place here:"
            }
            Some((Edit::Rename, _)) => "What do you call this key?",
            None => "",
        };
        [
            lines(self.fingerprint(self.list.at()), ColorRole::Dim),
            lines(&self.problem, ColorRole::Bad),
            lines(&self.told, ColorRole::Good),
            lines(asked, ColorRole::Text),
        ]
        .concat()
    }
}

impl Screen for AccountScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = self.hints(context);
        let title = format!("{}: the keys that let you in", self.account.name);
        let area = sheet(frame, &looks, Width::Text, &title, &hints);
        let width = usize::from(area.width);
        let below = self.below(context, width);
        let field = u16::from(self.editing.is_some());
        let above = Rect { height: area.height.saturating_sub(field), ..area };
        let mut list = self.list;
        list.draw_above(frame, above, &looks, self.len(), &below, |at| {
            fit(&self.row(at), width, &looks)
        });
        self.list = list;
        if let Some((_, edited)) = &self.editing {
            let row = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
            edited.draw(frame, row, &looks, true);
        }
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let intent = context.intent(InputMode::List, input);
        if let Some((edit, mut field)) = self.editing.take() {
            if field.take(input) {
                self.editing = Some((edit, field));
            } else if intent == Some(Intent::Confirm) {
                self.submit(edit, field.text());
            } else if intent != Some(Intent::Cancel) {
                self.editing = Some((edit, field));
                return Transition::Ignore;
            }
            return Transition::Stay;
        }
        match intent {
            Some(Intent::Cancel) => return Transition::Pop,
            Some(intent) if self.list.turn(intent, self.len()) => return Transition::Stay,
            _ => {}
        }
        match input {
            Input::Key(key) if !key.ctrl && !key.alt => match key.code {
                KeyCode::Char(letter) => self.act(letter),
                _ => Transition::Ignore,
            },
            _ => Transition::Ignore,
        }
    }

    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let keys = (0..self.len()).map(|at| self.row(at));
        let below = self.below(context, 100).into_iter().map(|line| line.to_string());
        let hints =
            self.hints(context).into_iter().map(|hint| format!("{}: {}", hint.key, hint.does));
        Some(keys.chain(below).chain(hints).collect())
    }
}
