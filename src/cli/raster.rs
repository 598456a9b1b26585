//! SVG in pixels, with a font that this program carries.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::Failure;

/// A picture as PNG, so many times as wide and as high.
pub(super) fn png(svg: &str, scale: u32) -> Result<Vec<u8>, Failure> {
    let mut options = Options::default();
    // The last has signs that the others lack.
    let fonts = [dejavu::sans_mono::regular(), dejavu::sans_mono::bold(), dejavu::sans::regular()];
    for font in fonts {
        options.fontdb_mut().load_font_data(font.to_vec());
    }
    let failed = |why: &dyn std::fmt::Display| Failure {
        code: 70,
        message: format!("the picture cannot be drawn: {why}"),
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    let side = |side: f32| side as u32 * scale;
    let pixels = Pixmap::new(side(tree.size().width()), side(tree.size().height()));
    let mut pixels = pixels.ok_or_else(|| failed(&"it is too large"))?;
    let times = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, times, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
