//! The expressive range of a generator: where many levels lie in the plane of two measures.
//!
//! Smith and Whitehead, "Analyzing the expressive range of a level generator" (2010).

use super::canvas::{Area, Canvas, GLYPH_PIXELS, TooLarge, text_width};
use super::ink::{self, HEAT_STEPS, heat};
use crate::cli::metric::{Metric, Unit};

const LEFT_PIXELS: u32 = 96;
const TOP_PIXELS: u32 = 96;
const RIGHT_PIXELS: u32 = 150;
const BOTTOM_PIXELS: u32 = 96;
/// The approximate side of the plane.
const PLANE_PIXELS: u32 = 640;
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
        u64::from(LEFT_PIXELS + x.length() + RIGHT_PIXELS),
        u64::from(TOP_PIXELS + y.length() + BOTTOM_PIXELS),
    )?;
    for (line, text) in (0..).zip(heading) {
        let (scale, ink) = if line == 0 { (2, ink::TEXT) } else { (1, ink::FAINT) };
        canvas.write((LEFT_PIXELS / 4, 16 + line * 24), scale, ink, text);
    }
    let plane = Area { x: LEFT_PIXELS, y: TOP_PIXELS, width: x.length(), height: y.length() };
    let max = draw_bins(&mut canvas, plane, &x, &y, points);
    canvas.frame(
        Area { x: plane.x - 1, y: plane.y - 1, width: plane.width + 2, height: plane.height + 2 },
        1,
        ink::FAINT,
    );
    draw_x_axis(&mut canvas, plane, &x);
    draw_y_axis(&mut canvas, plane, &y);
    draw_scale(&mut canvas, plane, max);
    Ok(canvas)
}

/// Fills the plane; gives the number of levels in the fullest bin.
fn draw_bins(canvas: &mut Canvas, plane: Area, x: &Axis, y: &Axis, points: &[(u32, u32)]) -> u32 {
    let mut counts = vec![0_u32; (x.bins * y.bins) as usize];
    for &(across, up) in points {
        counts[(y.bin(up) * x.bins + x.bin(across)) as usize] += 1;
    }
    let max = counts.iter().copied().max().unwrap_or(0);
    canvas.fill(plane, ink::ROCK);
    for (place, &count) in (0..).zip(&counts).filter(|(_, count)| **count > 0) {
        let (column, row) = (place % x.bins, place / x.bins);
        let area = Area {
            x: plane.x + column * x.side,
            y: plane.y + (y.bins - 1 - row) * y.side,
            width: x.side,
            height: y.side,
        };
        canvas.fill(area, heat(step_of(count, max)));
    }
    max
}

/// One level is the darkest step, the fullest bin the lightest.
fn step_of(count: u32, max: u32) -> u8 {
    let last = u64::from(HEAT_STEPS - 1);
    (u64::from(count - 1) * last).checked_div(u64::from(max - 1)).unwrap_or(last) as u8
}

fn draw_x_axis(canvas: &mut Canvas, plane: Area, axis: &Axis) {
    let foot = plane.y + plane.height;
    for (offset, label) in axis.ticks(72) {
        let x = plane.x + offset;
        canvas.fill(Area { x, y: foot, width: 1, height: 6 }, ink::FAINT);
        let left = x.saturating_sub(text_width(&label, 1) / 2);
        canvas.write((left, foot + 12), 1, ink::TEXT, &label);
    }
    let median = axis.offset(axis.median);
    canvas.fill(Area { x: plane.x + median, y: foot + 1, width: 2, height: 9 }, ink::LIGHT);
    let name_width = text_width(axis.metric.name, 2);
    let left = plane.x + plane.width.saturating_sub(name_width) / 2;
    canvas.write((left, foot + 32), 2, ink::TEXT, axis.metric.name);
    let summary = axis.summary();
    let left = (plane.x + plane.width / 2).saturating_sub(text_width(&summary, 1) / 2);
    canvas.write((left, foot + 58), 1, ink::FAINT, &summary);
}

fn draw_y_axis(canvas: &mut Canvas, plane: Area, axis: &Axis) {
    for (offset, label) in axis.ticks(28) {
        let y = plane.y + plane.height - offset;
        canvas.fill(Area { x: plane.x - 6, y, width: 6, height: 1 }, ink::FAINT);
        let left = plane.x - 12 - text_width(&label, 1);
        canvas.write((left, y - GLYPH_PIXELS / 2), 1, ink::TEXT, &label);
    }
    let median = plane.y + plane.height - axis.offset(axis.median);
    canvas.fill(Area { x: plane.x - 10, y: median, width: 9, height: 2 }, ink::LIGHT);
    let top = plane.y - 3 * GLYPH_PIXELS - 4;
    canvas.write((LEFT_PIXELS / 4, top), 2, ink::TEXT, axis.metric.name);
    let left = LEFT_PIXELS / 4 + text_width(axis.metric.name, 2) + 2 * GLYPH_PIXELS;
    canvas.write((left, top + GLYPH_PIXELS / 2), 1, ink::FAINT, &axis.summary());
}

/// What the colours count.
fn draw_scale(canvas: &mut Canvas, plane: Area, max: u32) {
    let x = plane.x + plane.width + 24;
    let step = plane.height.clamp(u32::from(HEAT_STEPS), 320) / u32::from(HEAT_STEPS);
    let height = step * u32::from(HEAT_STEPS);
    canvas.write((x, plane.y + height + 12), 1, ink::TEXT, "levels");
    canvas.write((x, plane.y + height + 24), 1, ink::TEXT, "a bin");
    for place in 0..HEAT_STEPS {
        let y = plane.y + height - (u32::from(place) + 1) * step;
        canvas.fill(Area { x, y, width: 20, height: step }, heat(place));
    }
    let mut labels = vec![1, 1 + max / 4, 1 + max / 2, 1 + max * 3 / 4, max];
    labels.retain(|count| *count <= max);
    labels.dedup();
    for count in labels {
        let way = u32::from(step_of(count, max)) * step + step / 2;
        let y = plane.y + height - way;
        canvas.fill(Area { x: x + 20, y, width: 4, height: 1 }, ink::FAINT);
        canvas.write((x + 28, y - GLYPH_PIXELS / 2), 1, ink::TEXT, &count.to_string());
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
    side: u32,
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
        let side = (PLANE_PIXELS / bins).clamp(1, 64);
        Axis { metric, low: min / step * step, step, bins, side, min, median, max }
    }

    fn length(&self) -> u32 {
        self.bins * self.side
    }

    fn bin(&self, value: u32) -> u32 {
        (value - self.low) / self.step
    }

    /// The position of a value along the axis, in pixels; single numbers lie in the middle of their
    /// bin.
    fn offset(&self, value: u32) -> u32 {
        let middle = if self.is_single() { self.side / 2 } else { 0 };
        ((u64::from(value - self.low) * u64::from(self.side)) / u64::from(self.step)) as u32
            + middle
    }

    /// Each bin is of one number.
    fn is_single(&self) -> bool {
        self.step == 1 && self.metric.unit == Unit::Count
    }

    /// Round values and their positions, at a minimal distance in pixels.
    fn ticks(&self, apart: u32) -> impl Iterator<Item = (u32, String)> {
        let between = STEP_SIZES
            .into_iter()
            .filter(|tick| tick % self.step == 0)
            .find(|tick| tick / self.step * self.side >= apart)
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
