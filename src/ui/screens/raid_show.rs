//! The raid that tests the work, seen from outside: the whole floor, sped up, with a commentary.
//!
//! The first time it drives the run that is played, a command a turn, and every turn is in the run's file before it is
//! shown. Watched again it drives a copy that is not kept.

use std::time::Duration;

use ratatui::{Frame, buffer::Buffer, layout::Rect, text::Line};

use crate::{
    base::Pos,
    sim::{Command, End, Event, Fate, Game, RunStatus},
    ui::{
        ActiveRun, Appearance, Context, Run, RunScreen, RunTransition,
        config::Animation,
        intent_handler::save_and_quit,
        keymap::{InputMode, Intent},
        log::{Log, Voice},
        playback::{Playback, PlaybackAction, speed_hint},
        terminal::Input,
        theme::ColorRole,
        widgets::{
            KeyHint,
            camera::Camera,
            floor::FloorCells,
            hint_line,
            map::{self, MapMark, MarkKind},
            messages, raid_side, wrap,
        },
    },
    view::{Commentator, Message, Remark, View},
};

use super::help::HelpScreen;

/// A raid on the screen.
pub struct RaidScreen {
    /// The copy that is driven when the raid is watched again.
    again: Option<Box<Game>>,
    commentator: Commentator,
    log: Log,
    camera: Camera,
    /// The focus of the camera.
    focus: Pos,
    /// Cells where something has just happened.
    marks: Vec<MapMark>,
    /// Points of the raid at the last remark.
    points: i32,
    playback: Playback,
    /// Whether the screen has been shown for [`MIN_FIRST_PICTURE_TIME`]. Keys pressed before that were meant for the screen
    /// before it and are ignored.
    is_seen: bool,
    problem: String,
}

/// The smallest screen with a sidebar, in columns and rows.
const MIN_SIZE_WITH_SIDE: (u16, u16) = (60, 18);
const MIN_SIDE_COLUMNS: u16 = 26;
const MAX_SIDE_COLUMNS: u16 = 44;
const MIN_LOG_ROWS: u16 = 5;
const MAX_LOG_ROWS: u16 = 14;
/// The time for which the first picture is shown and keys are ignored.
const MIN_FIRST_PICTURE_TIME: Duration = Duration::from_millis(400);
/// The margin between the camera's focus and the edge of the map, in percent of the map's size.
const MARGIN_PERCENT: i32 = 25;

impl RaidScreen {
    /// The raid of the run in progress, from its present turn.
    pub fn live(run: &mut ActiveRun) -> Self {
        let mut show = Self::new(None);
        let remarks = show.introduction(run);
        show.tell(remarks, run);
        show
    }

    /// The raid again from its beginning; `None` where the game of that moment is not known any more.
    pub fn again(run: &mut ActiveRun) -> Option<Self> {
        let game = run.at_dawn.as_ref()?.view().replica()?;
        let mut show = Self::new(Some(Box::new(game)));
        let remarks = show.introduction(run);
        show.tell(remarks, run);
        Some(show)
    }

    fn new(again: Option<Box<Game>>) -> Self {
        Self {
            is_seen: again.is_some(),
            again,
            commentator: Commentator::default(),
            log: Log::default(),
            camera: Camera::default(),
            focus: Pos::default(),
            marks: Vec::new(),
            points: 0,
            playback: Playback::of_raid(),
            problem: String::new(),
        }
    }

    /// What is shown: the copy, or the run that is played.
    fn view<'a>(&'a self, run: &'a ActiveRun) -> View<'a> {
        self.again.as_ref().map_or_else(|| run.view(), |game| game.view())
    }

    /// How the run ended, if it has.
    fn end(&self, run: &ActiveRun) -> Option<End> {
        match self.view(run).status() {
            RunStatus::Over(end) => Some(end),
            _ => None,
        }
    }

    fn introduction(&mut self, run: &ActiveRun) -> Vec<Remark> {
        let view = self.view(run);
        let remarks = Commentator::introduce(view);
        let (points, start) = (raid_points(view), view.start());
        (self.points, self.focus) = (points, start);
        remarks
    }

    /// One turn on.
    fn advance(&mut self, run: &mut ActiveRun) {
        let outcome = match &mut self.again {
            Some(game) => game.submit(Command::Continue).map(|outcome| outcome.events),
            None => run.watch(),
        };
        match outcome {
            Ok(events) => self.show(&events, run),
            Err(refusal) => {
                self.playback.is_playing = false;
                self.problem = refusal.text(run.view().catalog());
            }
        }
    }

    /// Takes the events of a turn: adds remarks and points, and moves marks and focus.
    fn show(&mut self, events: &[Event], run: &mut ActiveRun) {
        let mut commentator = std::mem::take(&mut self.commentator);
        let view = self.view(run);
        let mut remarks = commentator.tell(view, events);
        let (points, leader) = (raid_points(view), leader(view));
        self.commentator = commentator;
        if let Some(last) = remarks.last_mut()
            && points != self.points
        {
            last.text = format!("{} ({:+})", last.text, points - self.points);
        }
        self.marks = remarks
            .iter()
            .filter_map(|remark| Some(MapMark { at: remark.at?, kind: MarkKind::Flash }))
            .collect();
        let told = remarks.iter().rev().find_map(|remark| remark.at);
        self.focus = told.or(leader).unwrap_or(self.focus);
        if !remarks.is_empty() {
            self.points = points;
        }
        self.tell(remarks, run);
    }

    fn tell(&mut self, remarks: Vec<Remark>, run: &mut ActiveRun) {
        let now = self.view(run).clock();
        self.log.decide();
        for Remark { text, tone, .. } in remarks {
            let message = Message { text, tone };
            if self.again.is_none() {
                run.log.tell(now, message.clone());
            }
            self.log.tell(now, message);
        }
    }

    /// Plays the rest at once and goes to the result.
    fn finish(&mut self, run: &mut ActiveRun) -> RunTransition {
        self.problem.clear();
        loop {
            match self.end(run) {
                Some(_) if self.again.is_some() => return RunTransition::Pop,
                Some(end) => return RunTransition::ShowResult(end),
                None => self.advance(run),
            }
            if !self.problem.is_empty() {
                return RunTransition::Stay;
            }
        }
    }

    fn act(&mut self, intent: Intent, run: &mut ActiveRun) -> RunTransition {
        if intent == Intent::Help {
            self.playback.is_playing = false;
            return RunTransition::open(HelpScreen::new());
        }
        // The end of the raid is not known in advance, and it cannot be played backwards.
        match self.playback.take(intent, 0, u32::MAX) {
            PlaybackAction::Stay => RunTransition::Stay,
            PlaybackAction::StepOn => {
                self.advance(run);
                RunTransition::Stay
            }
            PlaybackAction::Ignore | PlaybackAction::Seek(_) => self.finish(run),
        }
    }

    fn draw_floor(&mut self, area: Rect, buffer: &mut Buffer, run: &ActiveRun, looks: Appearance) {
        let view = self.view(run);
        let shown = (i32::from(area.width), i32::from(area.height));
        let mut camera = self.camera;
        camera.follow(self.focus, view.size(), shown, MARGIN_PERCENT);
        map::draw(area, buffer, &FloorCells::new(view, looks), camera);
        map::draw_marks(area, buffer, looks, camera, &self.marks);
        self.camera = camera;
    }

    /// The last lines of the commentary; what has just been said stands out.
    fn draw_log(&self, area: Rect, buffer: &mut Buffer, looks: Appearance) {
        let width = usize::from(area.width).max(1);
        let rows = self.log.lines().iter().enumerate().rev().flat_map(|(at, line)| {
            let is_new = at >= self.log.old();
            let style = if is_new {
                messages::voice(line, looks)
            } else {
                looks.style(ColorRole::OldMessage)
            };
            wrap(&line.text(), width).into_iter().rev().map(move |row| (row, style))
        });
        let mut rows: Vec<_> = rows.take(usize::from(area.height)).collect();
        rows.reverse();
        for ((row, style), y) in rows.into_iter().zip(area.top()..area.bottom()) {
            buffer.set_stringn(area.x, y, row, width, style);
        }
    }

    fn draw_foot(&self, area: Rect, frame: &mut Frame<'_>, run: &ActiveRun, context: &Context) {
        let looks = context.appearance;
        let width = usize::from(area.width);
        if !self.problem.is_empty() {
            let problem = Line::styled(self.problem.clone(), looks.style(ColorRole::Bad));
            frame.render_widget(problem, area);
            return;
        }
        let on = if self.again.is_some() { "back to the result" } else { "the result" };
        if self.end(run).is_some() {
            frame.render_widget(hint_line(&[KeyHint::new("any key", on)], width, &looks), area);
            return;
        }
        let hints = [
            self.playback.pause_hint(context),
            speed_hint(context),
            KeyHint::new("any other key", on),
            KeyHint::of(context, Intent::StepOn, "a turn"),
        ];
        let speed = Line::styled(self.playback.times(looks.glyphs), looks.style(ColorRole::Dim));
        let room = width.saturating_sub(speed.width() + 3);
        frame.render_widget(hint_line(&hints, room, &looks), area);
        frame.render_widget(speed.right_aligned(), area);
    }
}

/// The points of the raid without those for time, which change every turn.
fn raid_points(view: View<'_>) -> i32 {
    raid_side::told(&view.standing()).map(|line| line.points).sum()
}

/// The cell of the first member of the party who is still on the floor.
fn leader(view: View<'_>) -> Option<Pos> {
    let party = view.party()?;
    let inside = party.members.into_iter().find(|member| member.fate == Fate::Inside)?;
    inside.at
}

impl RunScreen for RaidScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, run: &mut ActiveRun, context: &mut Context) {
        let looks = context.appearance;
        let area = frame.area();
        let floor = self.view(run).size();
        let foot = Rect { y: area.bottom().saturating_sub(1), height: 1, ..area };
        let is_roomy = area.width >= MIN_SIZE_WITH_SIDE.0 && area.height >= MIN_SIZE_WITH_SIDE.1;
        let (side, log) = if is_roomy {
            let wide = area
                .width
                .saturating_sub(MIN_SIDE_COLUMNS + floor.0 as u16)
                .min(MAX_SIDE_COLUMNS - MIN_SIDE_COLUMNS);
            let high = area.height.saturating_sub(1 + MIN_LOG_ROWS + floor.1 as u16);
            (MIN_SIDE_COLUMNS + wide, MIN_LOG_ROWS + high.min(MAX_LOG_ROWS - MIN_LOG_ROWS))
        } else {
            (0, if area.height < 10 { 1 } else { 3 })
        };
        let above = u16::from(!is_roomy);
        let map = Rect {
            y: area.y + above,
            width: area.width - side,
            height: area.height.saturating_sub(1 + log + above),
            ..area
        };
        self.draw_floor(map, frame.buffer_mut(), run, looks);
        let view = self.view(run);
        if is_roomy {
            let side = Rect { x: map.right(), width: side, ..map };
            raid_side::draw(side, frame.buffer_mut(), view, looks);
        } else {
            raid_side::line(Rect { height: 1, ..area }, frame.buffer_mut(), view, looks);
        }
        self.draw_log(Rect { y: map.bottom(), height: log, ..area }, frame.buffer_mut(), looks);
        self.draw_foot(foot, frame, run, context);
    }

    fn input(
        &mut self,
        input: &Input,
        run: &mut ActiveRun,
        context: &mut Context,
    ) -> RunTransition {
        if !matches!(input, Input::Key(_)) {
            return RunTransition::Ignore;
        }
        if context.intent(InputMode::Play, input) == Some(Intent::SaveQuit) {
            return save_and_quit(run);
        }
        if !self.is_seen && !is_still(run, context) {
            return RunTransition::Ignore;
        }
        if self.end(run).is_some() {
            return self.finish(run);
        }
        match context.intent(InputMode::Replay, input) {
            Some(intent) => self.act(intent, run),
            None => self.finish(run),
        }
    }

    fn tick_interval(&self, run: &ActiveRun, context: &Context) -> Option<Duration> {
        if !self.is_seen && !is_still(run, context) {
            return Some(self.playback.interval().max(MIN_FIRST_PICTURE_TIME));
        }
        if !self.playback.is_playing || self.end(run).is_some() {
            return None;
        }
        Some(if is_still(run, context) { Duration::ZERO } else { self.playback.interval() })
    }

    fn tick(&mut self, run: &mut ActiveRun, context: &mut Context) -> RunTransition {
        if !std::mem::replace(&mut self.is_seen, true) && !is_still(run, context) {
            return RunTransition::Stay;
        }
        let steps = if is_still(run, context) { u32::MAX } else { self.playback.steps() };
        for _ in 0..steps {
            if !self.playback.is_playing || self.end(run).is_some() {
                break;
            }
            self.advance(run);
        }
        RunTransition::Stay
    }

    /// The commentary is in the log of the run, and read from there; watched again it is read from here.
    fn accessible_lines(&mut self, run: &mut ActiveRun, _: &mut Context) -> Option<Vec<String>> {
        let view = self.view(run);
        let mut lines = Vec::new();
        if self.again.is_some() {
            let told = self.log.lines().iter().filter(|line| matches!(line.voice, Voice::Told(_)));
            lines.extend(told.map(|line| format!("Turn {}: {}", line.at, line.text())));
        }
        lines.extend(raid_side::read(view));
        lines.push(if self.problem.is_empty() { String::new() } else { self.problem.clone() });
        lines.push("Any key: the result.".to_owned());
        Some(lines)
    }
}

/// Whether animation is off: then the raid is played and told at once.
fn is_still(run: &ActiveRun, context: &Context) -> bool {
    context.settings.animation == Animation::Off || run.is_still
}
