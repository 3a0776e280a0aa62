//! Charts of what is reported of each member of a group.

use super::program::{MetricOfRules, Program, Type};
use crate::description::{Figure, FigureKind, Member};

/// A chart for each metric of a group's members that is true or false, or has labels: of the chances to be
/// true, or not to have the first label. `said` is what a metric is called.
pub fn figures(program: &Program, said: impl Fn(&MetricOfRules) -> String) -> Vec<Figure> {
    let mut figures: Vec<(String, String, Vec<Member>)> = Vec::new();
    for metric in &program.metrics {
        let mut parts = metric.name.splitn(3, '.');
        let (Some(group), Some(_), Some(what)) = (parts.next(), parts.next(), parts.next()) else { continue };
        if !program.groups.iter().any(|one| one.name == group) {
            continue;
        }
        let what = what.replace(['_', '.'], " ");
        let title = match &metric.ty {
            Type::Truth => what.clone(),
            Type::Label(labels) if labels.len() > 1 => format!("{what} not {}", labels[0]),
            _ => continue,
        };
        let words = said(metric);
        let name = words.strip_suffix(&format!(": {what}")).unwrap_or(&words);
        let member = Member { name: name.to_owned().into(), metric: metric.name.clone().into() };
        let stem = format!("{group}-{}", what.replace(' ', "-"));
        match figures.iter_mut().find(|(other, ..)| *other == stem) {
            Some((_, _, members)) => members.push(member),
            None => figures.push((stem, title, vec![member])),
        }
    }
    let figure = |(stem, title, members): (String, String, Vec<Member>)| {
        Figure::new(stem, FigureKind::Members { title: title.into(), members })
    };
    figures.into_iter().filter(|(_, _, members)| members.len() > 1).map(figure).collect()
}
