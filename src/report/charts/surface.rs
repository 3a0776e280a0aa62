//! Where charts are drawn: one set of strokes for vectors and for pixels.

use plotters::prelude::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontFamily, FontStyle, RGBColor, TextStyle};

use super::lettering::{FAMILY, Lettering};
use super::{Chart, ChartError};
use crate::report::color::Rgb;

/// A drawing that knows its size.
pub trait Scene {
    /// Width and height in CSS pixels.
    fn size(&self) -> (f64, f64);

    /// Draws it.
    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn;
}

/// Whether a stroke succeeded.
pub type Drawn = Result<(), ChartError>;

/// A rectangle in CSS pixels; `y` grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    /// The distance from its left side to its right side.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// The distance from its top to its bottom.
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// The area with so much more on all sides.
    pub fn grown(&self, by: f64) -> Area {
        Area { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }
}

/// The colours: one blue in three shades, one orange, and greys. They differ in
/// lightness, so that they also do in print and for the colour-blind.
pub mod ink {
    use crate::report::color::Rgb;

    pub use crate::report::color::{BAR, DEEP, FAINT_TEXT, PALE, PAPER};

    pub const TEXT: Rgb = Rgb(26, 26, 26);
    pub const AXIS: Rgb = Rgb(110, 110, 110);
    pub const GRID: Rgb = Rgb(224, 224, 224);
    pub const MEAN: Rgb = Rgb(213, 94, 0);
}

/// A colour as the backends take it.
fn plotters_color(Rgb(red, green, blue): Rgb) -> RGBColor {
    RGBColor(red, green, blue)
}

/// Which end of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A backend, and how many of its units make one CSS pixel.
pub struct Canvas<B> {
    backend: B,
    scale: f64,
    letters: Letters<B>,
}

/// How text is written.
enum Letters<B> {
    /// As elements of a layer of its own, whose unit is the CSS pixel: viewers
    /// misplace text of hundreds of units that is scaled down.
    Layer(B),
    /// Among the other pixels.
    Pixels,
}

impl<B: DrawingBackend> Canvas<B> {
    /// Fills a rectangle; however thin it is, it stays visible.
    pub fn fill(&mut self, area: Area, ink: Rgb) -> Drawn {
        let (left, top) = self.units(area.left, area.top);
        let (right, bottom) = self.units(area.right, area.bottom);
        let corner = (right.max(left + 1), bottom.max(top + 1));
        self.backend.draw_rect((left, top), corner, &plotters_color(ink).filled(), true).map_err(failed)
    }

    /// Draws a horizontal line of this thickness around `y`.
    pub fn across(&mut self, left: f64, right: f64, y: f64, thickness: f64, ink: Rgb) -> Drawn {
        self.fill(Area { left, right, top: y - thickness / 2.0, bottom: y + thickness / 2.0 }, ink)
    }

    /// Draws a vertical line of this thickness around `x`.
    pub fn down(&mut self, top: f64, bottom: f64, x: f64, thickness: f64, ink: Rgb) -> Drawn {
        self.fill(Area { top, bottom, left: x - thickness / 2.0, right: x + thickness / 2.0 }, ink)
    }

    /// Fills a circle.
    pub fn disc(&mut self, x: f64, y: f64, radius: f64, ink: Rgb) -> Drawn {
        let radius = (radius * self.scale).round() as u32;
        self.backend
            .draw_circle(self.units(x, y), radius, &plotters_color(ink).filled(), true)
            .map_err(failed)
    }

    /// Fills a polygon.
    pub fn polygon(&mut self, corners: &[(f64, f64)], ink: Rgb) -> Drawn {
        let corners: Vec<_> = corners.iter().map(|&(x, y)| self.units(x, y)).collect();
        self.backend.fill_polygon(corners, &plotters_color(ink).filled()).map_err(failed)
    }

    /// Writes one line of text on a baseline.
    pub fn write(
        &mut self,
        text: &str,
        (x, baseline): (f64, f64),
        anchor: Anchor,
        lettering: Lettering,
        ink: Rgb,
    ) -> Drawn {
        match &mut self.letters {
            Letters::Layer(layer) => write_element(layer, text, (x, baseline), anchor, lettering, ink),
            Letters::Pixels => self.write_pixels(text, (x, baseline), anchor, lettering, ink),
        }
    }

    /// Sets each glyph itself: the backend would drop the space to the left of
    /// each, and move each to a whole pixel, which leaves uneven gaps.
    fn write_pixels(
        &mut self,
        text: &str,
        (x, baseline): (f64, f64),
        anchor: Anchor,
        lettering: Lettering,
        ink: Rgb,
    ) -> Drawn {
        let before = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => lettering.advance(text) / 2.0,
            Anchor::End => lettering.advance(text),
        };
        let (start, baseline) = ((x - before) * self.scale, (baseline * self.scale).round());
        let (width, height) = self.backend.get_size();
        let mut drawn = Ok(());
        lettering.trace(text, self.scale, (start, baseline), |(x, y), coverage| {
            let inside = (0..width as i32).contains(&x) && (0..height as i32).contains(&y);
            if inside && drawn.is_ok() {
                let color = plotters_color(ink).mix(coverage).to_backend_color();
                drawn = self.backend.draw_pixel((x, y), color).map_err(failed);
            }
        });
        drawn
    }

    fn units(&self, x: f64, y: f64) -> (i32, i32) {
        ((x * self.scale).round() as i32, (y * self.scale).round() as i32)
    }

    fn paint(&mut self, scene: &impl Scene) -> Drawn {
        let (right, bottom) = scene.size();
        self.fill(Area { left: 0.0, top: 0.0, right, bottom }, ink::PAPER)?;
        scene.draw(self)?;
        if let Letters::Layer(layer) = &mut self.letters {
            layer.present().map_err(failed)?;
        }
        self.backend.present().map_err(failed)
    }
}

fn write_element<B: DrawingBackend>(
    layer: &mut B,
    text: &str,
    (x, baseline): (f64, f64),
    anchor: Anchor,
    lettering: Lettering,
    ink: Rgb,
) -> Drawn {
    let style = if lettering.bold { FontStyle::Bold } else { FontStyle::Normal };
    let horizontal = match anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    // The backend divides a font's size by 1.24, and writes text that hangs from
    // its place 0.76 em below it.
    let font = (FontFamily::Name(FAMILY), lettering.size * 1.24, style);
    let color = plotters_color(ink);
    let text_style = TextStyle::from(font).color(&color).pos(Pos::new(horizontal, VPos::Top));
    let place = (x.round() as i32, (baseline - 0.76 * lettering.size).round() as i32);
    layer.draw_text(text, &text_style, place).map_err(failed)
}

/// Draws a scene in both formats.
pub fn render(scene: &impl Scene) -> Result<Chart, ChartError> {
    Ok(Chart { svg: vectors(scene)?, png: draw_pixels(scene)? })
}

/// The SVG backend knows whole numbers only, so a CSS pixel has ten of them
/// where shapes are drawn.
const UNITS: u32 = 10;

const PIXELS: u32 = 2;

/// Draws a scene as an SVG document.
pub fn vectors(scene: &impl Scene) -> Result<String, ChartError> {
    let (width, height) = whole(scene.size());
    let (mut shapes, mut texts) = (String::new(), String::new());
    let backend = SVGBackend::with_string(&mut shapes, (width * UNITS, height * UNITS));
    let letters = Letters::Layer(SVGBackend::with_string(&mut texts, (width, height)));
    let mut canvas = Canvas { backend, scale: UNITS.into(), letters };
    canvas.paint(scene)?;
    drop(canvas);
    let (head, texts) = parts(&texts)?;
    let (_, shapes) = parts(&shapes)?;
    let scale = 1.0 / f64::from(UNITS);
    Ok(format!("{head}\n<g transform=\"scale({scale})\">\n{shapes}</g>\n{texts}</svg>\n"))
}

/// The opening tag of an SVG document, and what is in it.
fn parts(svg: &str) -> Result<(&str, &str), ChartError> {
    let inside = svg.trim_end().strip_suffix("</svg>").and_then(|svg| svg.split_once('\n'));
    inside.ok_or_else(|| failed("the drawing has no end"))
}

fn draw_pixels(scene: &impl Scene) -> Result<Vec<u8>, ChartError> {
    let (width, height) = whole(scene.size());
    let size = (width * PIXELS, height * PIXELS);
    let mut pixels = vec![255; size.0 as usize * size.1 as usize * 3];
    let backend = BitMapBackend::with_buffer(&mut pixels, size);
    let mut canvas = Canvas { backend, scale: PIXELS.into(), letters: Letters::Pixels };
    canvas.paint(scene)?;
    drop(canvas);
    encode(&pixels, size).map_err(failed)
}

fn encode(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

fn whole((width, height): (f64, f64)) -> (u32, u32) {
    (width.ceil() as u32, height.ceil() as u32)
}

fn failed(error: impl std::fmt::Display) -> ChartError {
    ChartError::Drawing(error.to_string())
}
