//! The opponents of a scenario.

use super::super::prepare::PrepareTable;
use super::super::scene::Scene;
use super::super::target::Target;
use super::fight::MOST_OPPONENTS;
use super::monitor::{MOST_BOXES, Monitor};
use super::spells::Kind;
use super::story::Names;
use crate::description::InputReader;

/// The opponents, in rows.
pub struct Rows(Vec<Row>);

/// A row of opponents with equal values.
struct Row {
    target: Target,
    name: Option<String>,
    count: usize,
    monitor: Monitor,
}

impl Rows {
    pub fn read(scene: &mut Scene) -> Rows {
        let positions = scene.input.positions("opponent");
        if positions.is_empty() {
            let help = format!("write [[opponent]], once or up to {MOST_OPPONENTS} times");
            scene.input.fault("opponent", "there is no opponent", help);
        }
        let mut rows: Vec<Row> = positions.iter().map(|position| Row::read(scene, *position)).collect();
        let mut all = 0;
        let mut too_many = None;
        for (row, position) in rows.iter_mut().zip(positions) {
            all += row.count;
            if all > MOST_OPPONENTS {
                too_many.get_or_insert(format!("opponent.{position}.count"));
                row.count -= (all - MOST_OPPONENTS).min(row.count);
            }
        }
        if let Some(key) = too_many {
            let help = format!("at most {MOST_OPPONENTS} in all, each `count` counted");
            scene.input.fault(&key, format!("there are {all} opponents"), help);
        }
        Rows(rows)
    }

    /// The index of the row of each opponent.
    pub fn places(&self) -> Vec<u8> {
        let row = |(place, row): (usize, &Row)| std::iter::repeat_n(place as u8, row.count);
        self.0.iter().enumerate().flat_map(row).collect()
    }

    /// The step tables of each row against spells of these Forces.
    pub fn kinds<T: PrepareTable>(&self, scene: &mut Scene, forces: &[i32]) -> Vec<Kind<T>> {
        let kind = |row: &Row| {
            let mut of_force = |&force: &i32| {
                let penalties = 0..=row.monitor.most_penalty() as i32;
                penalties.map(|wounds| T::read(scene, &row.target.wounded(wounds), force)).collect()
            };
            Kind { monitor: row.monitor, tables: forces.iter().map(&mut of_force).collect() }
        };
        self.0.iter().map(kind).collect()
    }

    /// The names of the opponents; those of a row are numbered.
    pub fn names(&self) -> Names {
        let several = self.0.len() > 1;
        let names = self.0.iter().enumerate().flat_map(|(place, row)| {
            let name = match &row.name {
                Some(name) => name.clone(),
                None if several => format!("opponent {}", place + 1),
                None if row.count > 1 => "opponent".to_owned(),
                None => "the opponent".to_owned(),
            };
            (1..=row.count).map(move |n| if row.count > 1 { format!("{name} {n}") } else { name.clone() })
        });
        Names(names.collect())
    }

    /// Describes the opponents, as in `against 3 × ganger, a drone`.
    pub fn words(&self) -> String {
        let words = |row: &Row| match &row.name {
            Some(name) if row.count > 1 => format!("{} × {name}", row.count),
            Some(name) => name.clone(),
            None if row.count > 1 => format!("{} × {}", row.count, row.target.kind.words()),
            None => row.target.kind.words().to_owned(),
        };
        format!("against {}", self.0.iter().map(words).collect::<Vec<_>>().join(", "))
    }
}

impl Row {
    fn read(scene: &mut Scene, position: usize) -> Row {
        let target = Target::read(scene, format!("opponent.{position}"));
        let input = &mut scene.input;
        let name = input.word(&target.key("name")).map(str::to_owned);
        // A count out of range is reported elsewhere.
        let count = input.integer(&target.key("count")).unsigned_abs() as usize;
        let boxes = target.key("boxes");
        let monitor = match input.find(&boxes) {
            Some(most) => Monitor::of_one_track(input, most),
            None if target.kind.is_living() => {
                let why = "the condition monitor of a living opponent follows from Willpower and Body; or write `boxes`";
                let attributes = ["willpower", "body"].map(|name| target.key(name));
                let [willpower, body] = attributes.each_ref().map(|key| (key.as_str(), input.need(key, why)));
                Monitor::living(input, [willpower, body])
            }
            None => {
                let message = format!("`{boxes}` is missing");
                input.fault(
                    &boxes,
                    message,
                    format!("the condition monitor of {} needs it", target.kind.words()),
                );
                Monitor::of_one_track(input, 1)
            }
        };
        // Wounds lower no pool of drones and objects.
        let wound_step = if target.kind.has_wounds() { monitor.wound_step } else { 0 };
        Row { monitor: Monitor { wound_step, ..monitor }, target, name, count }
    }
}

impl Monitor {
    /// The monitor of a living character. Each attribute comes with its key.
    pub fn living(input: &mut InputReader, [willpower, body]: [(&str, i32); 2]) -> Monitor {
        let mut boxes = |(key, attribute): (&str, i32)| {
            let boxes = 8 + (attribute + 1) / 2;
            Monitor::check(input, key, boxes)
        };
        let (stun, physical) = (Some(boxes(willpower)), boxes(body));
        Monitor { stun, physical, ..Monitor::rules(input) }
    }

    fn of_one_track(input: &InputReader, boxes: i32) -> Monitor {
        Monitor { physical: boxes.clamp(1, MOST_BOXES) as u8, ..Monitor::rules(input) }
    }

    /// The rules of all monitors.
    fn rules(input: &InputReader) -> Monitor {
        // Clamping is harmless: a step of more boxes than any monitor has costs nothing.
        let wound_step = input.integer("rules.wound_step").clamp(0, u8::MAX.into()) as u8;
        Monitor { stun: None, physical: 0, wound_step, overflow: input.flag("rules.stun_overflow") }
    }

    fn check(input: &mut InputReader, key: &str, boxes: i32) -> u8 {
        if boxes > MOST_BOXES {
            let message = format!("a condition monitor of {boxes} boxes");
            input.fault(key, message, format!("at most {MOST_BOXES} boxes"));
        }
        boxes.clamp(1, MOST_BOXES) as u8
    }
}
