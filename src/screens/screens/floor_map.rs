//! The whole floor at once, or as much of it as fits: as the player knows it, or as the parties of
//! dawn do.

use std::time::Duration;

use ratatui::{Frame, layout::Rect, text::Line};
use unicode_width::UnicodeWidthStr;

use crate::{
    Screen, ScreenContext, Transition,
    keymap::{InputMode, Intent},
    surroundings::bearing,
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint,
        camera::Camera,
        fit,
        floor::{FloorCells, plan_marks},
        hint_text, map,
        sketch::SketchCells,
    },
};
use base::Pos;
use content::{capital, counted};

/// The screen of the whole floor, scrolled or scaled down.
#[derive(Default)]
pub struct FloorMapScreen {
    /// Whether several cells share a character, so that the whole floor fits.
    scaled: bool,
    /// Whether it is the sketch of the parties of dawn that is shown.
    is_sketch: bool,
    /// The cell in the middle that was scrolled to; without one it is the player's.
    centre: Option<Pos>,
}

/// What tints are, and the digits in their place.
const HEAT_LEGEND: &str = "Tinted: where they go";
const HEAT_LEGEND_OF_DIGITS: &str = "Underlined: raids of ten that come by";

/// What the signs of a sketch are.
const SKETCH_LEGEND: &str = "their sketch; reversed: what they go for";

impl Screen for FloorMapScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        run.look_ahead(context);
        let looks = context.appearance;
        let view = run.view();
        let heat = run.outlook.heat();
        let all = frame.area();
        let area = Rect { y: all.y + 1, height: all.height.saturating_sub(2), ..all };
        let (width, height) = view.size();
        let mut camera = Camera::default();
        let shown = camera.fit(area, (width, height), looks.cells);
        let fits = width <= shown.0 && height <= shown.1;
        let buffer = frame.buffer_mut();
        let sketch = SketchCells::new(view, looks).filter(|_| self.is_sketch);
        let is_sketch = sketch.is_some();
        camera.follow(self.centre.unwrap_or(view.player().pos), (width, height), shown, 50);
        match (sketch, self.scaled && !fits) {
            (Some(sketch), true) => {
                let block = map::block_to_fit((width, height), area);
                map::draw_scaled(area, buffer, &sketch, block);
            }
            (None, true) => {
                let block = map::block_to_fit((width, height), area);
                map::draw_scaled(area, buffer, &FloorCells::scaled(view, looks), block);
            }
            (Some(sketch), false) => map::draw(area, buffer, &sketch, camera),
            (None, false) => {
                map::draw(area, buffer, &FloorCells::new(view, looks), camera);
                let marks: Vec<_> = heat.iter().copied().chain(plan_marks(view)).collect();
                map::draw_marks(area, buffer, looks, camera, &marks);
            }
        }
        let title = format!("{}: {width}×{height}", view.floor_title());
        let outlook = run.outlook.forecast().filter(|_| !heat.is_empty() && !self.scaled);
        let outlook = outlook.and_then(|own| view.outlook_in_short(own).into_iter().next());
        let legend = if is_sketch {
            Some(format!(". {}", capital(SKETCH_LEGEND)))
        } else if let Some(outlook) = outlook {
            let heat = if looks.theme.tints() { HEAT_LEGEND } else { HEAT_LEGEND_OF_DIGITS };
            Some(format!(". {outlook}. {heat}"))
        } else {
            None
        };
        // The legend goes before the size, which can be seen.
        let title = match legend {
            Some(legend) if title.width() + legend.width() > usize::from(all.width) => {
                format!("{}{legend}", view.floor_title())
            }
            legend => title + &legend.unwrap_or_default(),
        };
        let title = fit(&title, usize::from(all.width), &looks);
        buffer.set_line(
            all.x,
            all.y,
            &Line::styled(title, looks.style(ColorRole::Title)),
            all.width,
        );
        let mut pairs = vec![KeyHint::of(context, Intent::Cancel, "back")];
        if !fits {
            let other = if self.scaled { "cell by cell" } else { "all of it" };
            pairs.insert(0, KeyHint::of(context, Intent::Confirm, other));
            if !self.scaled {
                pairs.insert(0, KeyHint::new("directions", "scroll"));
            }
        }
        if view.sketch().is_some() {
            let other = if is_sketch { "what you know" } else { "their sketch" };
            pairs.push(KeyHint::of(context, Intent::NextThing, other));
        }
        let foot = Line::styled(hint_text(&pairs), looks.style(ColorRole::Dim));
        buffer.set_line(all.x, all.bottom().saturating_sub(1), &foot, all.width);
    }

    fn tick_interval(&self, context: &ScreenContext<'_>) -> Option<Duration> {
        context.run().outlook.interval()
    }

    fn tick(&mut self, context: &mut ScreenContext<'_>) -> Transition {
        context.told_of_dawn()
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        let (run, context) = context.in_run();
        if context.intent(InputMode::Play, input) == Some(Intent::FloorMap) {
            return Transition::Pop;
        }
        let intent = context.intent(InputMode::Cursor, input);
        let view = run.view();
        match intent {
            Some(Intent::Cancel) => Transition::Pop,
            Some(Intent::NextThing) => {
                self.is_sketch = !self.is_sketch;
                Transition::Stay
            }
            Some(Intent::Confirm) => {
                self.scaled = !self.scaled;
                Transition::Stay
            }
            Some(Intent::Move(dir)) if !self.scaled => {
                let centre = self.centre.unwrap_or(view.player().pos);
                self.centre = Some(map::scrolled(centre, dir.offset(), view.size()));
                Transition::Stay
            }
            _ => Transition::Ignore,
        }
    }
    fn accessible_lines(&mut self, context: &mut ScreenContext<'_>) -> Option<Vec<String>> {
        let (run, context) = context.in_run();
        run.look_ahead(context);
        let view = run.view();
        let here = view.player().pos;
        let (width, height) = view.size();
        let mut lines = vec![
            format!("The floor is {width} cells wide and {height} high."),
            format!(
                "You are {} from its west end and {} from its north end.",
                counted(here.x, "cell"),
                here.y
            ),
            format!("The exit: {}.", bearing(here, view.exit())),
        ];
        let sketched = view.sketch().map_or(Vec::new(), |sketch| sketch.places());
        lines.extend((!sketched.is_empty()).then(|| "On the sketch of those who come:".to_owned()));
        lines.extend(sketched.into_iter().map(|(pos, cell)| {
            let name = match cell.fixture {
                Some(fixture) => view.fixture_name(fixture),
                None => "the exit".to_owned(),
            };
            let wanted = if cell.is_wanted { ", which they go for" } else { "" };
            format!("{}{wanted}: {}.", capital(&name), bearing(here, pos))
        }));
        let outlook = run.outlook.forecast().map(|own| view.outlook_in_short(own));
        lines.extend(outlook.into_iter().flatten().map(|text| format!("{text}.")));
        lines.push(format!("[{}] back", context.key(Intent::Cancel)));
        Some(lines)
    }
}
