//! How a key that nobody knows yet becomes an account: by a name, by the recovery code of one that there is, or by the offer of
//! one.

use std::cell::RefCell;
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::FrontEnd;
use crate::limits::Refusal;
use crate::login::PublicKey;
use crate::members::{self, EntranceError};
use crate::names::AccountName;
use crate::store::{Account, AccountError, Offer, StoreError};
use base::{Day, sanitize};
use screens::keymap::{InputMode, Intent};
use screens::terminal::{Input, KeyCode};
use screens::theme::ColorRole;
use screens::widgets::{Field, KeyHint, ListState, Width, draw_lines, fit, notice, sheet, wrap};
use screens::{Context, Screen, ScreenContext, Transition};

/// The longest text that the field takes: a recovery code with blanks in it.
const MAX_COLUMNS: usize = 24;
/// How many of those that offer a place are named above the answers.
const MAX_NAMED: usize = 3;

/// What becomes of a new key: shared by the screen and by the session that goes on after it.
#[derive(Clone)]
pub(crate) struct Entrance {
    front_end: Arc<FrontEnd>,
    key: PublicKey,
    address: IpAddr,
    account: Rc<RefCell<Option<Account>>>,
}

impl Entrance {
    pub(crate) fn new(front_end: Arc<FrontEnd>, key: PublicKey, address: IpAddr) -> Entrance {
        Entrance { front_end, key, address, account: Rc::default() }
    }

    /// Makes an account of a name.
    fn create(&self, name: &str) -> Result<(Account, String), EntranceError> {
        let name = AccountName::choose(name)
            .inspect_err(|_| _ = self.front_end.refuse(Refusal::NameRefused))?;
        self.front_end.admit_account(self.address)?;
        members::create_account(&self.front_end.store, &name, &self.key)
    }

    /// Which accounts offer the key a place. What the banned offer leads nowhere.
    fn offers(&self) -> Result<Vec<Offer>, StoreError> {
        let bans = self.front_end.bans();
        let mut offers = self.front_end.store.offers_to(&self.key.fingerprint)?;
        offers.retain(|offer| !bans.has_account(offer.account));
        Ok(offers)
    }

    /// Makes the key one of the account that offers it a place.
    fn accept(&self, offer: &Offer) -> Result<Account, AccountError> {
        let store = &self.front_end.store;
        store.accept_offer(offer.account, &self.key.fingerprint)?;
        store.account(offer.account)?.ok_or(AccountError::NoSuchAccount)
    }

    /// The account, once there is one.
    pub(crate) fn account(&self) -> Option<Account> {
        self.account.borrow().clone()
    }
}

/// What the screen asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// Whether to take the place that an account offers.
    Offers,
    Name,
    /// The recovery code of an account, for a player who has lost its keys.
    Recovery,
    /// Nothing: it shows the code that recovers the account.
    Code {
        code: String,
        greeting: String,
    },
}

/// Asks for a name, or a code; before that, where accounts offer the key a place, whether to take it.
pub(crate) struct EntranceScreen {
    entrance: Entrance,
    step: Step,
    offers: Vec<Offer>,
    /// Which answer to the offers is chosen: that to all of them comes first, so that nobody accepts one by leaning on a key.
    list: ListState,
    field: Field,
    problem: String,
}

impl EntranceScreen {
    pub(crate) fn new(entrance: Entrance) -> Result<EntranceScreen, StoreError> {
        let offers = entrance.offers()?;
        let step = if offers.is_empty() { Step::Name } else { Step::Offers };
        let (list, field) = (ListState::default(), Field::new("", MAX_COLUMNS));
        Ok(EntranceScreen { entrance, step, offers, list, field, problem: String::new() })
    }

    /// Carries out the chosen answer to the offers.
    fn answer(&mut self) -> Transition {
        let Some(offer) = self.list.at().checked_sub(1).and_then(|at| self.offers.get(at)) else {
            self.go_to(Step::Name);
            return Transition::Stay;
        };
        match self.entrance.accept(offer) {
            Ok(account) => {
                *self.entrance.account.borrow_mut() = Some(account);
                Transition::Quit
            }
            Err(why) => {
                self.offers = self.entrance.offers().unwrap_or_default();
                self.list.choose(0);
                self.problem = format!("{why}.");
                Transition::Stay
            }
        }
    }

    /// Makes the account, or gives the key to the one of the code.
    fn submit(&mut self) {
        let Entrance { front_end, key, account, .. } = &self.entrance;
        let entered = match self.step {
            Step::Name => self.entrance.create(self.field.text()),
            Step::Recovery => members::recover_account(&front_end.store, self.field.text(), key),
            Step::Offers | Step::Code { .. } => return,
        };
        match entered {
            Ok((entered, code)) => {
                let greeting = match self.step {
                    Step::Recovery => {
                        format!(
                            "Welcome back, {}. Your keys from before still hold, that code does no more.",
                            entered.name
                        )
                    }
                    _ => format!("You are hired, {}.", entered.name),
                };
                *account.borrow_mut() = Some(entered);
                self.step = Step::Code { code, greeting };
                self.problem.clear();
            }
            Err(why) => self.problem = why.to_string(),
        }
    }

    /// Whether something is to be typed.
    fn is_asking(&self) -> bool {
        matches!(self.step, Step::Name | Step::Recovery)
    }

    fn toggle(&mut self) {
        self.go_to(match self.step {
            Step::Name => Step::Recovery,
            _ if self.offers.is_empty() => Step::Name,
            _ => Step::Offers,
        });
    }

    fn go_to(&mut self, step: Step) {
        self.step = step;
        self.list.choose(0);
        self.field = Field::new("", MAX_COLUMNS);
        self.problem.clear();
    }

    /// How many answers to the offers there are.
    fn answers(&self) -> usize {
        self.offers.len() + 1
    }

    fn answer_text(&self, at: usize) -> String {
        match at.checked_sub(1).and_then(|at| self.offers.get(at)) {
            Some(offer) => {
                let since = Day::of_seconds(offer.offered.unsigned_abs() / 1_000);
                format!(
                    "Take the place in the account {}, kept since {since}",
                    sanitize(&offer.name)
                )
            }
            None => "Go on to a name of my own".to_owned(),
        }
    }

    fn told(&self) -> Vec<String> {
        let fingerprint = &self.entrance.key.fingerprint;
        match &self.step {
            Step::Offers => {
                let offers = self.offers.iter();
                let mut told: Vec<_> = offers
                    .take(MAX_NAMED)
                    .map(|offer| format!("{} offers you a place.", sanitize(&offer.name)))
                    .collect();
                if self.offers.len() > MAX_NAMED {
                    told.push(format!("And {} more do.", self.offers.len() - MAX_NAMED));
                }
                told.extend([
                    String::new(),
                    "Take it if the account is yours, from another machine. Everybody with a key to an account plays its shifts, and \
                     can take the keys of the others from it: leave the offers of strangers."
                        .to_owned(),
                    format!("The key that you came with: {fingerprint}."),
                ]);
                told
            }
            Step::Name => vec![
                "The dungeon has a new upkeeper. What shall we call you?".to_owned(),
                String::new(),
                "2 to 16 letters, digits, - and _. Boards and whoever watches you will see it."
                    .to_owned(),
                format!("The key that you came with is yours from then on: {fingerprint}."),
            ],
            Step::Recovery => vec![
                "The recovery code of your account, as you wrote it down:".to_owned(),
                String::new(),
                format!("The key that you came with is added to the account: {fingerprint}."),
            ],
            Step::Code { code, greeting } => vec![
                greeting.clone(),
                String::new(),
                format!("Your recovery code:  {code}"),
                String::new(),
                "Write it down. It is shown this once, and brings you in when your key is lost."
                    .to_owned(),
            ],
        }
    }

    fn hints(&self, context: &Context) -> Vec<KeyHint> {
        let go = KeyHint::of(context, Intent::Confirm, "go on");
        let other = match self.step {
            Step::Offers => return vec![go, KeyHint::new("esc", "leave")],
            Step::Name => KeyHint::new("tab", "I have a recovery code"),
            Step::Recovery => KeyHint::new("tab", "I am new here"),
            Step::Code { .. } => return vec![go],
        };
        vec![go, other, KeyHint::new("esc", "leave")]
    }
}

impl Screen for EntranceScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let hints = self.hints(context);
        let area = sheet(frame, &looks, Width::Text, "Upkeeper", &hints);
        let width = usize::from(area.width);
        let rows = self.told().into_iter().flat_map(|text| wrap_or_blank(&text, width));
        let text = looks.style(ColorRole::Text);
        let mut lines: Vec<_> = rows.map(|row| Line::styled(row, text)).collect();
        let problem = notice(&self.problem, width).into_iter();
        if self.step == Step::Offers {
            let problem: Vec<_> =
                problem.map(|row| Line::styled(row, looks.style(ColorRole::Bad))).collect();
            draw_lines(area, frame.buffer_mut(), &lines);
            let told = (lines.len() as u16 + 1).min(area.height);
            let rest = Rect { y: area.y + told, height: area.height - told, ..area };
            let mut list = self.list;
            list.draw_above(frame, rest, &looks, self.answers(), &problem, |at| {
                fit(&self.answer_text(at), width, &looks)
            });
            self.list = list;
            return;
        }
        let field_row = lines.len() + 1;
        lines.extend([Line::default(), Line::default(), Line::default()]);
        lines.extend(problem.map(|row| Line::styled(row, looks.style(ColorRole::Bad))));
        draw_lines(area, frame.buffer_mut(), &lines);
        if self.is_asking() && field_row < usize::from(area.height) {
            let row = Rect { y: area.y + field_row as u16, height: 1, ..area };
            self.field.draw(frame, row, &looks, true);
        }
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let is_asking = self.is_asking();
        if is_asking && self.field.take(input) {
            self.problem.clear();
            return Transition::Stay;
        }
        let is_tab = matches!(input, Input::Key(key) if key.code == KeyCode::Tab);
        let intent = context.intent(InputMode::List, input);
        if self.step == Step::Offers {
            return match intent {
                Some(Intent::Confirm) => self.answer(),
                Some(Intent::Cancel) => Transition::Quit,
                Some(intent) if self.list.turn(intent, self.answers()) => Transition::Stay,
                _ => Transition::Ignore,
            };
        }
        match intent {
            _ if is_tab && is_asking => self.toggle(),
            Some(Intent::Confirm) if is_asking => self.submit(),
            Some(Intent::Confirm) => return Transition::Quit,
            Some(Intent::Cancel) if is_asking => return Transition::Quit,
            _ => return Transition::Ignore,
        }
        Transition::Stay
    }
}

fn wrap_or_blank(text: &str, width: usize) -> Vec<String> {
    if text.is_empty() { vec![String::new()] } else { wrap(text, width) }
}
