//! How a key that nobody knows yet becomes an account: by a name, by the recovery code of one that
//! there is, or by the offer of one.

use std::cell::RefCell;
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;

use crate::FrontEnd;
use crate::limits::Refusal;
use crate::members::PublicKey;
use crate::members::{self, EntranceError};
use crate::names::AccountName;
use crate::store::{Account, Offer, StoreError};
use base::{Day, sanitize};
use screens::keymap::{InputMode, Intent};
use screens::terminal::{Input, KeyCode};
use screens::widgets::sheet::{Block, Row, Sheet};
use screens::widgets::{Field, KeyHint};
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

    fn accept(&self, offer: &Offer) -> Result<Account, StoreError> {
        let store = &self.front_end.store;
        store.accept_offer(offer.account, &self.key.fingerprint)?;
        store.account(offer.account)?.ok_or(StoreError::NoSuchAccount)
    }

    pub(crate) fn account(&self) -> Option<Account> {
        self.account.borrow().clone()
    }
}

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

/// Asks for a name, or a code; before that, where accounts offer the key a place, whether to take
/// it.
pub(crate) struct EntranceScreen {
    entrance: Entrance,
    step: Step,
    offers: Vec<Offer>,
    field: Field,
}

impl EntranceScreen {
    pub(crate) fn new(entrance: Entrance) -> Result<EntranceScreen, StoreError> {
        let offers = entrance.offers()?;
        let step = if offers.is_empty() { Step::Name } else { Step::Offers };
        Ok(EntranceScreen { entrance, step, offers, field: Field::new("", MAX_COLUMNS) })
    }

    /// Carries out an answer to the offers. That to all of them comes first, so that nobody accepts
    /// one by leaning on a key.
    fn answer(&mut self, at: usize, context: &mut ScreenContext<'_>) -> Transition {
        let Some(offer) = at.checked_sub(1).and_then(|at| self.offers.get(at)) else {
            return self.go_to(Step::Name, context);
        };
        match self.entrance.accept(offer) {
            Ok(account) => {
                *self.entrance.account.borrow_mut() = Some(account);
                Transition::Quit
            }
            Err(why) => {
                self.offers = self.entrance.offers().unwrap_or_default();
                context.sheet.chosen = Some(0);
                context.fail(format!("{why}."))
            }
        }
    }

    /// Makes the account, or gives the key to the one of the code.
    fn submit(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let Entrance { front_end, key, account, .. } = &self.entrance;
        let entered = match self.step {
            Step::Name => self.entrance.create(self.field.text()),
            Step::Recovery => members::recover_account(&front_end.store, self.field.text(), key),
            Step::Offers | Step::Code { .. } => return Transition::Quit,
        };
        match entered {
            Ok((entered, code)) => {
                let greeting = match self.step {
                    Step::Recovery => {
                        format!(
                            "Welcome back, {}. Your keys from before still hold, that code does no \
                             more.",
                            entered.name
                        )
                    }
                    _ => format!("You are hired, {}.", entered.name),
                };
                *account.borrow_mut() = Some(entered);
                self.step = Step::Code { code, greeting };
                context.fail("")
            }
            Err(why) => context.fail(why),
        }
    }

    /// Whether something is to be typed.
    fn is_asking(&self) -> bool {
        matches!(self.step, Step::Name | Step::Recovery)
    }

    fn toggle(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let step = match self.step {
            Step::Name => Step::Recovery,
            _ if self.offers.is_empty() => Step::Name,
            _ => Step::Offers,
        };
        self.go_to(step, context)
    }

    fn go_to(&mut self, step: Step, context: &mut ScreenContext<'_>) -> Transition {
        self.step = step;
        context.sheet.chosen = Some(0);
        self.field = Field::new("", MAX_COLUMNS);
        context.fail("")
    }

    fn answers(&self) -> Vec<Row> {
        let offers = self.offers.iter().map(|offer| {
            let since = Day::of_seconds(offer.offered.unsigned_abs() / 1_000);
            format!("Take the place in the account {}, kept since {since}", sanitize(&offer.name))
        });
        let own = "Go on to a name of my own".to_owned();
        [own].into_iter().chain(offers).map(Row::new).collect()
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
                    "Take it if the account is yours, from another machine. Everybody with a key \
                     to an account plays its shifts, and can take the keys of the others from it: \
                     leave the offers of strangers."
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
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let mut text: Vec<Block> = self.told().into_iter().map(Block::text).collect();
        text.push(Block::blank());
        let hints = self.hints(context);
        if self.step == Step::Offers {
            return Some(Sheet { text, rows: self.answers(), hints, ..Sheet::list("Upkeeper") });
        }
        if !self.is_asking() {
            return Some(Sheet { text, hints, ..Sheet::page("Upkeeper") });
        }
        let row = Row { field: Some(self.field.clone()), ..Row::default() };
        Some(Sheet { text, rows: vec![row], hints, is_spaced: true, ..Sheet::form("Upkeeper") })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        match self.step {
            Step::Offers => self.answer(row, context),
            _ => self.submit(context),
        }
    }

    fn key(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Option<Transition> {
        let is_asking = self.is_asking();
        if is_asking && self.field.take(input) {
            return Some(context.fail(""));
        }
        if is_asking && matches!(input, Input::Key(key) if key.code == KeyCode::Tab) {
            return Some(self.toggle(context));
        }
        let leaves = context.intent(InputMode::List, input) == Some(Intent::Cancel);
        match self.step {
            // The code is shown this once.
            Step::Code { .. } => leaves.then_some(Transition::Ignore),
            _ => leaves.then_some(Transition::Quit),
        }
    }
}
