//! The raid that tests the work, seen from outside: the whole floor, sped up, and somebody who tells it.
//!
//! Shown first, it drives the run that is played, a command a turn, and every turn is in the run's file before it
//! is shown. Watched again it drives a copy that nobody keeps.

use std::time::Duration;

use ratatui::{Frame, buffer::Buffer, layout::Rect, text::Line};

use crate::{
    base::Pos,
    sim::{Command, Event, Fate, Game, Status},
    ui::{
        Appearance, Context, Run, Screen, Transition,
        config::Animation,
        intents,
        keymap::{InputMode, Intent},
        log::{Log, Voice},
        playback::{Playback, PlaybackAction, speed_hint},
        terminal::Input,
        theme::Role,
        widgets::{
            Hint,
            camera::Camera,
            floor::FloorCells,
            hint_line,
            map::{self, Mark, MarkKind},
            messages, raid_side, wrap,
        },
    },
    view::{Commentator, Message, Remark, View},
};

use super::{help::Help, result::ShiftResult};

/// A raid on the screen.
pub struct RaidShow {
    /// The copy, when it is watched again.
    again: Option<Box<Game>>,
    commentator: Commentator,
    log: Log,
    camera: Camera,
    /// What the camera looks at.
    focus: Pos,
    /// Where something has just happened.
    marks: Vec<Mark>,
    /// Points that the raid has brought, as last told.
    points: i32,
    playback: Playback,
    /// It has stood for a moment: keys from before then were meant for something else.
    is_seen: bool,
    problem: String,
}

/// The least rows and columns with room for a list beside the map.
const MIN_SIZE_WITH_SIDE: (u16, u16) = (60, 18);
const MIN_SIDE_COLUMNS: u16 = 26;
const MAX_SIDE_COLUMNS: u16 = 44;
const MIN_LOG_ROWS: u16 = 5;
const MAX_LOG_ROWS: u16 = 14;
/// For so long it stands at first, and takes no keys.
const FIRST_LOOK: Duration = Duration::from_millis(400);
/// How near the edge of the map what is looked at may come, in percent of its size.
const MARGIN_PERCENT: i32 = 25;

impl RaidShow {
    /// The raid of the run that is played, from where it stands.
    pub fn live(context: &mut Context) -> Self {
        if context.play.as_ref().is_some_and(|play| play.at_dawn.is_none()) {
            let opening = opening(context);
            if let Some(play) = &mut context.play {
                play.at_dawn = opening;
            }
        }
        let mut show = Self::new(None);
        let remarks = show.introduction(context);
        show.tell(remarks, context);
        show
    }

    /// The raid that was shown, once more from the moment it began: `None` where nobody knows that any more.
    pub fn again(context: &mut Context) -> Option<Self> {
        let play = context.play.as_ref()?;
        let game = play.at_dawn.as_ref()?.view().replica()?;
        let mut show = Self::new(Some(Box::new(game)));
        let remarks = show.introduction(context);
        show.tell(remarks, context);
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

    fn view<'a>(&'a self, context: &'a Context) -> Option<View<'a>> {
        match &self.again {
            Some(game) => Some(game.view()),
            None => context.view(),
        }
    }

    fn is_over(&self, context: &Context) -> bool {
        self.view(context).is_none_or(|view| matches!(view.status(), Status::Over(_)))
    }

    fn introduction(&mut self, context: &Context) -> Vec<Remark> {
        let Some(view) = self.view(context) else { return Vec::new() };
        let remarks = self.commentator.introduce(view);
        let points = raid_points(view);
        self.focus = view.start();
        self.points = points;
        remarks
    }

    /// One turn on.
    fn advance(&mut self, context: &mut Context) {
        let outcome = match (&mut self.again, &mut context.play) {
            (Some(game), _) => game.submit(Command::Continue).map(|outcome| outcome.events),
            (None, Some(play)) => play.watch(),
            (None, None) => return,
        };
        match outcome {
            Ok(events) => self.show(&events, context),
            Err(refusal) => {
                self.playback.is_playing = false;
                self.problem = refusal.to_string();
            }
        }
    }

    /// Takes note of a turn: what is said of it, where it happened, what it brought.
    fn show(&mut self, events: &[Event], context: &mut Context) {
        let mut commentator = std::mem::take(&mut self.commentator);
        let Some(view) = self.view(context) else { return };
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
            .filter_map(|remark| Some(Mark { at: remark.at?, kind: MarkKind::Flash }))
            .collect();
        let told = remarks.iter().rev().find_map(|remark| remark.at);
        self.focus = told.or(leader).unwrap_or(self.focus);
        if !remarks.is_empty() {
            self.points = points;
        }
        self.tell(remarks, context);
    }

    fn tell(&mut self, remarks: Vec<Remark>, context: &mut Context) {
        let Some(now) = self.view(context).map(|view| view.clock()) else { return };
        self.log.decide();
        for Remark { text, tone, .. } in remarks {
            let message = Message { text, tone };
            if let (None, Some(play)) = (&self.again, &mut context.play) {
                play.log.tell(now, message.clone());
            }
            self.log.tell(now, message);
        }
    }

    /// The rest of it at once, and what it came to.
    fn finish(&mut self, context: &mut Context) -> Transition {
        self.problem.clear();
        while !self.is_over(context) && self.problem.is_empty() {
            self.advance(context);
        }
        if !self.problem.is_empty() {
            return Transition::Stay;
        }
        if self.again.is_some() {
            return Transition::Pop;
        }
        ShiftResult::new(context).map_or(Transition::Pop, Transition::replace)
    }

    fn act(&mut self, intent: Intent, context: &mut Context) -> Transition {
        if intent == Intent::Help {
            self.playback.is_playing = false;
            return Transition::push(Help::new());
        }
        // It goes on to an end that nobody knows yet, and never back.
        match self.playback.take(intent, 0, u32::MAX) {
            PlaybackAction::Stay => Transition::Stay,
            PlaybackAction::StepOn => {
                self.advance(context);
                Transition::Stay
            }
            PlaybackAction::Ignore | PlaybackAction::Seek(_) => self.finish(context),
        }
    }

    fn draw_floor(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let Some(view) = self.view(context) else { return };
        let shown = (i32::from(area.width), i32::from(area.height));
        let mut camera = self.camera;
        camera.follow(self.focus, view.size(), shown, MARGIN_PERCENT);
        map::draw(area, buffer, &FloorCells::new(view, context.appearance), camera);
        map::draw_marks(area, buffer, context.appearance, camera, &self.marks);
        self.camera = camera;
    }

    /// The last lines of the commentary; what has just been said stands out.
    fn draw_log(&self, area: Rect, buffer: &mut Buffer, looks: Appearance) {
        let width = usize::from(area.width).max(1);
        let rows = self.log.lines().iter().enumerate().rev().flat_map(|(at, line)| {
            let is_new = at >= self.log.old();
            let style =
                if is_new { messages::voice(line, looks) } else { looks.style(Role::OldMessage) };
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
            let problem = Line::styled(self.problem.clone(), looks.style(Role::Bad));
            frame.render_widget(problem, area);
            return;
        }
        let on = if self.again.is_some() { "back to the result" } else { "the result" };
        if self.is_over(context) {
            frame.render_widget(hint_line(&[Hint::new("any key", on)], width, &looks), area);
            return;
        }
        let hints = [
            self.playback.pause_hint(context),
            speed_hint(context),
            Hint::new("any other key", on),
            Hint::of(context, Intent::StepOn, "a turn"),
        ];
        let speed = Line::styled(self.playback.times(looks.glyphs), looks.style(Role::Dim));
        let room = width.saturating_sub(speed.width() + 3);
        frame.render_widget(hint_line(&hints, room, &looks), area);
        frame.render_widget(speed.right_aligned(), area);
    }
}

/// A copy of the run as it was when the upkeeper left: as it is, or as its file tells.
fn opening(context: &mut Context) -> Option<Box<Game>> {
    let play = context.play.as_ref()?;
    let view = play.view();
    let left_at = view.tally().left_at?;
    if left_at == view.clock() {
        return view.replica().map(Box::new);
    }
    let now = view.replica();
    let recorded = play.receipt().and_then(|receipt| {
        let mut replay = context.host.replay(&receipt.run).ok()?;
        replay.seek_turn(left_at).ok()?;
        while !replay.game().view().is_away() {
            replay.forward().ok()??;
        }
        replay.game().view().replica()
    });
    recorded.or(now).map(Box::new)
}

/// What the raid has brought, but for the time it takes: that grows with every turn.
fn raid_points(view: View<'_>) -> i32 {
    raid_side::told(&view.standing()).map(|line| line.points).sum()
}

/// Where the first of those who are still on the floor is.
fn leader(view: View<'_>) -> Option<Pos> {
    let party = view.party()?;
    let inside = party.members.into_iter().find(|member| member.fate == Fate::Inside)?;
    inside.at
}

impl Screen for RaidShow {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut Context) {
        let looks = context.appearance;
        let area = frame.area();
        let Some(floor) = self.view(context).map(|view| view.size()) else { return };
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
        self.draw_floor(map, frame.buffer_mut(), context);
        let Some(view) = self.view(context) else { return };
        if is_roomy {
            let side = Rect { x: map.right(), width: side, ..map };
            raid_side::draw(side, frame.buffer_mut(), view, looks);
        } else {
            raid_side::line(Rect { height: 1, ..area }, frame.buffer_mut(), view, looks);
        }
        self.draw_log(Rect { y: map.bottom(), height: log, ..area }, frame.buffer_mut(), looks);
        self.draw_foot(foot, frame, context);
    }

    fn input(&mut self, input: &Input, context: &mut Context) -> Transition {
        if !matches!(input, Input::Key(_)) {
            return Transition::Ignore;
        }
        if context.intent(InputMode::Play, input) == Some(Intent::SaveQuit) {
            return intents::intend(Intent::SaveQuit, context);
        }
        if !self.is_seen && !is_still(context) {
            return Transition::Ignore;
        }
        if self.is_over(context) {
            return self.finish(context);
        }
        match context.intent(InputMode::Replay, input) {
            Some(intent) => self.act(intent, context),
            None => self.finish(context),
        }
    }

    fn tick_interval(&self, context: &Context) -> Option<Duration> {
        if !self.is_seen && !is_still(context) {
            return Some(self.playback.interval().max(FIRST_LOOK));
        }
        if !self.playback.is_playing || self.is_over(context) {
            return None;
        }
        Some(if is_still(context) { Duration::ZERO } else { self.playback.interval() })
    }

    fn tick(&mut self, context: &mut Context) -> Transition {
        if !std::mem::replace(&mut self.is_seen, true) && !is_still(context) {
            return Transition::Stay;
        }
        let steps = if is_still(context) { u32::MAX } else { self.playback.steps() };
        for _ in 0..steps {
            if !self.playback.is_playing || self.is_over(context) {
                break;
            }
            self.advance(context);
        }
        Transition::Stay
    }

    /// The commentary is in the log of the run, and read from there; watched again it is read from here.
    fn accessible_lines(&mut self, context: &mut Context) -> Option<Vec<String>> {
        let view = self.view(context)?;
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

/// Whether nothing that goes by itself is to be watched: then it is told, all of it.
fn is_still(context: &Context) -> bool {
    context.settings.animation == Animation::Off
        || context.play.as_ref().is_some_and(|play| play.is_still)
}
