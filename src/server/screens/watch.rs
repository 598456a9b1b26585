//! Who plays now, and looking over their shoulders.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::FrontEnd;
use crate::live_view::{LiveView, WatchError};
use crate::members;
use crate::store::{AccountError, AccountId, LiveRun, Store};
use base::Seed;
use engine::view::messages;
use screens::keymap::{InputMode, Intent};
use screens::log::Log;
use screens::terminal::{Input, KeyCode};
use screens::theme::ColorRole;
use screens::widgets::camera::Camera;
use screens::widgets::run_picture::RunPicture;
use screens::widgets::{
    HudExtras, KeyHint, ListState, Width, draw_lines, fit, hint_line, notice, sheet,
};
use screens::{Context, HostError, Screen, Transition};

/// The time from one look at who plays to the next.
const LIST_INTERVAL: Duration = Duration::from_secs(2);
/// The time from one look at a run to the next.
const FOLLOW_INTERVAL: Duration = Duration::from_millis(150);

/// The list of those who play.
pub(crate) struct LiveRunsScreen {
    front_end: Arc<FrontEnd>,
    /// Who looks: nobody watches themselves.
    account: AccountId,
    /// Whether others may watch whoever looks.
    may_be_watched: bool,
    runs: Vec<LiveRun>,
    list: ListState,
    /// Whether somebody was watched since the last look at who plays.
    is_stale: bool,
    /// What a screen over this one has left to be told here.
    left_word: LeftWord,
    problem: String,
}

/// Where a screen leaves a word for the one below.
type LeftWord = Rc<Cell<Option<String>>>;

impl LiveRunsScreen {
    pub(crate) fn new(front_end: Arc<FrontEnd>, account: AccountId) -> LiveRunsScreen {
        let mut screen = LiveRunsScreen {
            front_end,
            account,
            may_be_watched: true,
            runs: Vec::new(),
            list: ListState::default(),
            is_stale: false,
            left_word: LeftWord::default(),
            problem: String::new(),
        };
        match may_be_watched(&screen.front_end.store, account) {
            Ok(may_be_watched) => screen.may_be_watched = may_be_watched,
            Err(error) => screen.problem = error.to_string(),
        }
        screen.update();
        screen
    }

    /// Asks the store who plays. The chosen run stays chosen.
    fn update(&mut self) {
        let chosen = self.runs.get(self.list.at()).map(|run| run.run);
        match self.front_end.store.live_runs() {
            Ok(mut runs) => {
                runs.retain(|run| run.account != self.account && run.may_be_watched);
                let players = |runs: &[LiveRun]| runs.iter().map(|run| run.run).collect::<Vec<_>>();
                if players(&runs) != players(&self.runs) {
                    // It was of those who were there before.
                    self.problem.clear();
                }
                self.runs = runs;
            }
            Err(error) => self.problem = error.to_string(),
        }
        let place = self.runs.iter().position(|run| Some(run.run) == chosen);
        self.list.choose(place.unwrap_or(self.list.at().min(self.runs.len().saturating_sub(1))));
    }

    fn watch(&mut self) -> Transition {
        let Some(run) = self.runs.get(self.list.at()) else { return Transition::Ignore };
        let name = run.account_name.clone();
        match self.front_end.hides_seed(Seed::from_text(&run.seed), Some(self.account)) {
            Ok(false) => {}
            Ok(true) => {
                self.problem = HostError::DayHidden.to_string();
                return Transition::Stay;
            }
            Err(error) => {
                self.problem = error.to_string();
                return Transition::Stay;
            }
        }
        match LiveView::open(run.run, self.front_end.clone()) {
            Ok(live) => {
                self.is_stale = true;
                Transition::push(WatchScreen::new(live, name, self.left_word.clone()))
            }
            Err(error) => {
                self.problem = words(&error, &name);
                Transition::Stay
            }
        }
    }

    /// Closes the door to those who want to watch whoever looks, or opens it.
    fn turn_door(&mut self) {
        match members::turn_door(&self.front_end.store, self.account) {
            Ok(may_be_watched) => self.may_be_watched = may_be_watched,
            Err(error) => self.problem = error.to_string(),
        }
    }

    /// What is told below the list.
    fn told(&self, context: &Context, width: usize) -> Vec<Line<'static>> {
        let looks = context.appearance;
        let door = if self.may_be_watched {
            "Your own door is open: others may watch you at work."
        } else {
            "Your own door is closed: nobody can watch you at work."
        };
        let rows = |text, role| {
            let rows = notice(text, width).into_iter();
            rows.map(move |row| Line::styled(row, looks.style(role)))
        };
        rows(&self.problem, ColorRole::Bad).chain(rows(door, ColorRole::Dim)).collect()
    }
}

impl Screen for LiveRunsScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of(context, Intent::Confirm, "watch"),
            KeyHint::new(
                "d",
                if self.may_be_watched { "close your door" } else { "open your door" },
            ),
        ];
        let area = sheet(frame, &looks, Width::Text, "Who is at work", &hints);
        let width = usize::from(area.width);
        if std::mem::take(&mut self.is_stale) {
            self.update();
        }
        if let Some(word) = self.left_word.take() {
            self.problem = word;
        }
        let mut told = self.told(context, width);
        if self.runs.is_empty() {
            let nobody = "Nobody else is at work just now.";
            told.insert(0, Line::styled(nobody, looks.style(ColorRole::Text)));
            draw_lines(area, frame.buffer_mut(), &told);
            return;
        }
        let mut list = self.list;
        list.draw_above(frame, area, &looks, self.runs.len(), &told, |at| {
            let LiveRun { account_name, kind, depth, turn, .. } = &self.runs[at];
            fit(&format!("{account_name:<16}  {kind}, depth {depth}, turn {turn}"), width, &looks)
        });
        self.list = list;
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::Confirm) => self.watch(),
            Some(intent) if self.list.turn(intent, self.runs.len()) => {
                self.problem.clear();
                Transition::Stay
            }
            None if is_door_key(input) => {
                self.problem.clear();
                self.turn_door();
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }

    fn tick(&mut self, _: &mut Context) -> Transition {
        self.update();
        Transition::Stay
    }

    fn tick_interval(&self, _: &Context) -> Option<Duration> {
        Some(LIST_INTERVAL)
    }
}

fn may_be_watched(store: &Store, account: AccountId) -> Result<bool, AccountError> {
    let account = store.account(account)?.ok_or(AccountError::NoSuchAccount)?;
    Ok(account.may_be_watched)
}

fn is_door_key(input: &Input) -> bool {
    matches!(input, Input::Key(key) if key.code == KeyCode::Char('d') && !key.ctrl && !key.alt)
}

/// Why somebody cannot be watched, in words for whoever wants to.
fn words(error: &WatchError, name: &str) -> String {
    match error {
        WatchError::DoorClosed => format!("{name} has closed the door."),
        WatchError::Host(error) => error.to_string(),
    }
}

/// A run that is played by somebody else, as they see it.
struct WatchScreen {
    live: LiveView,
    name: String,
    log: Log,
    camera: Camera,
    /// Where the word stays with which a closed door sends the watcher out.
    last_word: LeftWord,
    problem: String,
}

impl WatchScreen {
    fn new(live: LiveView, name: String, last_word: LeftWord) -> WatchScreen {
        let (log, camera) = (Log::default(), Camera::default());
        WatchScreen { live, name, log, camera, last_word, problem: String::new() }
    }

    /// What the foot of the screen says.
    fn state(&self) -> String {
        match () {
            () if !self.problem.is_empty() => self.problem.clone(),
            () if self.live.is_over() => format!("{} is done here.", self.name),
            () => format!("{} at work", self.name),
        }
    }
}

impl Screen for WatchScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.appearance;
        let area = frame.area();
        let above = Rect { height: area.height.saturating_sub(1), ..area };
        let view = self.live.game().view();
        let focus = view.player().pos;
        let (log, extras) = (&self.log, &HudExtras::default());
        let picture = RunPicture { view, looks, focus, log, extras, ghost: None };
        picture.draw(above, frame.buffer_mut(), &mut self.camera);
        let foot = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        let hint = KeyHint::of(context, Intent::Cancel, "leave them to it");
        let keys = hint_line(&[hint], usize::from(area.width), &looks);
        let state = Line::styled(self.state(), looks.style(ColorRole::Dim)).right_aligned();
        frame.render_widget(keys, foot);
        let used = (area.width / 2).min(area.width);
        frame.render_widget(state, Rect { x: foot.x + used, width: foot.width - used, ..foot });
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            _ => Transition::Ignore,
        }
    }

    fn tick(&mut self, _: &mut Context) -> Transition {
        let WatchScreen { live, log, .. } = self;
        let mut has_news = false;
        let followed = live.follow(|game, outcome| {
            has_news = true;
            log.decide();
            let view = game.view();
            for message in messages(&view, &outcome.events) {
                log.tell(view.clock(), message);
            }
            // Nobody presses a key for more lines here.
            log.decide();
        });
        if let Err(error) = followed {
            let word = words(&error, &self.name);
            if matches!(error, WatchError::DoorClosed) {
                self.last_word.set(Some(word));
                return Transition::Pop;
            }
            self.problem = word;
            return Transition::Stay;
        }
        if has_news { Transition::Stay } else { Transition::Ignore }
    }

    fn tick_interval(&self, _: &Context) -> Option<Duration> {
        (!self.live.is_over() && self.problem.is_empty()).then_some(FOLLOW_INTERVAL)
    }
}
