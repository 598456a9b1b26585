//! Who plays now, and looking over their shoulders.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::text::{Line, Span};
use ratatui::widgets::Clear;

use crate::FrontEnd;
use crate::limits::Refusal;
use crate::members;
use crate::play::watching::{LiveView, WatchError};
use crate::session::{Departure, Ending, Look, SharedPicture, Shown};
use crate::store::{AccountId, RunFacts, RunKey, RunRow, Store, StoreError};
use content::counted;
use screens::glyphs::{GlyphSet, fold_to_ascii};
use screens::keymap::{InputMode, Intent};
use screens::log::Log;
use screens::terminal::{ColorDepth, Input, KeyCode};
use screens::theme::{ColorRole, Ground, Theme};
use screens::widgets::camera::Camera;
use screens::widgets::scene::RunPicture;
use screens::widgets::sheet::{Block, Row, Sheet};
use screens::widgets::{HudExtras, KeyHint, hint_line};
use screens::{Appearance, HostError, Screen, ScreenContext, Transition};

/// The time from one look at who plays to the next.
const LIST_INTERVAL: Duration = Duration::from_secs(2);
/// The time from one look at a player's screen to the next, and from one question to the store what
/// has come of a run that is played.
const FOLLOW_INTERVAL: Duration = Duration::from_millis(150);

/// How many of these looks pass until the store is asked who plays the run; of a run that is not
/// played, until it is asked anything.
const LOOKS_TO_QUESTION: u32 = 13;
/// After so long without a key a player is said to be idle.
const IDLE_TIME: Duration = Duration::from_mins(1);

pub(crate) struct LiveRunsScreen {
    front_end: Arc<FrontEnd>,
    /// Who looks: nobody watches themselves.
    account: AccountId,
    /// Whether others may watch whoever looks.
    may_be_watched: bool,
    runs: Vec<RunRow>,
    /// Whether somebody was watched since the last look at who plays.
    is_stale: bool,
    /// What a screen over this one has left to be told here.
    left_word: LeftWord,
}

/// Where a screen leaves a word for the one below.
type LeftWord = Rc<Cell<Option<String>>>;

impl LiveRunsScreen {
    pub(crate) fn new(front_end: Arc<FrontEnd>, account: AccountId) -> LiveRunsScreen {
        LiveRunsScreen {
            front_end,
            account,
            may_be_watched: true,
            runs: Vec::new(),
            is_stale: false,
            left_word: LeftWord::default(),
        }
    }

    /// Asks the store who plays. The chosen run stays chosen.
    fn update(&mut self, context: &mut ScreenContext<'_>) {
        let chosen = context.sheet.chosen_of(&self.runs).map(|run| run.run);
        match self.front_end.store.live_runs() {
            Ok(mut runs) => {
                runs.retain(|run| run.account != self.account && run.may_be_watched);
                let players = |runs: &[RunRow]| runs.iter().map(|run| run.run).collect::<Vec<_>>();
                if players(&runs) != players(&self.runs) {
                    // It was of those who were there before.
                    context.sheet.problem.clear();
                }
                self.runs = runs;
            }
            Err(error) => _ = context.fail(error),
        }
        let place = self.runs.iter().position(|run| Some(run.run) == chosen);
        context.sheet.chosen = place.or(context.sheet.chosen);
    }

    /// Closes the door to those who want to watch whoever looks, or opens it.
    fn turn_door(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        context.sheet.problem.clear();
        match members::turn_door(&self.front_end.store, self.account) {
            Ok(may_be_watched) => self.may_be_watched = may_be_watched,
            Err(error) => return context.fail(error),
        }
        Transition::Stay
    }
}

impl Screen for LiveRunsScreen {
    fn open(&mut self, context: &mut ScreenContext<'_>) {
        match may_be_watched(&self.front_end.store, self.account) {
            Ok(may_be_watched) => self.may_be_watched = may_be_watched,
            Err(error) => _ = context.fail(error),
        }
        self.update(context);
    }

    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        if std::mem::take(&mut self.is_stale) {
            self.update(context);
        }
        if let Some(word) = self.left_word.take() {
            context.fail(word);
        }
        let (door, turns) = if self.may_be_watched {
            ("Your own door is open: others may watch you at work.", "close your door")
        } else {
            ("Your own door is closed: nobody can watch you at work.", "open your door")
        };
        let nobody = "Nobody else is at work just now.";
        let rows = self.runs.iter().map(|run| {
            let (RunFacts { kind, depth, .. }, turn) = (&run.facts, run.progress.turn);
            Row::new(format!("{:<16}  {kind}, depth {depth}, turn {turn}", run.account_name))
        });
        Some(Sheet {
            text: self.runs.is_empty().then(|| Block::text(nobody)).into_iter().collect(),
            rows: rows.collect(),
            foot: vec![Block::dim(door)],
            hints: vec![
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of(context, Intent::Confirm, "watch"),
                KeyHint::new("d", turns),
            ],
            ..Sheet::list("Who is at work")
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        let Some(run) = self.runs.get(row) else { return Transition::Ignore };
        let name = run.account_name.clone();
        match self.front_end.hides_seed(run.facts.seed(), Some(self.account)) {
            Ok(false) => {}
            Ok(true) => return context.fail(HostError::DayHidden),
            Err(error) => return context.fail(error),
        }
        match LiveView::open(run.run, self.front_end.clone()) {
            Ok(live) => {
                self.is_stale = true;
                Transition::push(WatchScreen::new(live, name, self.left_word.clone()))
            }
            Err(error) => context.fail(words(&error, &name)),
        }
    }

    fn other(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        if is_door_key(input) { self.turn_door(context) } else { Transition::Ignore }
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        self.update(context);
        Transition::Stay
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        Some(LIST_INTERVAL)
    }
}

fn may_be_watched(store: &Store, account: AccountId) -> Result<bool, StoreError> {
    let account = store.account(account)?.ok_or(StoreError::NoSuchAccount)?;
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

/// Somebody at work, as they see it: their own screen where they play at this front end, else the
/// run as the store has it.
struct WatchScreen {
    live: LiveView,
    name: String,
    log: Log,
    camera: Camera,
    /// Where the word stays with which the watcher is sent out: the door is closed, or it is not
    /// known whether it is.
    last_word: LeftWord,
    /// The looks at the run until who plays it is asked for again.
    looks_to_question: u32,
    /// Whether nobody plays the run any more, as far as the store knows.
    is_abandoned: bool,
    /// What the player was at when it was drawn last, and the picture of theirs that was there.
    standing: Standing,
    picture: Option<Arc<SharedPicture>>,
}

/// What the player who is watched is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    AtWork,
    /// For so many minutes nothing has come from them.
    Idle(u64),
    /// The run is over; its result may still be read.
    Done,
    /// At a screen that is their own.
    Private,
    /// The run waits, and its player is at the title or somewhere behind it.
    LeftRun,
    OtherRun,
    Gone(Departure),
}

impl Standing {
    /// What the player of a session is at, for those who watch a run; `over` is where its session
    /// goes on with it.
    fn of(look: &Look, watched: RunKey, over: Standing) -> Standing {
        match (look.departure, look.run, &look.shown) {
            (Some(departure), ..) => Standing::Gone(departure),
            (_, Some(run), _) if run != watched => Standing::OtherRun,
            (_, _, Shown::Private) => Standing::Private,
            (_, None, _) if over == Standing::Done => over,
            (_, None, _) => Standing::LeftRun,
            (_, Some(_), _) if look.silence >= IDLE_TIME => {
                Standing::Idle(look.silence.as_secs() / 60)
            }
            (_, Some(_), _) => over,
        }
    }

    /// Whether nothing but the word for it is shown.
    fn is_word_alone(self) -> bool {
        matches!(self, Standing::Private | Standing::OtherRun | Standing::Gone(_))
    }

    /// Whether nothing comes of the run, as far as is known.
    fn is_at_rest(self) -> bool {
        matches!(self, Standing::Done | Standing::LeftRun | Standing::Gone(_))
    }

    fn words(self, name: &str) -> String {
        match self {
            Standing::AtWork => format!("{name} at work"),
            Standing::Idle(minutes) => {
                format!("{name} has not stirred for {}.", counted(minutes as u32, "minute"))
            }
            Standing::Done => format!("{name} is done here."),
            Standing::Private => format!("{name} is at something private."),
            Standing::LeftRun => format!("{name} has left the run."),
            Standing::OtherRun => format!("{name} has begun another run."),
            Standing::Gone(Departure::Left) => format!("{name} has gone home."),
            Standing::Gone(Departure::HungUp) => format!("{name}'s line has dropped."),
            Standing::Gone(Departure::Ended(Ending::TakenOver)) => {
                format!("{name} goes on from elsewhere.")
            }
            Standing::Gone(Departure::Ended(Ending::Refused(Refusal::IdleTime))) => {
                format!("{name} has not stirred, and was sent home.")
            }
            Standing::Gone(Departure::Ended(Ending::Outage)) => {
                format!("{name} was sent home: the books are stuck.")
            }
            Standing::Gone(Departure::Failed) => {
                format!("{name} was sent home: something broke.")
            }
            Standing::Gone(Departure::Ended(_)) => format!("{name} was sent home."),
        }
    }
}

impl WatchScreen {
    fn new(live: LiveView, name: String, last_word: LeftWord) -> WatchScreen {
        let (log, camera) = (Log::watched(), Camera::default());
        WatchScreen {
            live,
            name,
            log,
            camera,
            last_word,
            looks_to_question: LOOKS_TO_QUESTION,
            is_abandoned: false,
            standing: Standing::AtWork,
            picture: None,
        }
    }

    /// What the player is at, and their own picture if there is one to be shown.
    fn look(&self) -> (Standing, Option<Arc<SharedPicture>>) {
        let over = if self.live.is_over() { Standing::Done } else { Standing::AtWork };
        let Some(screen) = self.live.screen() else {
            return (if self.is_abandoned { Standing::LeftRun } else { over }, None);
        };
        let look = screen.look();
        let standing = Standing::of(&look, self.live.run(), over);
        let shown = look.shown;
        match shown {
            Shown::Picture(picture) if !standing.is_word_alone() => (standing, Some(picture)),
            _ => (standing, None),
        }
    }

    /// Asks the store what has come of the run, and who plays it if `is_question`. Returns whether
    /// there are new commands.
    fn follow(&mut self, is_question: bool) -> Result<bool, WatchError> {
        let WatchScreen { live, log, .. } = self;
        let mut has_news = false;
        live.follow(|game, outcome| {
            has_news = true;
            log.tell_watcher(game.view(), &outcome.events);
        })?;
        if is_question {
            self.is_abandoned = !self.live.find_screen()?;
        }
        Ok(has_news)
    }

    fn draw_floor(&mut self, area: Rect, buffer: &mut Buffer, looks: Appearance) {
        let view = self.live.game().view();
        let (log, extras) = (&self.log, &HudExtras::default());
        let picture = RunPicture { view, looks, log, extras, ghost: None, marks: &[] };
        picture.draw(area, buffer, &mut self.camera);
    }
}

/// Whether a picture is shown on a screen of a size and looks. Where it has no room, or its colours
/// are made for another ground or would be lost, the floor is drawn anew instead.
fn is_fit(picture: &SharedPicture, area: Rect, looks: &Appearance) -> bool {
    let own = picture.buffer.area;
    let has_room = own.width <= area.width && own.height <= area.height;
    let colours = |looks: &Appearance| (looks.theme.depth == ColorDepth::None, looks.theme.tints());
    let is_alike = looks.glyphs == picture.looks.glyphs
        && looks.theme.colors.is_light() == picture.looks.theme.colors.is_light()
        && colours(looks) == colours(&picture.looks);
    !picture.is_floor || has_room && is_alike
}

/// Copies what fits of a picture to the top left of an area. One that is made for a light ground
/// keeps it on a dark one, and the other way round.
fn copy_picture(picture: &SharedPicture, area: Rect, buffer: &mut Buffer, looks: &Appearance) {
    let theme = Theme { ground: Ground::Theme, ..picture.looks.theme };
    let is_other_ground = theme.colors.is_light() != looks.theme.colors.is_light();
    let plain = theme.plain().filter(|_| is_other_ground);
    let shown = picture.buffer.area.intersection(Rect { x: 0, y: 0, ..area });
    for y in shown.top()..shown.bottom() {
        for x in shown.left()..shown.right() {
            let cell = &mut buffer[(area.x + x, area.y + y)];
            *cell = picture.buffer[(x, y)].clone();
            if let Some((text, ground)) = plain {
                let or = |color, plain| if color == Color::Reset { plain } else { color };
                (cell.fg, cell.bg) = (or(cell.fg, text), or(cell.bg, ground));
            }
        }
    }
}

impl Screen for WatchScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let area = frame.area();
        let foot = Rect { y: area.bottom().saturating_sub(1), height: 1.min(area.height), ..area };
        let above = Rect { height: area.height.saturating_sub(1), ..area };
        (self.standing, self.picture) = self.look();
        let fitting = self.picture.clone().filter(|picture| is_fit(picture, area, &looks));
        if self.standing.is_word_alone() {
            let word = Line::styled(self.standing.words(&self.name), looks.style(ColorRole::Text))
                .centered();
            frame.render_widget(word, Rect { y: area.height / 2, ..foot });
        } else if let Some(picture) = fitting {
            copy_picture(&picture, area, frame.buffer_mut(), &looks);
            if looks.glyphs == GlyphSet::Ascii {
                fold_to_ascii(frame.buffer_mut(), &context.catalog.terrain);
            }
        } else {
            self.draw_floor(above, frame.buffer_mut(), looks);
        }
        // At the right of the last row, so that little of a picture of the same size is hidden.
        let hint = KeyHint::of(context, Intent::Cancel, "leave them to it");
        let mut told = hint_line(&[hint], usize::from(area.width), &looks);
        told.spans.insert(0, Span::raw(" "));
        let state = format!("  {}", self.standing.words(&self.name));
        told.push_span(Span::styled(state, looks.style(ColorRole::Dim)));
        let width = (told.width() as u16).min(foot.width);
        let corner = Rect { x: foot.right() - width, width, ..foot };
        frame.render_widget(Clear, corner);
        frame.render_widget(told, corner);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) => Transition::Pop,
            _ => Transition::Ignore,
        }
    }

    fn tick(&mut self, _: &mut ScreenContext<'_>) -> Transition {
        self.looks_to_question -= 1;
        let is_question = self.looks_to_question == 0;
        if is_question {
            self.looks_to_question = LOOKS_TO_QUESTION;
        }
        let mut has_news = false;
        if is_question || !self.standing.is_at_rest() {
            match self.follow(is_question) {
                Ok(is_news) => has_news = is_news,
                Err(error) => {
                    self.last_word.set(Some(words(&error, &self.name)));
                    return Transition::Pop;
                }
            }
        }
        let (standing, picture) = self.look();
        let is_same = match (&picture, &self.picture) {
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            (new, old) => new.is_none() && old.is_none() && !has_news,
        };
        if is_same && standing == self.standing { Transition::Ignore } else { Transition::Stay }
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        Some(FOLLOW_INTERVAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use screens::theme::Colors;

    #[test]
    fn a_picture_for_another_ground_stays_readable() {
        let dark = Appearance::usual(ColorDepth::Indexed, GlyphSet::Unicode);
        let colors = Colors::built_in("paper").expect("a theme");
        let light = Appearance { theme: Theme { colors, ..dark.theme }, ..dark };
        let area = Rect { x: 0, y: 0, width: 3, height: 1 };
        let mut buffer = Buffer::with_lines(["a "]);
        buffer[(0, 0)].set_fg(Color::Indexed(90));
        let picture =
            |is_floor| SharedPicture { buffer: buffer.clone(), looks: light, is_floor, run: None };
        assert!(!is_fit(&picture(true), area, &dark), "the floor is drawn anew");
        assert!(is_fit(&picture(true), area, &light));
        let menu = picture(false);
        assert!(is_fit(&menu, area, &dark));
        let copied = |looks| {
            let mut shown = Buffer::empty(area);
            copy_picture(&menu, area, &mut shown, looks);
            shown.content.iter().map(|cell| (cell.fg, cell.bg)).collect::<Vec<_>>()
        };
        let (text, ground) = light.theme.plain().expect("a theme with colours");
        let beyond = (Color::Reset, Color::Reset);
        assert_eq!(copied(&dark), [(Color::Indexed(90), ground), (text, ground), beyond]);
        // The same ground is the watcher's own.
        assert_eq!(copied(&light), [(Color::Indexed(90), Color::Reset), beyond, beyond]);
    }

    #[test]
    fn what_a_player_is_at_is_told() {
        let key = |text: &str| text.parse::<RunKey>().expect("a run");
        let (watched, other) = (key("0000000000001"), key("0000000000002"));
        let told = |run, shown, seconds, departure| {
            let silence = Duration::from_secs(seconds);
            let look = Look { run, shown, silence, departure };
            Standing::of(&look, watched, Standing::AtWork).words("Ann")
        };
        let nothing = || Shown::Nothing;
        assert_eq!(told(Some(watched), nothing(), 59, None), "Ann at work");
        let idle = told(Some(watched), nothing(), 125, None);
        assert_eq!(idle, "Ann has not stirred for 2 minutes.");
        assert_eq!(told(Some(watched), Shown::Private, 125, None), "Ann is at something private.");
        assert_eq!(told(None, nothing(), 0, None), "Ann has left the run.");
        assert_eq!(told(Some(other), nothing(), 0, None), "Ann has begun another run.");
        let departures = [
            (Departure::Left, "Ann has gone home."),
            (Departure::HungUp, "Ann's line has dropped."),
            (Departure::Ended(Ending::TakenOver), "Ann goes on from elsewhere."),
            (
                Departure::Ended(Ending::Refused(Refusal::IdleTime)),
                "Ann has not stirred, and was sent home.",
            ),
        ];
        for (departure, words) in departures {
            assert_eq!(told(Some(watched), nothing(), 0, Some(departure)), words);
        }
    }
}
