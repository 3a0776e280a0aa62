//! Texts of several procedures, which share declarations.

use std::collections::HashSet;

use super::super::syntax::{Block, Key, KeySet, Name, Statement, StatementKind};
use super::Parsed;
use super::leaving::left_by_conditions;
use super::statements::in_brackets;
use crate::expression::ExpressionError;
use crate::expression::grammar::{RULES, TokenKind, tokens_and_errors};

/// The table of the switches, which belong to all procedures.
const SWITCHES: &str = "rules.";

/// Divides a text into its procedures. Each has its own statements, and of what they share the keys, the
/// groups and the definitions that it mentions, and the switches.
pub fn divided(text: &str, mut whole: Parsed) -> Vec<Parsed> {
    whole.warnings.extend(unread_keys(text, &whole.block));
    let is_procedure = |one: &Statement| matches!(one.kind, StatementKind::Procedure { .. });
    let (procedures, mut shared): (Block, Block) =
        std::mem::take(&mut whole.block).into_iter().partition(is_procedure);
    if procedures.is_empty() {
        let shared = shared.into_iter().filter(|one| !matches!(one.kind, StatementKind::Part(..))).collect();
        return vec![Parsed { block: left_by_conditions(shared), ..whole }];
    }
    whole.errors.extend(shared.iter().filter(|one| !is_shared(one)).map(|statement| {
        let message = "this is outside of all procedures, and belongs to none";
        let help = "procedures share keys, presets, definitions, lists and labels: move it into one of them";
        ExpressionError::new(statement.span.clone(), message, help)
    }));
    // In a procedure, nothing would come behind it.
    shared.retain(|one| !matches!(one.kind, StatementKind::Report(..)));
    let mut names: HashSet<String> = HashSet::new();
    for statement in &procedures {
        let StatementKind::Procedure { name: Name { text, span }, .. } = &statement.kind else { continue };
        if !names.insert(text.clone()) {
            let message = format!("there is a procedure `{text}` already");
            whole.errors.push(ExpressionError::new(span.clone(), message, "give it another name"));
        }
    }
    let tables = procedures.iter().flat_map(of_whole_tables);
    for Name { text, span } in tables {
        if !shared.iter().filter_map(key_or_group).any(|key| is_in(key, text)) {
            let message = format!("procedures share no key of `{text}`");
            whole.errors.push(ExpressionError::new(span.clone(), message, "declare one outside of them"));
        }
    }
    let served = shared.iter().flat_map(|statement| match &statement.kind {
        StatementKind::Preset { procedures, .. } => &procedures[..],
        _ => &[],
    });
    for Name { text, span } in served.filter(|name| !names.contains(&name.text)) {
        let message = format!("there is no procedure `{text}`");
        let help = "a preset names the procedures that it serves";
        whole.errors.push(ExpressionError::new(span.clone(), message, help));
    }
    let playable: Vec<(String, HashSet<String>)> =
        shared.iter().filter_map(|one| Some((played(one)?, names_in(&text[one.span.clone()])))).collect();
    let mentioned_in = |statement: &Statement| {
        let mut mentioned = mentioned(&text[statement.span.clone()], &playable);
        for Name { text: table, .. } in of_whole_tables(statement) {
            let keys = shared.iter().filter_map(key_or_group).filter(|key| is_in(key, table));
            mentioned.extend(keys.map(str::to_owned));
        }
        mentioned
    };
    let mentioned: Vec<HashSet<String>> = procedures.iter().map(mentioned_in).collect();
    let idle: Block = shared.iter().filter_map(|one| idle(one, &mentioned)).collect();
    let one = |(statement, mentioned): (Statement, HashSet<String>)| {
        let StatementKind::Procedure { name, help, body } = statement.kind else { return None };
        let of_procedure = |one: &Statement| of_procedure(text, &name.text, one, &shared, &mentioned);
        let shared = shared.iter().filter_map(of_procedure).chain(idle.iter().cloned());
        let block = left_by_conditions(shared.chain(body).collect());
        Some(Parsed { procedure: Some((name, help)), block, ..whole.clone() })
    };
    procedures.into_iter().zip(mentioned).filter_map(one).collect()
}

/// A key that no procedure reads, such as one that a house rule has made idle: a scenario may have it all the same,
/// and is told that it makes no difference.
fn idle(statement: &Statement, mentioned: &[HashSet<String>]) -> Option<Statement> {
    let StatementKind::Key(key) = &statement.kind else { return None };
    let name = &key.name.text;
    let is_read = |mentioned: &HashSet<String>| mentions(mentioned, name);
    if key.is_bare() || name.starts_with(SWITCHES) || mentioned.iter().any(is_read) {
        return None;
    }
    let key = Key { is_optional: key.default.is_none(), ..Key::clone(key) };
    Some(Statement { kind: StatementKind::Key(Box::new(key)), ..statement.clone() })
}

/// Warnings about keys that a text declares, and that nothing reads. Presets set keys, and do not read them.
fn unread_keys(text: &str, block: &Block) -> Vec<ExpressionError> {
    let statements = || {
        block.iter().flat_map(|statement| match &statement.kind {
            StatementKind::Procedure { body, .. } => &body[..],
            _ => std::slice::from_ref(statement),
        })
    };
    let tables = block.iter().flat_map(of_whole_tables).map(|table| table.text.clone());
    let read = statements().filter(|statement| !matches!(statement.kind, StatementKind::Preset { .. }));
    let read = read.flat_map(|statement| names_in(&text[statement.span.clone()]));
    let read: HashSet<String> = read.chain(tables).collect();
    let is_read = |name: &str| mentions(&read, name) || read.iter().any(|table| is_in(name, table));
    let keys = statements().filter_map(|statement| match &statement.kind {
        StatementKind::Key(key) if !key.is_bare() && !is_read(&key.name.text) => Some(&key.name),
        _ => None,
    });
    let warning = |Name { text, span }: &Name| {
        let help = "leave it out, or write it where it counts";
        ExpressionError::new(span.clone(), format!("nothing reads `{text}`"), help)
    };
    keys.map(warning).collect()
}

/// The tables of which a procedure has all shared keys.
fn of_whole_tables(procedure: &Statement) -> impl Iterator<Item = &Name> {
    let body = match &procedure.kind {
        StatementKind::Procedure { body, .. } => &body[..],
        _ => &[],
    };
    body.iter().flat_map(|statement| match &statement.kind {
        StatementKind::Keys(tables) => &tables[..],
        _ => &[],
    })
}

/// Whether procedures may share a statement.
fn is_shared(statement: &Statement) -> bool {
    use StatementKind as Kind;
    let is_of_one = matches!(
        statement.kind,
        Kind::Summary(_)
            | Kind::Question(..)
            | Kind::Expect(_)
            | Kind::Sheet(_)
            | Kind::Goal(_)
            | Kind::Keys(_)
    );
    statement.is_declaration() && !is_of_one
}

/// The names in a procedure, and in the shared parts, definitions and dice that it plays. `playable` says how each of
/// these is mentioned, and which names are in it.
fn mentioned(procedure: &str, playable: &[(String, HashSet<String>)]) -> HashSet<String> {
    let mut mentioned = names_in(procedure);
    let mut left = Vec::from_iter(playable);
    while let Some(place) = left.iter().position(|(name, _)| mentions(&mentioned, name)) {
        let (_, names) = left.remove(place);
        mentioned.extend(names.iter().cloned());
    }
    mentioned
}

/// How a statement is mentioned that is played there: a part behind `play`, a definition before a bracket.
fn played(statement: &Statement) -> Option<String> {
    match &statement.kind {
        StatementKind::Definition { name, .. } => Some(format!("{}(", name.text)),
        StatementKind::Part(name, _) => Some(format!("play {}", name.text)),
        StatementKind::Die(name, _) => Some(name.text.clone()),
        _ => None,
    }
}

/// A shared statement as a procedure has it, or `None` if it does not have it.
fn of_procedure(
    text: &str,
    procedure: &str,
    statement: &Statement,
    shared: &Block,
    mentioned: &HashSet<String>,
) -> Option<Statement> {
    let has = |name: &str| name.starts_with(SWITCHES) || mentions(mentioned, name);
    let declared =
        |name: &str| shared.iter().find(|one| key_or_group(one).is_some_and(|key| is_in(name, key)));
    let is_foreign = |name: &str| declared(name).and_then(key_or_group).is_some_and(|key| !has(key));
    let is_had = match &statement.kind {
        StatementKind::Key(key) if key.names_presets() => true,
        StatementKind::Key(_) | StatementKind::Group(_) => key_or_group(statement).is_some_and(has),
        StatementKind::Definition { .. } => played(statement).is_some_and(|name| has(&name)),
        // Its lines stand where they are played.
        StatementKind::Part(..) => false,
        StatementKind::Either(either) => {
            !either.sets.iter().flat_map(KeySet::all).any(|name| is_foreign(&name.text))
        }
        StatementKind::Require(_) | StatementKind::Reading(..) => {
            !names_in(&text[statement.span.clone()]).iter().any(|name| is_foreign(name))
        }
        _ => true,
    };
    if !is_had {
        return None;
    }
    if let StatementKind::Preset { procedures, .. } = &statement.kind
        && !procedures.is_empty()
        && procedures.iter().all(|name| name.text != procedure)
    {
        return None;
    }
    let mut statement = statement.clone();
    if let StatementKind::Preset { values, .. } = &mut statement.kind {
        let is_full = !values.is_empty();
        values.retain(|value| match &value.kind {
            StatementKind::Assign { targets, .. } => !targets.iter().any(|target| is_foreign(&target.text)),
            _ => true,
        });
        if is_full && values.is_empty() {
            return None;
        }
    }
    Some(statement)
}

fn key_or_group(statement: &Statement) -> Option<&str> {
    match &statement.kind {
        StatementKind::Key(key) => Some(&key.name.text),
        StatementKind::Group(group) => Some(&group.name.text),
        _ => None,
    }
}

/// Whether a name is mentioned, or a part of it is, as in `levels.size`.
fn mentions(mentioned: &HashSet<String>, name: &str) -> bool {
    mentioned.iter().any(|other| is_in(other, name))
}

/// Whether a name is `whole`, or belongs to it.
fn is_in(name: &str, whole: &str) -> bool {
    name.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The names in a text, and in the brackets of its notes, but those of keys where they are declared. A name
/// before a bracket is there with it, too, and one behind `play` with that.
fn names_in(text: &str) -> HashSet<String> {
    let mut names = HashSet::new();
    let (mut is_declared, mut last) = (false, None);
    for token in tokens_and_errors(text, &RULES).0 {
        match token.kind {
            TokenKind::Name(_) if is_declared => is_declared = false,
            TokenKind::Name(name) => {
                is_declared = name == "key";
                if last.as_deref() == Some("play") {
                    names.insert(format!("play {name}"));
                }
                last = Some(name.clone());
                names.insert(name);
                continue;
            }
            TokenKind::Symbol("(") => names.extend(last.take().map(|name| name + "(")),
            TokenKind::Text(text) => {
                let inside = in_brackets(&text).into_iter().flatten();
                names.extend(inside.flat_map(|inside| names_in(&text[inside])));
            }
            _ => is_declared = false,
        }
        last = None;
    }
    names
}
