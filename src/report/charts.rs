//! stand-in
use crate::analysis::Odds;
#[allow(missing_docs)]
pub struct Chart {
    pub svg: String,
    pub png: Vec<u8>,
}
#[allow(missing_docs)]
pub struct Heading<'a> {
    pub title: &'a str,
    pub choices: &'a str,
}
#[allow(missing_docs)]
#[derive(Debug)]
pub struct ChartError;
impl std::fmt::Display for ChartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "chart")
    }
}
impl std::error::Error for ChartError {}
#[allow(missing_docs)]
pub fn overview(_: &Heading, _: &Odds) -> Result<Chart, ChartError> {
    Ok(Chart { svg: String::new(), png: vec![] })
}
#[allow(missing_docs)]
pub fn metric(_: &Heading, _: &Odds, _: usize) -> Result<Chart, ChartError> {
    Ok(Chart { svg: String::new(), png: vec![] })
}
