//! Random programs, on which all readers must agree.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::decisions::deviations_lose_what_is_said;
use super::readers_agree;

/// The maximum nesting depth of blocks.
const OUTERMOST: usize = 3;

/// Writes random programs.
struct Author {
    rng: Xoshiro256PlusPlus,
    text: String,
    indent: usize,
    /// The names that have a value here, all of them numbers.
    names: Vec<String>,
    /// Whether dice may be rolled here.
    rolls: bool,
    /// The numbers of definitions with one and with two results.
    definitions: [usize; 2],
    rolled: usize,
    /// Whether players may decide here.
    decides: bool,
    decided: usize,
    /// How many values are followed.
    followed: usize,
}

impl Author {
    fn program(seed: u64, decides: bool) -> String {
        let mut author = Author {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            text:
                "key k = 2 in 0..5\nkey o optional in 0..3\nlist l = [2, 0, 1, 3]\ndie odd = [-1, 0, 0, 4]\ndie made = 2d2.min() + k\n"
                    .to_owned(),
            indent: 0,
            names: vec!["k".to_owned()],
            rolls: true,
            definitions: [0; 2],
            rolled: 0,
            decides: false,
            decided: 0,
            followed: 0,
        };
        author.text += "labels w = 'low' | 'high' | 'none'\n";
        for _ in 0..author.below(3) {
            author.definition();
        }
        author.names = vec!["k".to_owned()];
        for name in ["a", "b", "c"] {
            let value = ["d3 - 1", "d2 + 1", "k"][author.below(3)];
            author.line(&format!("{name} = {value}"));
            author.names.push(name.to_owned());
        }
        author.decides = decides;
        author.block(OUTERMOST);
        if decides {
            author.line(["goal maximize x", "goal minimize y", "goal maximize y"][seed as usize % 3]);
        }
        let (x, y) = (author.number(1), author.truth(1));
        author.line(&format!(
            "report x = clamp({x} + a, -9, 9), y = {y}, w = {y} ? 'low' : a > 0 ? 'high' : 'none'"
        ));
        author.text
    }

    fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n)
    }

    fn line(&mut self, line: &str) {
        self.text += &"    ".repeat(self.indent);
        self.text += line;
        self.text.push('\n');
    }

    fn definition(&mut self) {
        let kind = self.below(2);
        let name = format!("{}{}", ["f", "g"][kind], self.definitions[kind]);
        self.line(&format!("def {name}(p, q) {{"));
        self.names = vec!["k".to_owned(), "p".to_owned(), "q".to_owned()];
        self.indent += 1;
        self.block(1);
        if self.below(3) == 0 {
            let condition = self.truth(1);
            self.line(&format!("if {condition} {{"));
            self.indent += 1;
            self.returned(kind);
            self.indent -= 1;
            self.line("}");
        }
        self.returned(kind);
        self.indent -= 1;
        self.line("}");
        self.definitions[kind] += 1;
    }

    fn returned(&mut self, kind: usize) {
        let values: Vec<String> = (0..=kind).map(|_| format!("clamp({}, -4, 4)", self.number(1))).collect();
        self.line(&format!("return {}", values.join(", ")));
    }

    fn block(&mut self, depth: usize) {
        let known = self.names.clone();
        self.indent += 1;
        for _ in 0..=self.below(3) {
            self.statement(depth);
        }
        self.indent -= 1;
        self.names = known;
    }

    fn statement(&mut self, depth: usize) {
        let target = match self.below(4) {
            0 => {
                self.rolled += 1;
                format!("v{}", self.rolled)
            }
            _ => self.target(),
        };
        if self.decides && self.decided < 4 && self.below(3) == 0 {
            return self.decision();
        }
        match if depth == 0 { self.below(5) } else { self.below(10) } {
            0 | 1 => {
                let value = self.number(2);
                self.line(&format!("{target} = clamp({value}, -9, 9)"));
                self.names.push(target);
            }
            2 => {
                let (target, value) = (self.target(), self.number(1));
                self.line(&format!("{target} -= {value}"));
                self.line(&format!("{target} = clamp({target}, -9, 9) in -9..9"));
            }
            3 => {
                self.rolled += 1;
                let roll = format!("r{}", self.rolled);
                let dice = self.dice();
                self.line(&format!("{roll} = {dice}"));
                for _ in 0..=self.below(3) {
                    // What a later question reads must not change in between.
                    let (target, question) = (self.target(), self.question("k"));
                    self.line(&format!("{target} = clamp({roll}{question}, -9, 9)"));
                }
            }
            4 if self.definitions[1] > 0 => {
                let which = self.below(self.definitions[1]);
                let (p, q) = (self.argument(), self.argument());
                let other = self.target();
                self.line(&format!("{other}, {target} = g{which}({p}, {q})"));
                self.names.push(target);
            }
            4 => self.line("note \"{k}\""),
            5 | 6 => {
                let condition = self.truth(2);
                self.line(&format!("if {condition} {{"));
                self.block(depth - 1);
                if self.below(2) == 0 {
                    self.line("} else {");
                    self.block(depth - 1);
                }
                self.line("}");
            }
            7 => {
                let rounds = self.below(4);
                let condition = match self.below(4) {
                    0 => String::new(),
                    1 => format!("while d3 < 3 || {} ", self.truth(0)),
                    _ => format!("while {} ", self.truth(1)),
                };
                self.line(&format!("repeat {rounds} {condition}{{"));
                if depth == OUTERMOST && self.rolled.is_multiple_of(2) {
                    self.follow();
                }
                self.block(depth - 1);
                self.line("}");
            }
            8 => self.faces(depth),
            _ => {
                self.rolled += 1;
                let name = format!("i{}", self.rolled);
                self.line(&format!("for {name} in [1, 3] {{"));
                self.names.push(name);
                self.block(depth - 1);
                self.names.pop();
                self.line("}");
            }
        }
    }

    /// Goes through the faces of dice, which may have a name and be asked other questions.
    fn faces(&mut self, depth: usize) {
        self.rolled += 1;
        let [x, n, m] = ["", "n", "m"].map(|count| format!("i{}{count}", self.rolled));
        let (mut roll, number) = (self.dice(), self.rolled);
        if self.below(2) == 0 {
            self.line(&format!("r{number} = {roll}"));
            roll = format!("r{number}");
            if self.below(3) == 0 {
                let (target, question) = (self.target(), self.question("k"));
                self.line(&format!("{target} = clamp({roll}{question}, -9, 9)"));
            }
        }
        let from = ["", " from high", " from low"][self.below(3)];
        let mut names = vec![x, n];
        if self.below(3) == 0 {
            names.push(m);
            roll = format!("{roll}, {}", self.dice());
        }
        self.line(&format!("for {} in {roll}{from} {{", names.join(", ")));
        let known = self.names.len();
        self.names.extend(names);
        self.block(depth - 1);
        self.names.truncate(known);
        self.line("}");
    }

    /// Follows a value, with a random generator of its own so that the rest of the program stays as it is.
    fn follow(&mut self) {
        let rng = Xoshiro256PlusPlus::seed_from_u64(self.text.len() as u64);
        let others =
            (std::mem::replace(&mut self.rng, rng), self.rolls, std::mem::take(&mut self.definitions));
        self.rolls = false;
        let truth = self.truth(1);
        let value = if self.below(2) == 0 { truth } else { format!("{truth} ? 'low' : 'high'") };
        (self.rng, self.rolls, self.definitions) = others;
        self.followed += 1;
        self.line(&format!("follow f{} = {value}", self.followed));
    }

    fn decision(&mut self) {
        self.decided += 1;
        let (target, number) = (self.target(), self.number(1));
        let options = match self.below(4) {
            0 => "[2, -1, 5]".to_owned(),
            1 => format!("min({number}, 1)..2"),
            2 => format!("0..clamp({number}, 0, 2)"),
            _ => "-1..1".to_owned(),
        };
        let aim = ["", "", " for minimize", " for maximize"][self.below(4)];
        self.line(&format!("choose {target} from {options}{aim}"));
        self.names.push(target);
    }

    /// A name that may be assigned.
    fn target(&mut self) -> String {
        let names: Vec<String> =
            self.names.iter().filter(|name| *name != "k" && !name.starts_with('i')).cloned().collect();
        if names.is_empty() { "a".to_owned() } else { names[self.below(names.len())].clone() }
    }

    fn name(&mut self) -> String {
        let place = self.below(self.names.len());
        self.names[place].clone()
    }

    fn argument(&mut self) -> String {
        format!("clamp({}, -2, 3)", self.number(0))
    }

    /// A roll of dice, of one or two kinds.
    fn dice(&mut self) -> String {
        match self.below(8) {
            0 => format!("({} & {})", self.dice_of_a_kind(), self.dice_of_a_kind()),
            _ => self.dice_of_a_kind(),
        }
    }

    fn dice_of_a_kind(&mut self) -> String {
        let count = match self.below(3) {
            0 => format!("(clamp({}, -1, 3))", self.name()),
            _ => (1 + self.below(3)).to_string(),
        };
        let die = ["d2", "d3", "d4", "odd", "d{0, 2: 3}", "made"][self.below(6)];
        let rerolls = [0, 0, 0, 0, 1, 2][self.below(6)];
        let mut reroll = |_| format!(".reroll(x, x {} {})", ["==", "<"][self.below(2)], self.below(4));
        let changes: String = (0..rerolls).map(&mut reroll).collect();
        format!("{count}{die}{changes}")
    }

    /// A question about a roll, which may read a name.
    fn question(&mut self, name: &str) -> String {
        match self.below(10) {
            0 => ".sum()".to_owned(),
            1 => ".max()".to_owned(),
            2 => ".min()".to_owned(),
            3 => format!(".nth({})", 1 + self.below(4)),
            4 => format!(".highest({})", self.below(3)),
            5 => format!(".lowest({})", self.below(3)),
            6 => ".most()".to_owned(),
            7 => format!(".count(x, x >= {})", self.below(4)),
            8 => format!(".sum(x, x == {name} ? 2 : l[clamp(x, 0, 3)])"),
            _ => ".size()".to_owned(),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(3) {
                0 => (self.below(7) as i64 - 2).to_string(),
                _ => self.name(),
            };
        }
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        match self.below(14) {
            0 => format!("{a} + {b}"),
            1 => format!("{a} - ({b})"),
            2 => format!("({a}) * {}", self.below(3)),
            3 => format!("min({a}, {b})"),
            4 => format!("max({a}, {b}, 1)"),
            5 => format!("abs({a})"),
            6 => format!("({} ? {a} : {b})", self.truth(depth - 1)),
            7 => format!("l[clamp({a}, 0, 3)]"),
            8 => format!("({a}) / {}", 1 + self.below(3)),
            9 => format!("({a}) % {}", ["2", "3", "-3"][self.below(3)]),
            10 => format!("(o ?? {a})"),
            11 | 12 if self.rolls => {
                let (dice, name) = (self.dice(), self.name());
                let question = self.question(&name);
                format!("{dice}{question}")
            }
            13 if self.definitions[0] > 0 => {
                let which = self.below(self.definitions[0]);
                format!("f{which}({}, {})", self.argument(), self.argument())
            }
            _ => a,
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let (a, b) = (self.number(depth), self.number(0));
        match self.below(8) {
            0 if depth > 0 => format!("({}) && ({})", self.truth(depth - 1), self.truth(depth - 1)),
            1 if depth > 0 => format!("({}) || ({})", self.truth(depth - 1), self.truth(depth - 1)),
            2 => format!("!({})", format_args!("{a} == {b}")),
            3 => format!("{a} in [0, 2, {b}]"),
            4 => "o is set".to_owned(),
            n => format!("{a} {} {b}", ["<", "<=", ">", ">=", "!="][n % 5]),
        }
    }
}

/// The number of programs per test run. More can be tried by hand with the environment variable.
fn programs() -> u64 {
    std::env::var("FIZZLE_RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(100)
}

#[test]
fn all_readers_agree_on_random_programs() {
    let agree = |seed| readers_agree(&Author::program(seed, false), 15_000, 2_000);
    let found: Vec<_> = (0..programs()).into_par_iter().filter_map(agree).collect();
    let (compared, outcomes) = (found.len() as u64, found.into_iter().sum::<usize>());
    // Programs with too many paths, or with a single outcome, test little.
    assert!(2 * compared > programs(), "only {compared} programs are small enough");
    assert!(outcomes as u64 > 2 * programs(), "the programs have {outcomes} outcomes");
}

#[test]
fn nobody_does_better_by_another_choice_in_random_programs() {
    let (mut decided, mut compared) = (0, 0);
    for seed in 0..programs() {
        let text = Author::program(seed, true);
        compared += usize::from(readers_agree(&text, 10_000, 1_000).is_some());
        decided += deviations_lose_what_is_said(&text);
    }
    assert!(3 * compared as u64 > programs(), "only {compared} programs are small enough");
    assert!(2 * decided as u64 > programs(), "there are {decided} situations with something to decide");
}
