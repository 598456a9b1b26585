//! A recorded run, watched: forwards and back, at any speed, from any turn.

use std::time::Duration;

use ratatui::{Frame, layout::Rect, text::Line};
use unicode_width::UnicodeWidthStr;

use crate::{
    Appearance, Context, Screen, ScreenContext, Transition,
    glyphs::GlyphId,
    keymap::{InputMode, Intent, Keymap},
    log::{Log, Voice},
    motion::Director,
    playback::{Playback, PlaybackAction, ReplayIndex, next_place, speed_hint, step_hint},
    race::Race,
    terminal::{Input, MouseKind},
    theme::ColorRole,
    widgets::{
        Field, HudExtras, KeyHint, camera::Camera, draw_timeline, draw_timeline_marks, fit,
        hint_line, scene::RunPicture,
    },
};
use engine::sim::{Event, Turns};
use runs::record::{Replay, ReplayError, Scripted};

use super::help::ModeHelpScreen;

pub struct ReplayScreen {
    replay: Replay,
    /// The name of the file, as it is shown.
    file: String,
    index: ReplayIndex,
    rivals: Race,
    playback: Playback,
    director: Director,
    /// What has happened with the last command, until it is drawn.
    events: Vec<Event>,
    log: Log,
    camera: Camera,
    /// The turn to jump to, while it is written.
    jump: Option<Field>,
    problem: String,
    /// The area in which the timeline was drawn last.
    timeline: Rect,
}

/// The longest turn to jump to, in digits.
const MAX_TURN_DIGITS: usize = 7;
/// The number of commands before a jump's destination whose messages fill the log.
const RECAP_COMMANDS: u32 = 40;

impl ReplayScreen {
    /// At the start of a replay, playing; `file` is the name it is shown under.
    pub fn new(mut replay: Replay, file: &str) -> Self {
        let (index, problem) = ReplayIndex::read(&mut replay);
        let mut screen = Self {
            index,
            rivals: Race::default(),
            replay,
            file: file.to_owned(),
            playback: Playback::of_run(),
            director: Director::default(),
            events: Vec::new(),
            log: Log::watched(),
            camera: Camera::default(),
            jump: None,
            problem: String::new(),
            timeline: Rect::ZERO,
        };
        screen.seek(0);
        screen.note(problem.map_or(Ok(()), Err));
        screen
    }

    pub fn last_turn(&self) -> Turns {
        self.index.last_turn
    }

    /// Goes to the first state whose clock shows a turn or later, and stops there.
    pub fn start_at(&mut self, turn: Turns) {
        self.playback.is_playing = false;
        self.seek_turn(turn);
    }

    /// Goes to the next of some places or to the one before, and stops there.
    fn go(&mut self, places: &[u32], what: &str, forward: bool) -> Transition {
        self.playback.is_playing = false;
        self.problem.clear();
        let Some(place) = next_place(places, self.replay.at(), forward) else {
            let when = if forward { "later" } else { "earlier" };
            self.problem = format!("There is no {when} {what}.");
            return Transition::Stay;
        };
        self.seek(place)
    }

    /// The places of the splits of the category by which it is timed.
    fn split_places(&self, context: &Context) -> Vec<u32> {
        let category = context.category(&self.replay.game().setup().mode);
        let splits = self.index.timer.iter().flat_map(|timer| timer.splits(category));
        splits.filter_map(|split| Some(split.reached?.commands)).collect()
    }

    fn note(&mut self, outcome: Result<(), ReplayError>) {
        if let Err(problem) = outcome {
            self.problem = format!("{problem}.");
            self.playback.is_playing = false;
        }
    }

    /// One command on; stops at the end.
    fn forward(&mut self) -> Transition {
        self.problem.clear();
        match self.replay.forward() {
            Ok(Some(outcome)) => {
                let view = self.replay.game().view();
                self.log.tell_watcher(view, &outcome.events);
                // Whoever plays reads these with their own keys; in a replay they are the usual
                // ones.
                for text in outcome.events.iter().filter_map(|event| view.tutor_words(event)) {
                    let text = Keymap::default().fill_in(text);
                    self.log.add(view.clock(), text, Voice::Hint);
                }
                self.events = outcome.events;
            }
            Ok(None) => self.playback.is_playing = false,
            Err(problem) => self.note(Err(problem)),
        }
        if self.replay.at() == self.end() {
            self.playback.is_playing = false;
        }
        Transition::Stay
    }

    /// Goes to the state after `commands` commands, and fills the log with the messages that led to
    /// it.
    fn seek(&mut self, commands: u32) -> Transition {
        let commands = commands.min(self.end());
        let outcome = self.replay.seek(commands.saturating_sub(RECAP_COMMANDS));
        self.log = Log::watched();
        self.note(outcome);
        let is_playing = self.playback.is_playing;
        while self.replay.at() < commands && self.problem.is_empty() {
            self.forward();
        }
        self.playback.is_playing = is_playing && self.replay.at() < self.end();
        self.events.clear();
        Transition::Stay
    }

    fn seek_turn(&mut self, turn: Turns) -> Transition {
        self.problem.clear();
        let outcome = self.replay.seek_turn(turn);
        let at = self.replay.at();
        self.seek(at);
        self.note(outcome);
        Transition::Stay
    }

    fn act(&mut self, intent: Intent, context: &Context) -> Transition {
        let (places, what) = match intent {
            Intent::NextEvent | Intent::PreviousEvent => (self.index.events.clone(), "event"),
            Intent::NextDone | Intent::PreviousDone => {
                (self.index.jobs.clone(), "job that was done")
            }
            Intent::NextSplit | Intent::PreviousSplit => (self.split_places(context), "split"),
            Intent::Cancel => return Transition::Pop,
            Intent::Help => {
                self.playback.is_playing = false;
                return Transition::push(ModeHelpScreen(InputMode::Replay));
            }
            Intent::Jump => {
                self.playback.is_playing = false;
                self.jump = Some(Field::of_digits(MAX_TURN_DIGITS));
                return Transition::Stay;
            }
            _ => match self.playback.take(intent, self.replay.at(), self.end()) {
                PlaybackAction::Ignore => return Transition::Ignore,
                PlaybackAction::Stay => return Transition::Stay,
                PlaybackAction::StepOn => return self.forward(),
                PlaybackAction::Seek(to) => {
                    self.problem.clear();
                    return self.seek(to);
                }
            },
        };
        let is_forward = matches!(intent, Intent::NextEvent | Intent::NextDone | Intent::NextSplit);
        self.go(&places, what, is_forward)
    }

    fn end(&self) -> u32 {
        self.replay.recording().len()
    }

    fn write_turn(&mut self, input: &Input, context: &Context) -> Transition {
        let Some(field) = &mut self.jump else { return Transition::Ignore };
        if field.take(input) {
            return Transition::Stay;
        }
        let turn = match context.intent(InputMode::List, input) {
            Some(Intent::Confirm) => field.text().parse().ok(),
            Some(Intent::Cancel) => None,
            _ => return Transition::Ignore,
        };
        self.jump = None;
        turn.map_or(Transition::Stay, |turn| self.seek_turn(Turns(turn)))
    }

    /// The last command before the state that is shown, in words.
    fn command(&self) -> String {
        let commands = self.replay.recording().commands();
        let before = (self.replay.at() as usize).checked_sub(1);
        let command = before.and_then(|before| commands.get(before));
        command.map_or_else(|| "the start".to_owned(), |command| Scripted(*command).to_string())
    }

    fn draw_floor(&mut self, frame: &mut Frame<'_>, area: Rect, context: &Context) {
        let looks = context.appearance;
        let race = self.rivals.watched_view(&self.replay, &self.index, context);
        let extras = HudExtras { race, ..HudExtras::default() };
        let ghost = self.rivals.ghost_at(self.replay.turn());
        let view = self.replay.game().view();
        let events = std::mem::take(&mut self.events);
        if !events.is_empty() {
            self.director.skip();
            self.director.show(&events, view, context.motion(), context.settings.animation);
        }
        let marks = &self.director.marks(view);
        let (log, extras) = (&self.log, &extras);
        let picture = RunPicture { view, looks, log, extras, ghost, marks };
        picture.draw(area, frame.buffer_mut(), &mut self.camera);
    }

    fn draw_timeline(&mut self, frame: &mut Frame<'_>, area: Rect, context: &Context) {
        self.timeline = area;
        let (at, end) = (self.replay.at() as usize, self.end() as usize);
        let looks = &context.appearance;
        draw_timeline(frame, area, looks, at, end);
        let pauses = self.index.pauses.iter().map(|&place| (place, GlyphId::Bullet));
        let splits = self.split_places(context).into_iter().map(|place| (place, GlyphId::Down));
        draw_timeline_marks(frame, area, looks, self.end(), pauses.chain(splits));
    }

    fn draw_state(&self, frame: &mut Frame<'_>, area: Rect, looks: &Appearance) {
        let recorded = self.replay.recording().digest(self.replay.at());
        let is_true = recorded.is_none_or(|recorded| recorded == self.replay.game().digest());
        let (role, text) = if !self.problem.is_empty() {
            (ColorRole::Bad, self.problem.clone())
        } else if is_true {
            (ColorRole::Text, self.state(looks))
        } else {
            (ColorRole::Bad, "From here on the run is not what was recorded.".to_owned())
        };
        let text = fit(&text, area.width.into(), looks);
        frame.render_widget(Line::styled(text, looks.style(role)), area);
    }

    fn state(&self, looks: &Appearance) -> String {
        let (at, end, speed) = (self.replay.at(), self.end(), self.playback.times(looks.glyphs));
        let state = if self.playback.is_playing {
            format!("playing {speed}")
        } else if at == end {
            "at the end".to_owned()
        } else {
            format!("stopped, {speed}")
        };
        let (turn, last, command) = (self.replay.turn(), self.index.last_turn, self.command());
        format!("turn {turn}/{last}  {state}  command {at}/{end}: {command}")
    }

    fn draw_jump(&self, frame: &mut Frame<'_>, area: Rect, looks: &Appearance) {
        let Some(field) = &self.jump else { return };
        let label = format!("To which turn, up to {}? ", self.index.last_turn);
        let label = fit(&label, usize::from(area.width / 2), looks);
        let wide = label.width() as u16;
        frame.render_widget(Line::styled(label, looks.style(ColorRole::Key)), area);
        let place = Rect { x: area.x + wide, width: area.width - wide, ..area };
        field.draw(frame, place, looks, true);
    }
}

impl Screen for ReplayScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let looks = context.appearance;
        let area = frame.area();
        // Floor, timeline, state, keys; on a small terminal the floor and the state.
        let foot = if area.height >= 12 { 3 } else { 1 };
        let floor = Rect { height: area.height - foot, ..area };
        // The ghost that the command line names, and what has become of it.
        let (setup, turn) = (self.replay.game().setup().clone(), self.replay.turn());
        for message in self.rivals.update(&setup, turn, context) {
            self.log.tell(turn, message);
        }
        self.draw_floor(frame, floor, context);
        let row = |at: u16| Rect { y: area.bottom() - at, height: 1, ..area };
        let state = if foot == 3 { row(2) } else { row(1) };
        if self.jump.is_some() {
            self.draw_jump(frame, state, &looks);
        } else {
            self.draw_state(frame, state, &looks);
        }
        if foot == 3 {
            self.draw_timeline(frame, row(3), context);
            let hints = [
                self.playback.pause_hint(context),
                step_hint(context),
                speed_hint(context),
                KeyHint::of(context, Intent::Help, "keys"),
                KeyHint::of(context, Intent::Cancel, "leave"),
                KeyHint::of(context, Intent::Jump, "turn"),
                KeyHint::of_keys(context, [Intent::PreviousEvent, Intent::NextEvent], "event"),
                KeyHint::of_keys(context, [Intent::First, Intent::Last], "ends"),
            ];
            let width = usize::from(area.width);
            let hints = hint_line(&hints, width, &looks);
            let used = hints.width();
            frame.render_widget(hints, row(1));
            if used + 3 + self.file.width() <= width {
                let name = Line::styled(self.file.clone(), looks.style(ColorRole::Dim));
                frame.render_widget(name.right_aligned(), row(1));
            }
        }
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        if self.jump.is_some() {
            return self.write_turn(input, context);
        }
        if let Input::Mouse(mouse) = input {
            let is_there = self.timeline.contains((mouse.x, mouse.y).into());
            if mouse.kind != MouseKind::Click || !is_there {
                return Transition::Ignore;
            }
            let end = u64::from(self.end());
            let column = u64::from(mouse.x - self.timeline.x);
            return self.seek((end * column / u64::from(self.timeline.width)) as u32);
        }
        self.director.skip();
        match context.intent(InputMode::Replay, input) {
            Some(intent) => self.act(intent, context),
            None => Transition::Ignore,
        }
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let waited = self.tick_interval(context).unwrap_or_default();
        if self.director.pass(waited, self.playback.tick_interval()) {
            for _ in 0..self.playback.steps() {
                if self.playback.is_playing {
                    self.forward();
                }
            }
        }
        Transition::Stay
    }

    fn tick_interval(&self, _: &ScreenContext<'_>) -> Option<Duration> {
        let change = self.director.next_change(self.playback.tick_interval());
        change.or_else(|| self.rivals.answer_interval())
    }

    /// The position, the command and its messages in words.
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let mut lines = vec![self.state(&context.appearance)];
        lines.extend(self.log.fresh().iter().map(crate::log::LogLine::text));
        Some(lines)
    }
}
