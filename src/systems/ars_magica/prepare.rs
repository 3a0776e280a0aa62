//! Reads the combatants of a round from a checked scenario.

use super::bonus::Advantage;
use super::combatant::{Hero, Opponent, Scores};
use super::fight::Fight;
use super::keys::MOST_FOES;
use super::matchup::Matchup;
use super::rules::Rules;
use super::wounds::Lost;
use crate::description::InputReader;
use crate::description::words::count;

/// The combatants, and their state before the first round. The hero's way to save the advantage of a
/// hit comes before that of a foe in a duel.
pub fn matchup(
    input: &mut InputReader,
    advantages: [Option<Advantage>; 2],
    counts: bool,
) -> (Matchup, Fight) {
    let rules = Rules::read(input);
    let hero = Hero { scores: Scores::read(input, "hero"), brawl_defense: input.find("hero.brawl_defense") };
    let hero_lost = Lost::read(input, &rules.wounds, "hero");
    let (mut foes, mut lost) = foes(input, &rules);
    if foes.is_empty() {
        input.fault("foe", "there is no foe", format!("write [[foe]], once or up to {MOST_FOES} times"));
    }
    foes.truncate(MOST_FOES);
    lost.truncate(MOST_FOES);
    let inside = input.integers("hero.inside_range").unwrap_or(&[]);
    if inside.len() > foes.len() {
        let message = format!("`hero.inside_range` has {} entries", inside.len());
        let foes = count(foes.len() as u32, "foe", "foes");
        input.fault("hero.inside_range", message, format!("at most one for each of {foes}"));
    }
    for (foe, &steps) in foes.iter_mut().zip(inside) {
        foe.inside = steps as i32;
    }
    let fight = Fight::new(hero_lost, &lost);
    (Matchup::new(rules, hero, foes, advantages, counts), fight)
}

/// The foes, each repeated by its `count`, and the levels they have lost.
fn foes(input: &mut InputReader, rules: &Rules) -> (Vec<Opponent>, Vec<Lost>) {
    let (mut foes, mut lost) = (Vec::new(), Vec::new());
    let mut too_many = None;
    for position in input.positions("foe") {
        let who = format!("foe.{position}");
        let foe = Opponent {
            scores: Scores::read(input, &who),
            inside: 0,
            closes: input.integer(&format!("{who}.closes")),
            hero_inside: input.integer(&format!("{who}.inside_range")),
        };
        let count = input.integer(&format!("{who}.count")).unsigned_abs() as usize;
        let levels = Lost::read(input, &rules.wounds, &who);
        foes.extend(std::iter::repeat_n(foe, count));
        lost.extend(std::iter::repeat_n(levels, count));
        if foes.len() > MOST_FOES {
            too_many.get_or_insert(format!("{who}.count"));
        }
    }
    if let Some(key) = too_many {
        let help = format!("at most {MOST_FOES} in all, each `count` counted");
        input.fault(&key, format!("there are {} foes", foes.len()), help);
    }
    (foes, lost)
}

/// Describes the fight in one line, which begins with its `length`.
pub fn words(length: &str, matchup: &Matchup) -> String {
    let of = |scores: &Scores| format!("{}/{}/{}", scores.initiative, scores.attack, scores.defense);
    let hero = of(&matchup.hero.scores);
    let groups = matchup.foes.chunk_by(|one, next| one.scores == next.scores);
    let foes: Vec<String> = groups
        .map(|group| format!("{} {}", count(group.len() as u32, "foe", "foes"), of(&group[0].scores)))
        .collect();
    let saving = |advantage| match advantage {
        Advantage::Fixed { to, .. } => format!("saving hits for {}", to.word()),
        Advantage::Best => "making the best use of hits".to_owned(),
    };
    let who = if matchup.foe_advantage.is_some() { "the hero " } else { "" };
    let own = matchup.advantage.map(|own| format!(", {who}{}", saving(own))).unwrap_or_default();
    let of_foe = matchup.foe_advantage.map(|foe| format!(" {}", saving(foe))).unwrap_or_default();
    format!("{length}: hero {hero} (Initiative/Attack/Defense) against {}{of_foe}{own}", foes.join(", "))
}
