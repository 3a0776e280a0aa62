//! Writes pictures as SVG and PNG. This is the only file that uses plotters, whose backends draw
//! shapes in whole units: one tenth of a CSS pixel in SVG, half a CSS pixel in PNG.
//!
//! An SVG document combines two documents of the backend. Shapes are scaled down by ten, but some
//! viewers misplace large text that is scaled down, so text has a layer of its own whose unit is
//! the CSS pixel. In PNG each glyph is drawn separately: the backend would drop the space to its
//! left and move it to a whole pixel, which leaves uneven gaps.

use std::fmt;

use plotters::prelude::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontFamily, FontStyle, RGBColor, TextStyle};

use super::{Anchor, Area, FAMILY, Mark, Picture, Point, Text, ink, stripes, strokes};
use crate::report::color::Rgb;

/// A message that says why a chart could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartError(pub(in crate::report::charts) String);

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ChartError {}

/// The units per CSS pixel of the shapes in an SVG document, and the pixels per CSS pixel in PNG.
const UNITS: u32 = 10;
const PIXELS: u32 = 2;

impl Picture {
    /// The picture as an SVG document, in CSS pixels.
    ///
    /// # Errors
    ///
    /// If the backend fails.
    pub fn svg(&self) -> Result<String, ChartError> {
        let (width, height) = self.whole_size();
        let (mut shapes, mut texts) = (String::new(), String::new());
        let mut canvas = SVGBackend::with_string(&mut shapes, (width * UNITS, height * UNITS));
        let mut layer = SVGBackend::with_string(&mut texts, (width, height));
        Brush { canvas: &mut canvas, scale: UNITS.into() }
            .paint(self, |_, text| write_element(&mut layer, text))?;
        layer.present().map_err(failed)?;
        drop((canvas, layer));
        let (head, texts) = parts(&texts)?;
        let (_, shapes) = parts(&shapes)?;
        let head = head.replacen(" xmlns=", " role=\"img\" xmlns=", 1);
        let scale = 1.0 / f64::from(UNITS);
        let told = [("title", &self.title), ("desc", &self.description)];
        let told = told.into_iter().filter(|(_, text)| !text.is_empty());
        let told: String = told.map(|(tag, text)| format!("<{tag}>{}</{tag}>\n", escaped(text))).collect();
        Ok(format!("{head}\n{told}<g transform=\"scale({scale})\">\n{shapes}</g>\n{texts}</svg>\n"))
    }

    /// The bytes of a PNG file with two pixels for each CSS pixel.
    ///
    /// # Errors
    ///
    /// If it cannot be encoded.
    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        let (width, height) = self.whole_size();
        let size = (width * PIXELS, height * PIXELS);
        let mut pixels = vec![255; size.0 as usize * size.1 as usize * 3];
        let mut canvas = BitMapBackend::with_buffer(&mut pixels, size);
        Brush { canvas: &mut canvas, scale: PIXELS.into() }.paint(self, write_glyphs)?;
        drop(canvas);
        encode(&pixels, size).map_err(failed)
    }

    /// The SVG and the PNG file of a chart: names and contents.
    ///
    /// # Errors
    ///
    /// If one of them cannot be written.
    pub fn files(&self, name: &str) -> Result<[(String, Vec<u8>); 2], ChartError> {
        Ok([(format!("{name}.svg"), self.svg()?.into_bytes()), (format!("{name}.png"), self.png()?)])
    }

    fn whole_size(&self) -> (u32, u32) {
        (self.width.ceil() as u32, self.height.ceil() as u32)
    }
}

/// Splits an SVG document into its opening tag and its contents, without the closing tag.
fn parts(svg: &str) -> Result<(&str, &str), ChartError> {
    let inside = svg.trim_end().strip_suffix("</svg>").and_then(|svg| svg.split_once('\n'));
    inside.ok_or_else(|| failed("the drawing has no end"))
}

/// A text without the characters that begin tags and entities.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn encode(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// A backend, and the number of its units per CSS pixel.
struct Brush<'a, B> {
    canvas: &'a mut B,
    scale: f64,
}

impl<B: DrawingBackend> Brush<'_, B> {
    /// Draws a picture on a white background; `write` draws its texts.
    fn paint(
        mut self,
        picture: &Picture,
        mut write: impl FnMut(&mut B, &Text) -> Result<(), ChartError>,
    ) -> Result<(), ChartError> {
        let paper = Area { left: 0.0, top: 0.0, right: picture.width, bottom: picture.height };
        self.draw(&Mark::Rectangle { area: paper, ink: ink::PAPER })?;
        for mark in &picture.marks {
            match mark {
                Mark::Text(text) => write(self.canvas, text)?,
                mark => self.draw(mark)?,
            }
        }
        self.canvas.present().map_err(failed)
    }

    /// Draws a mark other than a text.
    fn draw(&mut self, mark: &Mark) -> Result<(), ChartError> {
        let mut all = |parts: Vec<Mark>| parts.iter().try_for_each(|part| self.draw(part));
        let drawn = match *mark {
            Mark::Line { ref points, thickness, ref dashes, ink } => {
                return all(strokes(points, thickness, dashes, ink));
            }
            Mark::Stripes { area, slant, ink } => return all(stripes(area, slant, ink)),
            Mark::Text(_) => Ok(()),
            Mark::Rectangle { area, ink } => {
                let (left, top) = self.units((area.left, area.top));
                let (right, bottom) = self.units((area.right, area.bottom));
                let corner = (right.max(left + 1), bottom.max(top + 1));
                self.canvas.draw_rect((left, top), corner, &color(ink).filled(), true)
            }
            Mark::Disc { center, radius, ink } => {
                let radius = (radius * self.scale).round() as u32;
                self.canvas.draw_circle(self.units(center), radius, &color(ink).filled(), true)
            }
            Mark::Polygon { ref corners, ink } => {
                let corners: Vec<_> = corners.iter().map(|&corner| self.units(corner)).collect();
                self.canvas.fill_polygon(corners, &color(ink).filled())
            }
        };
        drawn.map_err(failed)
    }

    fn units(&self, (x, y): Point) -> (i32, i32) {
        ((x * self.scale).round() as i32, (y * self.scale).round() as i32)
    }
}

fn write_element<B: DrawingBackend>(layer: &mut B, text: &Text) -> Result<(), ChartError> {
    let Text { place: (x, baseline), lettering, .. } = *text;
    let style = if lettering.bold { FontStyle::Bold } else { FontStyle::Normal };
    let horizontal = match text.anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    // The backend divides the font size by 1.24, and puts the baseline of top-anchored text
    // 0.76 em below the given point.
    let font = (FontFamily::Name(FAMILY), lettering.size * 1.24, style);
    let color = color(text.ink);
    let style = TextStyle::from(font).color(&color).pos(Pos::new(horizontal, VPos::Top));
    let place = (x.round() as i32, (baseline - 0.76 * lettering.size).round() as i32);
    layer.draw_text(&text.words, &style, place).map_err(failed)
}

fn write_glyphs<B: DrawingBackend>(canvas: &mut B, text: &Text) -> Result<(), ChartError> {
    let Text { place: (x, baseline), lettering, .. } = *text;
    let before = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => lettering.advance(&text.words) / 2.0,
        Anchor::End => lettering.advance(&text.words),
    };
    let scale = f64::from(PIXELS);
    let place = ((x - before) * scale, (baseline * scale).round());
    let (width, height) = canvas.get_size();
    let mut drawn = Ok(());
    lettering.trace(&text.words, scale, place, |(x, y), coverage| {
        let inside = (0..width as i32).contains(&x) && (0..height as i32).contains(&y);
        if inside && drawn.is_ok() {
            let color = color(text.ink).mix(coverage).to_backend_color();
            drawn = canvas.draw_pixel((x, y), color).map_err(failed);
        }
    });
    drawn
}

/// Converts a colour for the backends.
fn color(Rgb(red, green, blue): Rgb) -> RGBColor {
    RGBColor(red, green, blue)
}

fn failed(error: impl fmt::Display) -> ChartError {
    ChartError(format!("cannot draw the chart: {error}"))
}
