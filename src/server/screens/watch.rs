//! Who plays now, and looking over their shoulders.

use std::sync::Arc;
use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::server::FrontEnd;
use crate::server::live_view::LiveView;
use crate::server::store::{AccountId, LiveRun};
use crate::ui::keymap::{InputMode, Intent};
use crate::ui::log::Log;
use crate::ui::terminal::Input;
use crate::ui::theme::ColorRole;
use crate::ui::widgets::camera::Camera;
use crate::ui::widgets::run_picture::RunPicture;
use crate::ui::widgets::{KeyHint, ListState, Width, draw_lines, fit, hint_line, notice, sheet};
use crate::ui::{Context, Screen, Transition};
use crate::view::messages;

/// The time from one look at who plays to the next.
const LIST_INTERVAL: Duration = Duration::from_secs(2);
/// The time from one look at a run to the next.
const FOLLOW_INTERVAL: Duration = Duration::from_millis(150);

/// The list of those who play.
pub(crate) struct LiveRunsScreen {
    front_end: Arc<FrontEnd>,
    /// Who looks: nobody watches themselves.
    account: AccountId,
    runs: Vec<LiveRun>,
    list: ListState,
    problem: String,
}

impl LiveRunsScreen {
    pub(crate) fn new(front_end: Arc<FrontEnd>, account: AccountId) -> LiveRunsScreen {
        let mut screen = LiveRunsScreen {
            front_end,
            account,
            runs: Vec::new(),
            list: ListState::default(),
            problem: String::new(),
        };
        screen.update();
        screen
    }

    /// Asks the store who plays. The chosen run stays chosen.
    fn update(&mut self) {
        let chosen = self.runs.get(self.list.at()).map(|run| run.run);
        match self.front_end.store.live_runs() {
            Ok(runs) => {
                self.runs = runs;
                self.runs.retain(|run| run.account != self.account);
            }
            Err(error) => self.problem = error.to_string(),
        }
        let place = self.runs.iter().position(|run| Some(run.run) == chosen);
        self.list.choose(place.unwrap_or(self.list.at().min(self.runs.len().saturating_sub(1))));
    }

    fn watch(&mut self) -> Transition {
        let Some(run) = self.runs.get(self.list.at()) else { return Transition::Ignore };
        if !run.may_be_watched {
            self.problem = format!("{} works behind a closed door.", run.account_name);
            return Transition::Stay;
        }
        match LiveView::open(run.run, &self.front_end) {
            Ok(live) => {
                let name = run.account_name.clone();
                Transition::push(WatchScreen::new(self.front_end.clone(), live, name))
            }
            Err(error) => {
                self.problem = error.to_string();
                Transition::Stay
            }
        }
    }
}

impl Screen for LiveRunsScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.appearance;
        let hints = [
            KeyHint::of(context, Intent::Cancel, "back"),
            KeyHint::of(context, Intent::Confirm, "watch"),
        ];
        let area = sheet(frame, &looks, Width::Text, "Who is at work", &hints);
        let width = usize::from(area.width);
        let mut told: Vec<_> = notice(&self.problem, width)
            .into_iter()
            .map(|row| Line::styled(row, looks.style(ColorRole::Bad)))
            .collect();
        if self.runs.is_empty() {
            let nobody = "Nobody else is at work just now.";
            told.insert(0, Line::styled(nobody, looks.style(ColorRole::Text)));
            draw_lines(area, frame.buffer_mut(), &told);
            return;
        }
        let mut list = self.list;
        list.draw_above(frame, area, &looks, self.runs.len(), &told, |at| {
            let LiveRun { account_name, kind, depth, turn, may_be_watched, .. } = &self.runs[at];
            let door = if *may_be_watched { "" } else { ", door closed" };
            fit(
                &format!("{account_name:<16}  {kind}, depth {depth}, turn {turn}{door}"),
                width,
                &looks,
            )
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

/// A run that is played by somebody else, as they see it.
struct WatchScreen {
    front_end: Arc<FrontEnd>,
    live: LiveView,
    name: String,
    log: Log,
    camera: Camera,
    problem: String,
}

impl WatchScreen {
    fn new(front_end: Arc<FrontEnd>, live: LiveView, name: String) -> WatchScreen {
        let (log, camera) = (Log::default(), Camera::default());
        WatchScreen { front_end, live, name, log, camera, problem: String::new() }
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
        let picture = RunPicture { view, looks, focus, log: &self.log, race: None, ghost: None };
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
        let WatchScreen { front_end, live, log, .. } = self;
        let mut has_news = false;
        let followed = live.follow(front_end, |game, outcome| {
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
            self.problem = error.to_string();
            return Transition::Stay;
        }
        if has_news { Transition::Stay } else { Transition::Ignore }
    }

    fn tick_interval(&self, _: &Context) -> Option<Duration> {
        (!self.live.is_over() && self.problem.is_empty()).then_some(FOLLOW_INTERVAL)
    }
}
