//! The expressive range of a generator: where many levels lie in the plane of two measures.
//!
//! Smith and Whitehead, "Analyzing the expressive range of a level generator" (2010).

use super::canvas::{Canvas, FAINT, NARROW, TEXT, TooLarge, WIDE, text_width};
use crate::cli::metric::{Metric, Unit};
use base::{Pigment, Rect, Rgb, mix};

const LEFT_PIXELS: i32 = 96;
const TOP_PIXELS: i32 = 96;
const RIGHT_PIXELS: i32 = 150;
const BOTTOM_PIXELS: i32 = 96;
/// The approximate side of the plane.
const PLANE_PIXELS: i32 = 640;
/// The largest number of bins on a side of the plane, for few levels and for many: few levels need
/// large bins.
const MIN_BINS: u32 = 10;
const MAX_BINS: u32 = 40;
/// The sizes that bins and steps between labels may have, in units of the metric.
const STEP_SIZES: [u32; 16] =
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000, 100_000];

/// Draws the values of two metrics of many levels, in units; `heading` says of which.
pub(crate) fn draw(
    metrics: [&'static Metric; 2],
    points: &[(u32, u32)],
    heading: &[String],
) -> Result<Canvas, TooLarge> {
    let x = Axis::of(metrics[0], points.iter().map(|point| point.0).collect());
    let y = Axis::of(metrics[1], points.iter().map(|point| point.1).collect());
    let mut canvas = Canvas::new(
        (LEFT_PIXELS + x.length() + RIGHT_PIXELS) as u64,
        (TOP_PIXELS + y.length() + BOTTOM_PIXELS) as u64,
    )?;
    for (line, text) in (0..).zip(heading) {
        let (column, color) = if line == 0 { (WIDE, TEXT) } else { (NARROW, FAINT) };
        canvas.write((LEFT_PIXELS / 4, 16 + line * 24), column, color, text);
    }
    let plane = Rect::new(LEFT_PIXELS, TOP_PIXELS, x.length(), y.length());
    let max = draw_bins(&mut canvas, plane, &x, &y, points);
    canvas.frame(plane.grown(1), FAINT);
    draw_x_axis(&mut canvas, plane, &x);
    draw_y_axis(&mut canvas, plane, &y);
    draw_scale(&mut canvas, plane, max);
    Ok(canvas)
}

/// Fills the plane; gives the number of levels in the fullest bin.
fn draw_bins(canvas: &mut Canvas, plane: Rect, x: &Axis, y: &Axis, points: &[(u32, u32)]) -> u32 {
    let mut counts = vec![0_u32; (x.bins * y.bins) as usize];
    for &(across, up) in points {
        counts[(y.bin(up) * x.bins + x.bin(across)) as usize] += 1;
    }
    let max = counts.iter().copied().max().unwrap_or(0);
    canvas.fill(plane, [0; 3]);
    for (place, &count) in (0..).zip(&counts).filter(|(_, count)| **count > 0) {
        let (column, row) = (place % x.bins, place / x.bins);
        let area = Rect::new(
            plane.x + column as i32 * x.side,
            plane.y + (y.bins - 1 - row) as i32 * y.side,
            x.side,
            y.side,
        );
        canvas.fill(area, heat(step_of(count, max)));
    }
    max
}

/// The number of steps of the heat scale.
const HEAT_STEPS: u8 = 32;

/// Where the heat scale passes, from the first step to the last: dark to light, so that it is read
/// without its colours too.
const HEAT_POSTS: [Rgb; 5] = [
    [0x3b, 0x1c, 0x5a],
    [0x8c, 0x2a, 0x6f],
    [0xdb, 0x50, 0x4a],
    [0xf8, 0x9f, 0x3c],
    [0xfc, 0xf3, 0xa8],
];

/// A step of the heat scale.
fn heat(step: u8) -> Rgb {
    let way = u32::from(step) * 4 * 8 / u32::from(HEAT_STEPS - 1);
    let (post, part) = ((way / 8) as usize, way % 8);
    mix(HEAT_POSTS[(post + 1).min(4)], part, HEAT_POSTS[post])
}

/// One level is the darkest step, the fullest bin the lightest.
fn step_of(count: u32, max: u32) -> u8 {
    let last = u64::from(HEAT_STEPS - 1);
    (u64::from(count - 1) * last).checked_div(u64::from(max - 1)).unwrap_or(last) as u8
}

fn draw_x_axis(canvas: &mut Canvas, plane: Rect, axis: &Axis) {
    let foot = plane.y + plane.h;
    for (offset, label) in axis.ticks(72) {
        let x = plane.x + offset;
        canvas.fill(Rect::new(x, foot, 1, 6), FAINT);
        let left = x - text_width(&label, NARROW) / 2;
        canvas.write((left, foot + 12), NARROW, TEXT, &label);
    }
    let median = axis.offset(axis.median);
    canvas.fill(Rect::new(plane.x + median, foot + 1, 2, 9), Pigment::Yellow.rgb());
    let name_width = text_width(axis.metric.name, WIDE);
    let left = plane.x + (plane.w - name_width) / 2;
    canvas.write((left, foot + 32), WIDE, TEXT, axis.metric.name);
    let summary = axis.summary();
    let left = plane.x + plane.w / 2 - text_width(&summary, NARROW) / 2;
    canvas.write((left, foot + 58), NARROW, FAINT, &summary);
}

fn draw_y_axis(canvas: &mut Canvas, plane: Rect, axis: &Axis) {
    for (offset, label) in axis.ticks(28) {
        let y = plane.y + plane.h - offset;
        canvas.fill(Rect::new(plane.x - 6, y, 6, 1), FAINT);
        let left = plane.x - 12 - text_width(&label, NARROW);
        canvas.write((left, y - NARROW), NARROW, TEXT, &label);
    }
    let median = plane.y + plane.h - axis.offset(axis.median);
    canvas.fill(Rect::new(plane.x - 10, median, 9, 2), Pigment::Yellow.rgb());
    let top = plane.y - 2 * WIDE - 12;
    canvas.write((LEFT_PIXELS / 4, top), WIDE, TEXT, axis.metric.name);
    let left = LEFT_PIXELS / 4 + text_width(axis.metric.name, WIDE) + 2 * WIDE;
    canvas.write((left, top + 3), NARROW, FAINT, &axis.summary());
}

/// What the colours count.
fn draw_scale(canvas: &mut Canvas, plane: Rect, max: u32) {
    let x = plane.x + plane.w + 24;
    let steps = i32::from(HEAT_STEPS);
    let step = plane.h.clamp(steps, 320) / steps;
    let height = step * steps;
    canvas.write((x, plane.y + height + 12), NARROW, TEXT, "levels");
    canvas.write((x, plane.y + height + 24), NARROW, TEXT, "a bin");
    for place in 0..HEAT_STEPS {
        let y = plane.y + height - (i32::from(place) + 1) * step;
        canvas.fill(Rect::new(x, y, 20, step), heat(place));
    }
    let mut labels = vec![1, 1 + max / 4, 1 + max / 2, 1 + max * 3 / 4, max];
    labels.retain(|count| *count <= max);
    labels.dedup();
    for count in labels {
        let way = i32::from(step_of(count, max)) * step + step / 2;
        let y = plane.y + height - way;
        canvas.fill(Rect::new(x + 20, y, 4, 1), FAINT);
        canvas.write((x + 28, y - NARROW), NARROW, TEXT, &count.to_string());
    }
}

/// One measure, cut into bins of equal width.
struct Axis {
    metric: &'static Metric,
    /// The lower end of the first bin, and the width of each, in units.
    low: u32,
    step: u32,
    bins: u32,
    /// Pixels of a bin.
    side: i32,
    min: u32,
    median: u32,
    max: u32,
}

impl Axis {
    fn of(metric: &'static Metric, mut values: Vec<u32>) -> Axis {
        values.sort_unstable();
        let min = values.first().copied().unwrap_or(0);
        let max = values.last().copied().unwrap_or(0);
        let median = values.get(values.len().div_ceil(2).saturating_sub(1)).copied().unwrap_or(0);
        let bins = |step: u32| max / step - min / step + 1;
        let limit = (values.len() as u32).isqrt().clamp(MIN_BINS, MAX_BINS);
        let step = STEP_SIZES.into_iter().find(|&step| bins(step) <= limit).unwrap_or(u32::MAX);
        let bins = bins(step);
        let side = (PLANE_PIXELS / bins as i32).clamp(1, 64);
        Axis { metric, low: min / step * step, step, bins, side, min, median, max }
    }

    fn length(&self) -> i32 {
        self.bins as i32 * self.side
    }

    fn bin(&self, value: u32) -> u32 {
        (value - self.low) / self.step
    }

    /// The position of a value along the axis, in pixels; single numbers lie in the middle of their
    /// bin.
    fn offset(&self, value: u32) -> i32 {
        let middle = if self.is_single() { self.side / 2 } else { 0 };
        (i64::from(value - self.low) * i64::from(self.side) / i64::from(self.step)) as i32 + middle
    }

    /// Each bin is of one number.
    fn is_single(&self) -> bool {
        self.step == 1 && self.metric.unit == Unit::Count
    }

    /// Round values and their positions, at a minimal distance in pixels.
    fn ticks(&self, apart: i32) -> impl Iterator<Item = (i32, String)> {
        let between = STEP_SIZES
            .into_iter()
            .filter(|tick| tick % self.step == 0)
            .find(|tick| (tick / self.step) as i32 * self.side >= apart)
            .unwrap_or(u32::MAX);
        let end = self.low + self.bins * self.step - u32::from(self.is_single());
        let first = self.low.div_ceil(between).saturating_mul(between);
        let is_coarse = between.is_multiple_of(10);
        let label = move |value| self.label(value, is_coarse);
        (first..=end).step_by(between as usize).map(move |value| (self.offset(value), label(value)))
    }

    fn label(&self, value: u32, is_coarse: bool) -> String {
        match self.metric.unit {
            Unit::Count => value.to_string(),
            Unit::Share if is_coarse => format!("{}.{:02}", value / 1000, value % 1000 / 10),
            Unit::Share => format!("{}.{:03}", value / 1000, value % 1000),
        }
    }

    fn summary(&self) -> String {
        let [min, median, max] =
            [self.min, self.median, self.max].map(|value| self.label(value, false));
        format!("{min} to {max}, median {median}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(name: &str, values: &[u32]) -> Axis {
        Axis::of(Metric::find(name).expect("a metric"), values.to_vec())
    }

    #[test]
    fn every_value_has_its_bin() {
        for values in [vec![0], vec![7, 7], vec![0, 1_000], vec![312, 341], vec![3, 999_999]] {
            for name in ["density", "loops"] {
                let axis = axis(name, &values);
                assert!(axis.bins <= MAX_BINS, "{} bins", axis.bins);
                assert!(values.iter().all(|&value| axis.bin(value) < axis.bins), "{values:?}");
                assert!(values.iter().all(|&value| axis.offset(value) <= axis.length()));
                assert!(axis.ticks(72).count() <= 20);
            }
        }
    }

    #[test]
    fn shares_are_labelled_as_decimals_and_counts_as_numbers() {
        let labels = |name, values: &[u32]| -> Vec<String> {
            axis(name, values).ticks(28).map(|(_, label)| label).collect()
        };
        assert_eq!(
            labels("density", &[300, 324]),
            ["0.300", "0.305", "0.310", "0.315", "0.320", "0.325"]
        );
        assert_eq!(
            labels("density", &[300, 460]),
            ["0.30", "0.32", "0.34", "0.36", "0.38", "0.40", "0.42", "0.44", "0.46", "0.48"]
        );
        assert_eq!(labels("loops", &[0, 3]), ["0", "1", "2", "3"]);
    }
}
