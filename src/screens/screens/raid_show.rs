//! The raid that tests the work, seen from outside: the whole floor, sped up, with a commentary.
//!
//! The first time it drives the run that is played, a command a turn, and every turn is in the
//! run's file before it is shown. Watched again it drives a copy that is not kept, or plays the
//! recording if the player was on the floor. Turns that were shown can be gone back to; see
//! [`RaidSource`].

use std::time::Duration;

use ratatui::{Frame, buffer::Buffer, layout::Rect, text::Line};

use crate::{
    ActiveRun, Appearance, Context, Screen, ScreenContext, Transition,
    config::Animation,
    intent_handler::save_and_quit,
    keymap::{InputMode, Intent},
    log::{Log, Voice},
    playback::{Playback, PlaybackAction, speed_hint, step_hint},
    raid_source::RaidSource,
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint,
        camera::Camera,
        floor::FloorCells,
        hint_line,
        layout::MapLayout,
        lesson,
        map::{self, MapMark, MarkKind},
        messages, raid_side, wrap,
    },
};
use base::Pos;
use engine::sim::{Event, Turns};
use engine::view::{Commentator, Message, Remark, View};
use runs::record::Replay;

use super::help::HelpScreen;

pub struct RaidScreen {
    source: RaidSource,
    commentator: Commentator,
    log: Log,
    camera: Camera,
    focus: Pos,
    /// Cells where something has happened, and when.
    marks: Vec<(Turns, MapMark)>,
    /// Points of the raid at the last remark.
    points: i32,
    playback: Playback,
    /// Whether points are told: nobody is graded for what was before the shift.
    counts: bool,
    /// Whether the screen has been shown for [`MIN_FIRST_PICTURE_TIME`]. Keys pressed before that
    /// were meant for the screen before it and are ignored.
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
        Self::new(RaidSource::run(run), run)
    }

    /// The raid again from its beginning, after the player had left; `None` where the game of that
    /// moment is not known any more.
    pub fn again(run: &mut ActiveRun) -> Option<Self> {
        let game = run.at_dawn.as_ref()?.view().replica()?;
        Some(Self::new(RaidSource::copy(game), run))
    }

    /// The raid before the shift; `None` where there was none. Its commentary counts no points.
    pub fn of_last_night(run: &mut ActiveRun) -> Option<Self> {
        let game = run.view().raid_of_last_night()?;
        Some(Self { counts: false, ..Self::new(RaidSource::copy(game), run) })
    }

    /// The raid from the recording of a run whose player was on the floor at dawn; `None` if there
    /// was no raid.
    pub fn recorded(replay: Replay, dawn: Turns, run: &mut ActiveRun) -> Option<Self> {
        Some(Self::new(RaidSource::recording(replay, dawn)?, run))
    }

    fn new(source: RaidSource, run: &mut ActiveRun) -> Self {
        let mut show = Self {
            is_seen: !source.is_live,
            source,
            commentator: Commentator::default(),
            log: Log::default(),
            camera: Camera::default(),
            focus: Pos::default(),
            marks: Vec::new(),
            points: 0,
            playback: Playback::of_raid(),
            counts: true,
            problem: String::new(),
        };
        let view = show.source.view();
        let remarks = Commentator::introduce(view);
        (show.points, show.focus) = (raid_points(view), view.start());
        show.tell(remarks, run);
        show
    }

    fn advance(&mut self, run: &mut ActiveRun) {
        match self.source.step_on(run) {
            Ok(Some(events)) => self.show(&events, run),
            Ok(None) => self.look(),
            Err(problem) => {
                self.playback.is_playing = false;
                self.problem = problem;
            }
        }
    }

    /// Takes the events of a new turn: adds remarks and points, and moves marks and focus.
    fn show(&mut self, events: &[Event], run: &mut ActiveRun) {
        let view = self.source.view();
        let mut remarks = self.commentator.tell(view, events);
        let points = raid_points(view);
        if let Some(last) = remarks.last_mut()
            && points != self.points
            && self.counts
        {
            let more = points - self.points;
            let noun = if more.abs() == 1 { "point" } else { "points" };
            last.text = format!("{} ({more:+} {noun})", last.text);
        }
        // Of turns without a remark too, or the next remark would be told to have earned what they
        // did.
        self.points = points;
        self.tell(remarks, run);
        self.look();
    }

    /// Moves the focus to what has happened last in the turn that is shown, or else to the leader.
    fn look(&mut self) {
        let view = self.source.view();
        let now = view.clock();
        let told = self.marks.iter().rev().find(|(at, _)| *at == now).map(|(_, mark)| mark.at);
        self.focus = told.or_else(|| view.first_raider_inside()).unwrap_or(self.focus);
    }

    fn tell(&mut self, remarks: Vec<Remark>, run: &mut ActiveRun) {
        let now = self.source.view().clock();
        for Remark { text, tone, at } in remarks {
            let message = Message { text, tone };
            if self.source.is_live {
                run.log.tell(now, message.clone());
            }
            self.log.tell(now, message);
            self.marks.extend(at.map(|at| (now, MapMark { at, kind: MarkKind::Flash })));
        }
    }

    /// Plays the rest at once and goes to the result.
    fn finish(&mut self, run: &mut ActiveRun) -> Transition {
        if !self.source.is_live {
            return Transition::Pop;
        }
        self.problem.clear();
        self.source.go_to_front();
        while self.problem.is_empty() {
            match self.source.end() {
                Some(end) => return Transition::ShowResult(end),
                None => self.advance(run),
            }
        }
        Transition::Stay
    }

    fn act(&mut self, intent: Intent, run: &mut ActiveRun) -> Transition {
        if intent == Intent::Help {
            self.playback.is_playing = false;
            return Transition::open(HelpScreen::keys());
        }
        // The end of the raid is not known in advance.
        match self.playback.take(intent, self.source.at(), u32::MAX) {
            PlaybackAction::Stay => {}
            PlaybackAction::StepOn => self.advance(run),
            PlaybackAction::Seek(u32::MAX) | PlaybackAction::Ignore => return self.finish(run),
            PlaybackAction::Seek(at) => {
                self.source.go_to(at);
                self.look();
            }
        }
        self.problem.clear();
        Transition::Stay
    }

    fn draw_floor(&mut self, area: Rect, buffer: &mut Buffer, looks: Appearance) {
        let view = self.source.view();
        let shown = (i32::from(area.width), i32::from(area.height));
        self.camera.follow(self.focus, view.size(), shown, MARGIN_PERCENT);
        map::draw(area, buffer, &FloorCells::new(view, looks), self.camera);
        let now = view.clock();
        let marks = self.marks.iter().filter(|(at, _)| *at == now).map(|(_, mark)| *mark);
        map::draw_marks(area, buffer, looks, self.camera, &marks.collect::<Vec<_>>());
    }

    /// The last lines of the commentary up to the turn that is shown; what belongs to it stands
    /// out.
    fn draw_log(&self, area: Rect, buffer: &mut Buffer, looks: Appearance) {
        let width = usize::from(area.width).max(1);
        let now = self.source.view().clock();
        let told = self.log.lines().iter().rev().filter(|line| line.at <= now);
        let rows = told.flat_map(|line| {
            let style = if line.at == now {
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

    fn draw_foot(&self, area: Rect, frame: &mut Frame<'_>, context: &Context) {
        let looks = context.appearance;
        let width = usize::from(area.width);
        if !self.problem.is_empty() {
            let problem = Line::styled(self.problem.clone(), looks.style(ColorRole::Bad));
            frame.render_widget(problem, area);
            return;
        }
        let on = if self.source.is_live { "the result" } else { "back to the result" };
        if self.source.end().is_some() {
            let hints = [
                KeyHint::new("any key", on),
                KeyHint::of(context, Intent::StepBack, "a turn back"),
            ];
            frame.render_widget(hint_line(&hints, width, &looks), area);
            return;
        }
        let hints = [
            self.playback.pause_hint(context),
            speed_hint(context),
            KeyHint::new("any other key", on),
            step_hint(context),
        ];
        let speed = Line::styled(self.playback.times(looks.glyphs), looks.style(ColorRole::Dim));
        let room = width.saturating_sub(speed.width() + 3);
        frame.render_widget(hint_line(&hints, room, &looks), area);
        frame.render_widget(speed.right_aligned(), area);
    }
}

fn raid_points(view: View<'_>) -> i32 {
    let grade = view.standing();
    (grade.dawn + grade.hazard) as i32
}

impl Screen for RaidScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let area = frame.area();
        let view = self.source.view();
        let floor = view.size();
        let picture = Rect { height: area.height.saturating_sub(1), ..area };
        let foot = Rect { y: picture.bottom(), height: 1, ..area };
        let is_roomy = area.width >= MIN_SIZE_WITH_SIDE.0 && area.height >= MIN_SIZE_WITH_SIDE.1;
        let layout = if is_roomy {
            let side = area.width.saturating_sub(floor.0 as u16);
            let side = side.clamp(MIN_SIDE_COLUMNS, MAX_SIDE_COLUMNS);
            let rows = floor.1 as u16 + lesson::height(view, area.width - side, context);
            let log = picture.height.saturating_sub(rows).clamp(MIN_LOG_ROWS, MAX_LOG_ROWS);
            MapLayout::with_side(picture, side, log)
        } else {
            MapLayout::with_line(picture, 1, if area.height < 10 { 1 } else { 3 })
        };
        let buffer = frame.buffer_mut();
        let below = lesson::draw(layout.map, buffer, view, context);
        raid_side::draw(layout.status, buffer, view, looks);
        self.draw_floor(below, buffer, looks);
        self.draw_log(layout.log, buffer, looks);
        self.draw_foot(foot, frame, context);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        if !matches!(input, Input::Key(_)) {
            return Transition::Ignore;
        }
        if context.intent(InputMode::Play, input) == Some(Intent::SaveQuit) {
            return save_and_quit(run);
        }
        if !self.is_seen && !is_still(run, context) {
            return Transition::Ignore;
        }
        let intent = context.intent(InputMode::Replay, input);
        let goes_back = matches!(intent, Some(Intent::StepBack | Intent::First));
        match intent {
            Some(intent) if goes_back || self.source.end().is_none() => self.act(intent, run),
            _ => self.finish(run),
        }
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        let run = context.run();
        if !self.is_seen && !is_still(run, context) {
            return Some(self.playback.interval().max(MIN_FIRST_PICTURE_TIME));
        }
        if !self.playback.is_playing || self.source.end().is_some() {
            return None;
        }
        Some(if is_still(run, context) { Duration::ZERO } else { self.playback.interval() })
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        if !std::mem::replace(&mut self.is_seen, true) && !is_still(run, context) {
            return Transition::Stay;
        }
        let steps = if is_still(run, context) { u32::MAX } else { self.playback.steps() };
        for _ in 0..steps {
            if !self.playback.is_playing || self.source.end().is_some() {
                break;
            }
            self.advance(run);
        }
        Transition::Stay
    }

    /// The commentary is in the log of the run, and read from there; watched again it is read from
    /// here.
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let view = self.source.view();
        let mut lines: Vec<String> = lesson::read(view, context).into_iter().collect();
        if !self.source.is_live {
            let told = self.log.lines().iter().filter(|line| matches!(line.voice, Voice::Told(_)));
            lines.extend(told.map(|line| format!("Turn {}: {}", line.at, line.text())));
        }
        lines.extend(raid_side::read(view));
        lines.push(self.problem.clone());
        lines.push("Any key: the result.".to_owned());
        Some(lines)
    }
}

/// Whether animation is off: then the raid is played and told at once.
fn is_still(run: &ActiveRun, context: &Context) -> bool {
    context.settings.animation == Animation::Off || run.is_still
}
