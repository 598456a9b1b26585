//! The closet's hatch: the player has clocked out, and plays dawn by pulling cords.
//!
//! Each key is a command, which is in the run's file before its outcome is shown. Run at a speed,
//! the raid is a command a turn, and stops where [`Command::Watch`] with 0 turns would.

use std::time::Duration;

use ratatui::{Frame, layout::Rect, text::Line};

use crate::{
    ActiveRun, Context, Screen, ScreenContext, Transition,
    intent_handler::save_and_quit,
    keymap::{InputMode, Intent},
    playback::{Playback, speed_hint},
    terminal::{Input, Key, MouseKind},
    theme::ColorRole,
    widgets::{
        KeyHint,
        hatch::{self, HatchPicture},
        hint_line, lesson,
    },
};
use base::Pos;
use engine::sim::{Command, Event};
use engine::view::{Commentator, Message, Remark, View};

use super::help::HatchHelpScreen;

pub struct HatchScreen {
    commentator: Commentator,
    /// Where the last thing of those that the last command led to has happened.
    last: Option<Pos>,
    /// Points of the raid at the last remark.
    points: i32,
    playback: Playback,
}

impl HatchScreen {
    /// The raid of the run in progress, from its present turn.
    pub fn new(run: &mut ActiveRun) -> Self {
        let mut playback = Playback::of_raid();
        playback.is_playing = false;
        let (commentator, points) = (Commentator::default(), raid_points(run.view()));
        let mut hatch = Self { commentator, last: None, points, playback };
        let remarks = Commentator::introduce(run.view());
        hatch.tell(remarks, run);
        hatch
    }

    /// Carries out a command. Returns whether the player may want to act on its outcome; `None` if
    /// it was refused.
    fn submit(&mut self, command: Command, run: &mut ActiveRun, context: &Context) -> Option<bool> {
        match run.at_hatch(command) {
            Ok(events) => {
                self.show(&events, run);
                Some(run.view().is_worth_a_stop(&events) || run.view().shift_end().is_some())
            }
            Err(refusal) => {
                run.refuse(&refusal, &context.settings);
                None
            }
        }
    }

    /// Tells of the events of a command, and of the points that they have earned.
    fn show(&mut self, events: &[Event], run: &mut ActiveRun) {
        let mut remarks = self.commentator.tell(run.view(), events);
        let points = raid_points(run.view());
        if let Some(last) = remarks.last_mut()
            && points != self.points
        {
            let more = points - self.points;
            let noun = if more.abs() == 1 { "point" } else { "points" };
            last.text = format!("{} ({more:+} {noun})", last.text);
        }
        // Of turns without a remark too, or the next remark would be told to have earned what they
        // did.
        self.points = points;
        self.tell(remarks, run);
    }

    fn tell(&mut self, remarks: Vec<Remark>, run: &mut ActiveRun) {
        let now = run.view().clock();
        self.last = remarks.iter().rev().find_map(|remark| remark.at);
        for Remark { text, tone, .. } in remarks {
            run.log.tell(now, Message { text, tone });
        }
    }

    fn key(&mut self, key: Key, run: &mut ActiveRun, context: &mut Context) -> Transition {
        if let Some(end) = run.view().shift_end() {
            return Transition::ShowResult(end);
        }
        let ran = std::mem::replace(&mut self.playback.is_playing, false);
        if let Some(cord) = key.text().and_then(|digit| digit.to_digit(10)?.checked_sub(1)) {
            self.submit(Command::Pull { cord: cord as u8 }, run, context);
            return Transition::Stay;
        }
        let intent = context.intent(InputMode::Hatch, &Input::Key(key));
        match intent {
            Some(Intent::NextStop) => _ = self.submit(Command::Watch { turns: 0 }, run, context),
            Some(Intent::StepOn) => _ = self.submit(Command::Watch { turns: 1 }, run, context),
            Some(Intent::Pause) => self.playback.is_playing = !ran,
            Some(intent @ (Intent::Faster | Intent::Slower)) => {
                self.playback.take(intent, 0, u32::MAX);
                self.playback.is_playing = ran;
            }
            Some(Intent::ToEnd) => {
                while run.view().shift_end().is_none()
                    && self.submit(Command::Watch { turns: 0 }, run, context).is_some()
                {
                }
            }
            Some(Intent::SaveQuit) => return save_and_quit(run),
            Some(Intent::Help) => return Transition::push(HatchHelpScreen),
            None if !ran => {
                let help = context.key(Intent::Help);
                run.say(format!("The key {key} does nothing here. {help} shows those that do."));
            }
            _ => {}
        }
        Transition::Stay
    }

    fn foot(&self, view: View<'_>, context: &Context) -> Vec<KeyHint> {
        if view.shift_end().is_some() {
            return vec![KeyHint::new("any key", "the result")];
        }
        if self.playback.is_playing {
            return vec![KeyHint::new("any key", "stop"), speed_hint(context)];
        }
        let cords = match view.hatch_cords().len() {
            0 => None,
            1 => Some("1".to_owned()),
            cords => Some(format!("1-{cords}")),
        };
        let mut hints = context.hints([
            (Intent::NextStop, "on"),
            (Intent::StepOn, "a turn"),
            (Intent::Pause, "run"),
            (Intent::ToEnd, "to the end"),
            (Intent::Help, "keys"),
            (Intent::SaveQuit, "save"),
        ]);
        hints.splice(0..0, cords.map(|keys| KeyHint::new(keys, "pull")));
        hints
    }
}

fn raid_points(view: View<'_>) -> i32 {
    let grade = view.standing();
    (grade.dawn + grade.hazard) as i32
}

impl Screen for HatchScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let (looks, area, mut camera) = (context.appearance, frame.area(), run.camera);
        let picture = Rect { height: area.height.saturating_sub(1), ..area };
        let (view, log, last) = (run.view(), &run.log, self.last);
        let shown = HatchPicture { view, looks, last, log, lesson: Some(context) };
        let map = shown.draw(picture, frame.buffer_mut(), &mut camera);
        let foot = Rect { y: picture.bottom(), height: 1, ..area };
        let speed = Line::styled(self.playback.times(looks.glyphs), looks.style(ColorRole::Dim));
        let room = usize::from(area.width).saturating_sub(speed.width() + 3);
        frame.render_widget(hint_line(&self.foot(view, context), room, &looks), foot);
        frame.render_widget(speed.right_aligned(), foot);
        (run.camera, run.shown) = (camera, map);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        match input {
            Input::Key(key) => self.key(*key, run, context),
            Input::Mouse(mouse) if mouse.kind == MouseKind::Click => {
                self.playback.is_playing = false;
                let at = run.cell_at(*mouse);
                let cords = run.view().hatch_cords();
                if let Some(cord) = cords.iter().position(|cord| Some(cord.at) == at) {
                    self.submit(Command::Pull { cord: cord as u8 }, run, context);
                }
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        let run = context.run();
        if !self.playback.is_playing || run.view().shift_end().is_some() {
            return None;
        }
        let is_still = run.animation_interval(&context.settings).is_zero();
        Some(if is_still { Duration::ZERO } else { self.playback.interval() })
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        let is_still = run.animation_interval(&context.settings).is_zero();
        let steps = if is_still { u32::MAX } else { self.playback.steps() };
        for _ in 0..steps {
            if !self.playback.is_playing {
                break;
            }
            let stops = self.submit(Command::Watch { turns: 1 }, run, context);
            self.playback.is_playing = stops == Some(false);
        }
        Transition::Stay
    }

    /// What has happened is in the log of the run, and read from there.
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let view = context.run().view();
        let mut lines: Vec<String> = lesson::read(view, context).into_iter().collect();
        lines.extend(hatch::read(view));
        let keys = self.foot(view, context);
        lines.extend(keys.iter().map(|KeyHint { key, does }| format!("{key}: {does}.")));
        Some(lines)
    }
}
