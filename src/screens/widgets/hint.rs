//! Keys and what they do, for the foot of a screen or of a page.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::{
    Appearance, Context,
    glyphs::{GlyphId, GlyphSet},
    keymap::Intent,
    theme::ColorRole,
};

/// A key, or several, and what they do here.
#[derive(Clone, Debug)]
pub struct KeyHint {
    pub key: String,
    pub does: &'static str,
}

/// The gap between two hints of a line.
const GAP_COLUMNS: usize = 3;

impl KeyHint {
    pub fn new(key: impl Into<String>, does: &'static str) -> Self {
        Self { key: key.into(), does }
    }

    /// The first key of an intent.
    pub fn of(context: &Context, intent: Intent, does: &'static str) -> Self {
        Self::new(context.key(intent), does)
    }

    /// Two keys that do opposite things.
    pub(crate) fn of_keys(context: &Context, intents: [Intent; 2], does: &'static str) -> Self {
        Self::new(intents.map(|intent| context.key(intent)).join(" "), does)
    }

    /// Two keys by the arrows on them. In ASCII the characters for arrows would be keys themselves:
    /// there they are named.
    pub fn of_arrows(looks: &Appearance, arrows: [GlyphId; 2], does: &'static str) -> Self {
        let name = |arrow| match (looks.glyphs, arrow) {
            (GlyphSet::Ascii, GlyphId::Up) => "up",
            (GlyphSet::Ascii, GlyphId::Down) => "down",
            (GlyphSet::Ascii, GlyphId::Left) => "<-",
            (GlyphSet::Ascii, GlyphId::Right) => "->",
            (_, arrow) => looks.glyph(arrow),
        };
        Self::new(arrows.map(name).join(" "), does)
    }
}

impl Context {
    /// What the keys of intents do.
    pub fn hints<const COUNT: usize>(&self, of: [(Intent, &'static str); COUNT]) -> Vec<KeyHint> {
        of.map(|(intent, does)| KeyHint::of(self, intent, does)).into()
    }
}

/// The hints that fit, in their order: keys in their colour, what they do fainter.
pub fn hint_line(hints: &[KeyHint], width: usize, looks: &Appearance) -> Line<'static> {
    let mut spans: Vec<Span<'static>> = Vec::new();
    let mut used = 0;
    for KeyHint { key, does } in hints {
        let gap = if spans.is_empty() { 0 } else { GAP_COLUMNS };
        let wide = gap + key.width() + 1 + does.width();
        if used + wide > width {
            break;
        }
        used += wide;
        spans.push(Span::raw(" ".repeat(gap)));
        spans.push(Span::styled(key.clone(), looks.style(ColorRole::Key)));
        spans.push(Span::styled(format!(" {does}"), looks.style(ColorRole::Dim)));
    }
    Line::from(spans)
}

/// All hints as text: `[w] work  [Esc] back`.
pub fn hint_text(hints: &[KeyHint]) -> String {
    let hints: Vec<_> =
        hints.iter().map(|KeyHint { key, does }| format!("[{key}] {does}")).collect();
    hints.join("  ")
}
