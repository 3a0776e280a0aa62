//! Help: an overview, examples of every command, and pages on the languages of fizzle.

use clap::Command;

use super::error::Error;
use super::unknown;

/// What `fizzle` and `fizzle help` print.
pub const OVERVIEW: &str = "\
fizzle: what are my odds, and what should I choose?

At once:
  fizzle roll '4d6.highest(3)'             a roll of dice
  fizzle explore                           all of it as a page in the browser

A spell, an attack or a whole fight, by the rules of Shadowrun 5, The 9th Age,
Shadowrun 1 or Ars Magica 4:
  fizzle new shadowrun5 > mana.toml        write a scenario, to fill in
  fizzle run mana.toml                     what can happen, and how likely
  fizzle explain mana.toml                 one attempt, step by step
  fizzle advise mana.toml --vary choice.force=1..12 --maximize 'mean(damage)'

Any other game, or a house rule, is a text of a few lines:
  fizzle new rules > volley.rules          write a text to start from
  fizzle run volley.rules
  fizzle list dnd                          texts for D&D; or warhammer, risk

More help:
  fizzle --help                            all commands
  fizzle help COMMAND                      one of them, with examples
  fizzle help events                       how to write what may happen
  fizzle help statistics                   how to write numbers: mean(damage)
  fizzle help rules                        how to write a game of your own
  fizzle list                              the games and what they resolve
";

/// How to write an event.
const EVENTS: &str = "\
Events: what may happen

An event is true or false. It compares metrics, the numbers and words that come
of a scenario; `fizzle list SYSTEM` lists them. Keys of the table [unknown] are
metrics, too.

Examples:
  damage >= 10                             10 boxes of damage or more
  hit == 1                                 it hits: yes is 1, no is 0
  hit == 1 && drain == 0                   it hits, and there is no drain
  damage_type == 'physical'                a label, in quotes
  damage_type in ['stun', 'physical']      one of several
  damage - drain > 3                       sums, differences, products
  target.willpower >= 4                    what is unknown in the file
  !(hits < 3) || glitch != 'none'          not, or

Operators, strongest first:
  ( )                      brackets
  ! -                      not, minus
  *                        times
  + -                      plus, minus
  == != < <= > >= in       equal, not equal, less, ..., one of a list
  &&                       and
  ||                       or

Numbers are whole. Labels compare with ==, != and in only.

Where events are written:
  in a scenario file       [[question]] with event = \"damage >= 10\"
  for `fizzle explain`     --where 'damage >= 10'
  in a statistic           p(damage >= 10); see `fizzle help statistics`

In a shell, put an event into quotes: 'damage >= 10', or \"glitch == 'none'\".
";

/// How to write a statistic.
const STATISTICS: &str = "\
Statistics: numbers that sum up what may happen

A statistic is a number: a chance, an average, or arithmetic with them.

Examples:
  p(damage >= 10)                          the chance of an event, from 0 to 1
  p(\"costs no drain\")                      the same of a question of the file
  p(drain > 0 | hit == 1)                  the chance if it hits
  mean(damage)                             damage on average
  mean(damage | hit == 1)                  damage on average if it hits
  mean(damage - drain)                     arithmetic with metrics
  sd(damage)                               the standard deviation
  quantile(damage, 0.95)                   95 % of all damage is this or less
  mean(damage) / choice.force              damage per point of Force

The brackets hold an event or a metric (see `fizzle help events`); quantile( )
takes a metric that is a number, and a share from 0 to 1. Around them: numbers
such as 0.05, keys of the scenario that hold whole numbers (choice.force),
+ - * / and brackets.

Where statistics are written:
  fizzle advise FILE       --maximize 'mean(damage)' or --minimize 'mean(drain)'
                           --subject-to \"p(drain_type == 'physical') <= 0.01\"
                           --cost '20 * choice.reagents' --worth 50
  fizzle balance FILE      --target 'p(damage >= 10) = 0.25'
  attribute, sweep         --stat 'p(hit == 1)'
  in a scenario file       [advise] with maximize = \"mean(damage)\" and the like
                           [[expect]] with stat = \"p(hit == 1)\"
                           and between = [0.6, 0.7], for `fizzle test`

Constraints and targets compare two statistics with < <= > >= or =.
In a shell, put a statistic into quotes.
";

/// The language of rule texts on one page.
const RULES: &str = "\
Rules: your own game in a text

A text FILE.rules takes the place of a game. `fizzle new rules` prints one to
start from; run it with `fizzle run FILE.rules`. A line is a statement, brackets
continue it, # begins a comment.

  title \"A volley of arrows\"
  key archers = 10 in 1..60 \"archers\"       can be set: default, range, words
  key masters = false                      a switch: --set masters=true
  key mode = 'bow' in 'bow' | 'sling'      one of several words
  key choice.aim = 0 in 0..3               a choice: `advise` finds the best
  hits = (archers)d6.count(x, x >= 4)      dice: 3d6, d20, (number)d6, d(sides),
                                           d{1, 1, 2}, 2d6 & d8 as one roll
  wounds = hits - (hits)d6.count(x, x >= 5)
  question \"five or more\" = wounds >= 5    what is asked
  report hits, wounds                      what is counted; the last line

Questions about a roll:
  .count(x, x >= 5)  .sum()  .sum(x, x * x)  .max()  .min()  .nth(2)
  .highest(3)  .lowest(3)  .most()  .size()
Changes of its dice, before the question:
  .reroll(x, x == 1)                       these dice again, once
  .explode(6)                              one die more for each 6, and so on
  .compound()                              the highest face rolls on and adds
Calculations (whole numbers; / rounds down):
  + - * / %  == != < <= > >=  && || !  in [1, 3]  c ? a : b
  min(a, b)  max(a, b)  abs(a)  clamp(a, low, high)
Statements:
  if hit { ... } else { ... }
  repeat 6 { ... }                         six rounds
  repeat 50 while foe > 0 { ... }          rounds as long as, at most 50
  for x in [1, 3, 5] { ... }               also 1..6; `stop` ends a loop
  for x, n in 5d6 { ... }                  each face, and how many dice show it
  hp = 44 in 0..44                         its range, here and later
  def attack(bonus, ac) { ... return hit ? d8 : 0 }
  list boxes = [0, 1, 3, 6]                read as boxes[wound]
  table hits = [0, 0, 0]                   a list that changes: hits[k] += 1
  labels result = 'miss' | 'hit'           names for a metric `result`
  die fate = [-1, -1, 0, 0, 1, 1]          a die of your own: 4fate
  die score = 4d6.highest(3)               a die made of dice: 6score
  deck cards = 1..52                       5 of cards: a hand, asked like dice
  preset hero.knight { hero.hp = 44 }      values with a name together
  choose dice from 0..5 where dice < left  a player decides,
  goal maximize points                     and plays the best
  follow standing = foe <= 0 ? 'hero' : 'both'   a table round by round
  chart track \"the track\" for box in 0..9: mark = boxes > box ? 'X' : '.'
  group fighter in 2..8 { key hp in 1..50 }   several of a kind: [[fighter]]
  for f in fighter { f.left = f.hp - d6 }
  procedure siege \"a siege\" { ... }        one of several in a text
  use \"d20.rules\"                          definitions and lists of another text
  part soak { ... }                        lines that they share, where `play soak` stands
  require hp > 1 \"hp is {hp}\" \"2 or more\"   refused, and what would be right
  either hp | level \"hp, or a level\"         optional keys that do not go together
  summary \"{archers} archers\"             the settings in a line
  step \"Volley\"   note \"{hits} hit\"      what `fizzle explain` tells
  expect mean(wounds) in 3.3..3.4          what `fizzle test` checks

Step by step: docs/first-rules.md. All of it: docs/rules.md. Short texts for
sets, re-rolls, fights and more: docs/cookbook.md. For those who know AnyDice:
docs/anydice.md. Texts of D&D, Warhammer, Blades in the Dark, Risk and others:
scenarios/rules.
";

/// Help pages on topics that are not commands.
const TOPICS: &[(&str, &str)] = &[("events", EVENTS), ("statistics", STATISTICS), ("rules", RULES)];

/// The names of the topics.
pub fn topics<'a>() -> impl Iterator<Item = &'a str> {
    TOPICS.iter().map(|(topic, _)| *topic)
}

/// Two examples of each command. They work in the folder that contains `scenarios`.
const EXAMPLES: &[(&str, [&str; 2])] = &[
    (
        "run",
        [
            "fizzle run scenarios/lightning-bolt.toml",
            "fizzle run scenarios/manabolt.toml --exact --set choice.force=8",
        ],
    ),
    (
        "explain",
        [
            "fizzle explain scenarios/lightning-bolt.toml",
            "fizzle explain scenarios/fireball.toml --where 'damage >= 4'",
        ],
    ),
    (
        "compare",
        [
            "fizzle compare scenarios/armor-jacket.toml",
            "fizzle compare scenarios/manabolt.toml scenarios/lightning-bolt.toml",
        ],
    ),
    (
        "sweep",
        [
            "fizzle sweep scenarios/lightning-bolt.toml --vary choice.force=1..12",
            "fizzle sweep scenarios/fireball.toml --vary choice.reagents=unset,1..6",
        ],
    ),
    (
        "advise",
        [
            "fizzle advise scenarios/manabolt.toml --vary choice.force=1..12 \\\n    \
             --maximize 'mean(damage)'",
            "fizzle advise scenarios/lightning-bolt.toml --maximize 'p(damage >= 10)' \\\n    \
             --subject-to 'mean(drain) <= 1'",
        ],
    ),
    (
        "attribute",
        [
            "fizzle attribute scenarios/armor-jacket.toml",
            "fizzle attribute scenarios/armor-jacket.toml --variant book \\\n    \
             --stat \"p(wound == 'none')\"",
        ],
    ),
    (
        "balance",
        [
            "fizzle balance scenarios/lightning-bolt.toml --knob target.armor=0..20 \\\n    \
             --target 'p(damage >= 10) = 0.05'",
            "fizzle balance scenarios/manabolt.toml --knob target.willpower=1..8 \\\n    \
             --target 'mean(damage) = 3' --within 0.05",
        ],
    ),
    (
        "report",
        [
            "fizzle report scenarios/lightning-bolt.toml --out bolt.html",
            "fizzle report scenarios/manabolt.toml --vary choice.force=1..12 \\\n    \
             --maximize 'mean(damage)'",
        ],
    ),
    ("roll", ["fizzle roll 4d6kh3 3d6", "fizzle roll '2d20.max() + 5 >= 15'"]),
    ("explore", ["fizzle explore", "fizzle explore scenarios/lightning-bolt.toml --out bolt.html"]),
    ("sheet", ["fizzle sheet ninth-age", "fizzle sheet scenarios/manabolt.toml --out screen.html"]),
    ("test", ["fizzle test scenarios", "fizzle test scenarios/armor-jacket.toml --exact"]),
    (
        "verify",
        [
            "fizzle verify scenarios/manabolt.toml",
            "fizzle verify scenarios/lightning-bolt.toml --variant reagents --trials 100k",
        ],
    ),
    (
        "merge",
        [
            "for k in 1 2; do fizzle run scenarios/manabolt.toml --part $k/2; done && \\\n    \
             fizzle merge fizzle-out/manabolt/parts/*.part",
            "fizzle sweep scenarios/manabolt.toml --vary choice.force=1..6 --part 1/1 \\\n    \
             --out parts && fizzle merge parts/sweep-*.part --out results",
        ],
    ),
    ("new", ["fizzle new shadowrun5 indirect > bolt.toml", "fizzle new rules > volley.rules"]),
    ("list", ["fizzle list ninth-age", "fizzle list dnd"]),
    ("schema", ["fizzle schema > fizzle.schema.json", "fizzle schema shadowrun5"]),
    ("completions", ["source <(fizzle completions bash)", "fizzle completions zsh > _fizzle"]),
    ("man", ["fizzle man ~/.local/share/man/man1", "fizzle man man && man ./man/fizzle-run.1"]),
    ("help", ["fizzle help run", "fizzle help rules"]),
];

/// The commands by what they are for, in the order of `fizzle --help`.
const GROUPS: &[(&str, &[&str])] = &[
    ("The odds", &["run", "roll", "explain", "compare", "sweep"]),
    ("What to choose, and what to change", &["advise", "attribute", "balance"]),
    ("Pages and tables for players", &["explore", "report", "sheet"]),
    ("Scenarios and rules", &["new", "list", "schema", "test", "verify"]),
    ("Machines and shells", &["merge", "completions", "man", "help"]),
];

/// The headings of options that many commands share, for commands with many options.
const HEADINGS: &[(&str, &[&str])] = &[
    ("How to compute", &["exact", "sampled", "trials", "until", "seed", "threads", "part", "resume"]),
    (
        "What to print and write",
        &["format", "digits", "charts", "joint", "distributions", "out", "force", "quiet"],
    ),
];

/// A command with more options has them under headings.
const FEW_OPTIONS: usize = 9;

/// The command line with all help: commands in groups, options under headings, and examples of each command.
pub fn with_help(command: Command) -> Command {
    let overview = overview(&command);
    let command = command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{overview}\nOptions:\n{{options}}"
    ));
    with_examples(command).mut_subcommands(|command| {
        if command.get_opts().count() <= FEW_OPTIONS {
            return command;
        }
        command.mut_args(|argument| {
            let id = argument.get_id().as_str();
            match HEADINGS.iter().find(|(_, ids)| ids.contains(&id)) {
                Some((heading, _)) => argument.help_heading(*heading),
                None => argument,
            }
        })
    })
}

/// The commands in their groups, each with what it is for.
fn overview(command: &Command) -> String {
    let about = |name: &str| command.find_subcommand(name).and_then(Command::get_about);
    let line = |name: &&str| Some(format!("  {name:<11}  {}\n", about(name)?));
    let group = |(title, names): &(&str, &[&str])| {
        format!("{title}:\n{}", names.iter().filter_map(line).collect::<String>())
    };
    GROUPS.iter().map(group).collect::<Vec<_>>().join("\n")
}

/// Adds its examples to the help of each subcommand.
fn with_examples(command: Command) -> Command {
    let examples = |name: &str| EXAMPLES.iter().find(|(other, _)| *other == name);
    let charts = |name: &str| CHARTS.iter().find(|(other, _)| *other == name);
    let with_charts = |command: Command| match charts(command.get_name()) {
        Some((_, help)) if help.contains("overview") => {
            command.mut_arg("charts", |argument| argument.help(help))
        }
        Some((_, help)) => command.mut_arg("charts", |argument| argument.help(help).default_value("all")),
        None => command,
    };
    command.mut_subcommands(|command| match examples(command.get_name()) {
        Some((_, examples)) => {
            let lines: String = examples.iter().map(|example| format!("\n  {example}")).collect();
            with_charts(command).after_help(format!("Examples:{lines}"))
        }
        None => with_charts(command),
    })
}

/// The help of `--charts` for commands that do not draw one chart for each metric.
const CHARTS: [(&str, &str); 5] = [
    ("compare", "Charts to draw: none, overview or all (also the distributions)"),
    ("sweep", "Charts to draw: none, overview or all (with three or more keys, of each number)"),
    ("advise", "Charts to draw: none or all"),
    ("attribute", "Charts to draw: none or all"),
    ("balance", "Charts to draw: none or all"),
];

/// Returns the help page on a topic or on a command of `all`; without a name, the overview.
///
/// # Errors
/// When there is no such command or topic.
pub fn page(all: &mut Command, name: Option<&str>) -> Result<String, Error> {
    let Some(name) = name else { return Ok(OVERVIEW.to_owned()) };
    if let Some((_, text)) = TOPICS.iter().find(|(topic, _)| *topic == name) {
        return Ok((*text).to_owned());
    }
    all.build();
    if let Some(command) = all.find_subcommand_mut(name) {
        return Ok(command.render_help().to_string());
    }
    let names: Vec<&str> = commands(all).chain(topics()).collect();
    Err(Error::Input(unknown("command or topic", name, &names)))
}

/// The names of the commands of `all`.
pub fn commands(all: &Command) -> impl Iterator<Item = &str> {
    all.get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name)
}
