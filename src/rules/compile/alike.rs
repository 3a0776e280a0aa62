//! Finds members of a group that are alike: their keys have equal values, and up to some statement play treats
//! them alike. Up to there all their orders are equally likely, and rows that differ only in it are one row.
//!
//! Play treats members alike if a text says the same after they are exchanged. So statements are compared as
//! [`Term`]s, in which the parts of a sum have an order of their own. So have the turns of a loop over members, if
//! none reads what another one assigns, but for variables to which all of them add.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::code::{Alike, Op, change_each};
use super::super::program::{
    Expr, ExprKind, GroupOfRules, KeyValues, Operator, Options, Portion, Program, Statement, StatementKind,
    Turn, Type, portions,
};

/// What a text says, apart from how it says it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    Number(i64),
    Text(String),
    Variable(usize),
    /// A variable of one turn, by its first mention in it.
    Own(usize),
    Of(&'static str, Vec<Term>),
}

/// For each condition of the main routine, by its address, whether it is true, if that is known before play.
pub type Decided = HashMap<*const Expr, Option<bool>>;

/// The maximum number of members that are sorted.
const MOST_ALIKE: usize = 20;

/// For each group the members whose keys are equal, with their variables.
pub fn alike_by_keys(program: &Program, keys: &KeyValues) -> Vec<Alike> {
    let mut found = Vec::new();
    for (group, of) in program.groups.iter().enumerate() {
        let start = format!("{}.", of.name);
        let mut fields: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
        // What is reported of a member may be called like what it is computed from.
        let is_reported = |variable| program.metrics.iter().any(|metric| metric.variable == variable);
        let variables = program.main.variables.iter().enumerate();
        for (variable, known) in variables.filter(|&(variable, _)| !is_reported(variable)) {
            let field = known.name.strip_prefix(&start).and_then(|rest| rest.split_once('.'));
            if let Some((member, field)) = field.and_then(|(one, field)| Some((one.parse().ok()?, field))) {
                fields.entry(field).or_default().insert(member, variable);
            }
        }
        fields.retain(|_, variables| variables.len() == of.members.len());
        let has_lists = program.list_keys.iter().any(|key| key.name.starts_with(&start));
        let values = |table: usize| {
            let start = format!("{start}{table}.");
            let own = (0..program.keys.len()).filter(|&key| program.keys[key].name.starts_with(&start));
            (has_lists.then_some(table), own.map(|key| keys.peek(key)).collect::<Vec<_>>())
        };
        let mut classes: BTreeMap<_, Vec<(usize, Vec<usize>)>> = BTreeMap::new();
        for (member, known) in of.members.iter().enumerate() {
            let variables = fields.values().map(|variables| variables[&member]).collect();
            classes.entry(values(known.table)).or_default().push((member, variables));
        }
        let classes = classes.into_values().filter(|members| (2..=MOST_ALIKE).contains(&members.len()));
        found.extend(classes.map(|members| Alike { group, members }));
    }
    found
}

/// The number of statements of the main routine, from its beginning, that treat these members alike.
fn treated_alike(reading: &mut Reading<'_>, alike: &Alike) -> usize {
    let number = alike.members.len();
    // Exchanging the first two, and moving all on by one, make up all orders.
    let first_two = |place: usize| if place < 2 { 1 - place } else { place };
    let orders: [&dyn Fn(usize) -> usize; 2] = [&first_two, &|place| (place + 1) % number];
    let exchanged = orders.map(|order| {
        let pairs = (0..number).map(|place| (&alike.members[place].1, &alike.members[order(place)].1));
        pairs.flat_map(|(from, to)| from.iter().copied().zip(to.iter().copied())).collect()
    });
    let body = &reading.program.main.body;
    let mut until = 0;
    for portion in portions(body, 0) {
        let before = reading.portion(&portion, 0, &mut Names::of_main(&HashMap::new()));
        let is_like = |exchanged| reading.portion(&portion, 0, &mut Names::of_main(exchanged)) == before;
        if !exchanged.iter().all(is_like) {
            break;
        }
        until += portion.statements().count();
    }
    until
}

/// Limits what is said of members in the code of the main routine to where play treats them alike, and tells
/// them apart behind it. `starts` has the place in the code for each statement.
pub fn limit(
    program: &Program,
    keys: &KeyValues,
    decided: &Decided,
    all: &[Alike],
    ops: &mut Vec<Op>,
    starts: &[usize],
) {
    let mut reading = Reading::new(program, keys, decided);
    let ends = all.iter().map(|alike| {
        let until = treated_alike(&mut reading, alike);
        (starts.get(until).copied().unwrap_or(ops.len()), alike)
    });
    let mut ends: Vec<(usize, &Alike)> = ends.collect();
    ends.sort_by_key(|&(end, _)| Reverse(end));
    for (end, alike) in ends {
        let has_dice = ops[..end].iter().any(Op::is_random);
        forget(&mut ops[if has_dice { end } else { 0 }..], alike);
        if has_dice && end < ops.len() {
            ops.insert(end, Op::Shuffle { alike: alike.clone(), live: Vec::new() });
        }
    }
}

/// Says nothing of these members in code.
fn forget(ops: &mut [Op], alike: &Alike) {
    let is_of = |one: &Alike| one.group == alike.group && alike.members.contains(&one.members[0]);
    change_each(ops, &mut |op| {
        if let Op::Merge { alike, .. } = op {
            alike.retain(|one| !is_of(one));
        }
    });
}

/// What a statement consists of.
#[derive(Default)]
struct Uses<'s> {
    /// Statements that come first.
    head: &'s [Statement],
    exprs: Vec<&'s Expr>,
    /// Variables that it reads besides.
    reads: Vec<usize>,
    writes: Vec<usize>,
    /// What it may play then.
    blocks: Vec<&'s [Statement]>,
    /// Whether one of the blocks is played in any case.
    is_either: bool,
    /// Whether it depends on when it comes: it counts something, or a player decides, who sees everything.
    is_bound: bool,
    /// What else tells it from others.
    terms: Vec<Term>,
}

/// What a turn of a loop over members reads and assigns.
#[derive(Default)]
struct Effects {
    reads: HashSet<usize>,
    /// The variables that it assigns, with the operator if it does no more than add to them.
    writes: HashMap<usize, Option<Operator>>,
    is_bound: bool,
}

/// The names of a term.
struct Names<'n> {
    /// In the main routine, the variables that are exchanged.
    exchanged: Option<&'n HashMap<usize, usize>>,
    /// In a turn, its own variables, by their first mention.
    own: Option<HashMap<usize, usize>>,
    /// In a definition, the parameters with a known value.
    given: &'n [Option<i64>],
}

impl<'n> Names<'n> {
    fn of_main(exchanged: &'n HashMap<usize, usize>) -> Names<'n> {
        Names { exchanged: Some(exchanged), own: None, given: &[] }
    }
}

struct Reading<'a> {
    program: &'a Program,
    keys: KeyValues,
    decided: &'a Decided,
    /// The types of the members of groups.
    member_types: Vec<Type>,
    /// The variables that do not belong to a turn: not every turn that reads them has assigned them before.
    shared: HashSet<usize>,
    /// The terms of definitions, and the number of a definition for the values of parameters.
    terms: Vec<Term>,
    defined: HashMap<(usize, Vec<Option<i64>>), usize>,
}

impl<'a> Reading<'a> {
    fn new(program: &'a Program, keys: &KeyValues, decided: &'a Decided) -> Self {
        let mut reading = Reading {
            program,
            // Whether keys are read in play is another question.
            keys: keys.unread(),
            decided,
            member_types: program.groups.iter().map(GroupOfRules::member_type).collect(),
            shared: program.metrics.iter().map(|metric| metric.variable).collect(),
            terms: Vec::new(),
            defined: HashMap::new(),
        };
        reading.find_shared(&program.main.body, 0, None);
        reading
    }

    /// What a statement consists of, in the main routine or a definition.
    fn uses<'s>(&self, kind: &'s StatementKind, names: &Names<'_>) -> Uses<'s>
    where
        'a: 's,
    {
        let program = self.program;
        let dice = |&roll: &usize| Term::Text(format!("{:?}", program.rolls[roll]));
        let mut uses = Uses::default();
        match kind {
            StatementKind::Assign { variable, value } => {
                (uses.exprs, uses.writes) = (vec![value], vec![*variable]);
            }
            StatementKind::Range { variable, low, high } => {
                (uses.exprs, uses.reads) = (vec![low, high], vec![*variable]);
            }
            StatementKind::Roll { roll, arguments, answers } => {
                (uses.exprs, uses.writes) = (arguments.iter().collect(), answers.clone());
                uses.terms.push(dice(roll));
            }
            StatementKind::Call { arguments, results, parts, .. } => {
                (uses.exprs, uses.writes) = (arguments.iter().collect(), results.clone());
                uses.terms.extend(parts.map(Term::Number));
            }
            StatementKind::If { condition, yes, no } => {
                let decided = self.decided.get(&std::ptr::from_ref(condition)).copied().flatten();
                match decided.or_else(|| Some(self.value(condition, names)? == 1)) {
                    Some(truth) => uses.head = if truth { yes } else { no },
                    None => {
                        (uses.exprs, uses.blocks, uses.is_either) =
                            (vec![condition], vec![&yes[..], &no[..]], true)
                    }
                }
            }
            StatementKind::Repeat { most, head, condition, body, followed, .. } => {
                (uses.head, uses.blocks) = (head, vec![&body[..]]);
                uses.exprs = [condition].into_iter().chain(most).collect();
                self.follow(&mut uses, followed.iter().copied());
            }
            StatementKind::For { variable, values, body } => {
                (uses.writes, uses.blocks) = (vec![*variable], vec![&body[..]]);
                uses.terms = values.iter().copied().map(Term::Number).collect();
            }
            StatementKind::Faces { rolls, variable, counts, is_from_high, body } => {
                (uses.writes, uses.blocks, uses.is_bound) = (counts.clone(), vec![&body[..]], true);
                uses.writes.push(*variable);
                uses.terms = rolls.iter().map(dice).chain([Term::Number((*is_from_high).into())]).collect();
            }
            StatementKind::Choose(choice) => {
                let known = &program.choices[*choice];
                if let Options::Range(low, high) = &known.options {
                    uses.exprs.extend([low, high]);
                }
                uses.exprs.extend(&known.condition);
                uses.reads = known.seeing.iter().map(|&(variable, _)| variable).collect();
                (uses.writes, uses.is_bound) = (vec![known.variable], true);
                uses.terms.push(Term::Number(*choice as i64));
            }
            StatementKind::Chart(chart) => {
                let known = &program.charts[*chart];
                uses.writes.push(known.variable);
                self.follow(&mut uses, known.first..known.first + known.places.len());
            }
            StatementKind::Step(_) | StatementKind::Note(_) => {}
        }
        uses
    }

    fn follow<'s>(&self, uses: &mut Uses<'s>, followed: impl Iterator<Item = usize>)
    where
        'a: 's,
    {
        for place in followed {
            uses.blocks.push(&self.program.followed[place].head);
            uses.exprs.push(&self.program.followed[place].value);
            uses.is_bound = true;
        }
    }

    /// Finds the variables that do not belong to a turn. Takes the variables that a turn has assigned, if this is
    /// one, and returns those that it has assigned then.
    fn find_shared(
        &mut self,
        block: &'a [Statement],
        depth: usize,
        mut assigned: Option<HashSet<usize>>,
    ) -> Option<HashSet<usize>> {
        for portion in portions(block, depth) {
            let one = match portion {
                Portion::One(one) => one,
                Portion::Each(turns) => {
                    for (_, statements) in turns {
                        self.find_shared(statements, depth + 1, Some(HashSet::new()));
                    }
                    continue;
                }
            };
            let uses = self.uses(&one.kind, &Names::of_main(&HashMap::new()));
            assigned = self.find_shared(uses.head, 0, assigned);
            let read = uses.exprs.iter().flat_map(|expr| expr.variables()).chain(uses.reads);
            let is_own =
                |variable: &usize| assigned.as_ref().is_some_and(|assigned| assigned.contains(variable));
            self.shared.extend(read.filter(|variable| !is_own(variable)));
            if let Some(assigned) = &mut assigned {
                assigned.extend(uses.writes);
            }
            let ends: Vec<_> =
                uses.blocks.iter().map(|block| self.find_shared(block, 0, assigned.clone())).collect();
            if let (true, [Some(yes), Some(no)]) = (uses.is_either, &ends[..]) {
                assigned = Some(yes & no);
            }
        }
        assigned
    }

    /// Whether the order of turns makes no difference.
    fn are_independent(&self, turns: &[(Turn, &[Statement])], names: &Names<'_>) -> bool {
        let effects = turns.iter().map(|(_, statements)| {
            let mut effects = Effects::default();
            self.effects(statements, names, &mut effects);
            effects
        });
        let effects: Vec<Effects> = effects.collect();
        effects.iter().enumerate().all(|(turn, one)| {
            let others =
                effects.iter().enumerate().filter(|(other, _)| *other != turn).map(|(_, other)| other);
            let mut others = others.flat_map(|other| &other.writes);
            let is_apart = |(variable, adds): (&usize, &Option<Operator>)| {
                let both_add = |own: &Option<Operator>| adds.is_some() && own == adds;
                !self.shared.contains(variable)
                    || !one.reads.contains(variable) && one.writes.get(variable).is_none_or(both_add)
            };
            !one.is_bound && others.all(is_apart)
        })
    }

    /// Adds what some statements read and assign.
    fn effects(&self, block: &[Statement], names: &Names<'_>, effects: &mut Effects) {
        for Statement { kind, .. } in block {
            let uses = self.uses(kind, names);
            self.effects(uses.head, names, effects);
            let mut exprs = uses.exprs;
            let mut adds = None;
            if let StatementKind::Assign { variable, value } = kind
                && let Some((operator, part)) = added(*variable, value)
            {
                (exprs, adds) = (vec![part], Some(operator));
            }
            effects.reads.extend(exprs.iter().flat_map(|expr| expr.variables()).chain(uses.reads));
            for variable in uses.writes {
                let known = effects.writes.entry(variable).or_insert(adds);
                *known = known.filter(|known| adds == Some(*known));
            }
            effects.is_bound |= uses.is_bound;
            uses.blocks.iter().for_each(|block| self.effects(block, names, effects));
        }
    }

    fn portion(&mut self, portion: &Portion<'_>, depth: usize, names: &mut Names<'_>) -> Term {
        let turns = match portion {
            Portion::One(one) => return self.statement(&one.kind, names),
            Portion::Each(turns) => turns,
        };
        let mut terms: Vec<Term> = Vec::new();
        for (_, statements) in turns {
            let outer = names.own.replace(HashMap::new());
            terms.push(self.block(statements, depth + 1, names));
            names.own = outer;
        }
        if self.are_independent(turns, names) {
            terms.sort();
        }
        Term::Of("each", terms)
    }

    fn block(&mut self, block: &[Statement], depth: usize, names: &mut Names<'_>) -> Term {
        let terms = portions(block, depth).map(|portion| self.portion(&portion, depth, names));
        Term::Of("block", terms.collect())
    }

    fn statement(&mut self, kind: &StatementKind, names: &mut Names<'_>) -> Term {
        let mut uses = self.uses(kind, names);
        let mut terms = vec![self.block(uses.head, 0, names)];
        if let StatementKind::Call { definition, .. } = kind {
            let given = self.members_given(*definition, &uses.exprs, names);
            let mut places = given.iter();
            uses.exprs.retain(|_| places.next().is_some_and(Option::is_none));
            terms.push(Term::Number(self.definition(*definition, given) as i64));
        }
        terms.extend(uses.exprs.iter().map(|expr| self.expr(expr, names)));
        let variables = uses.reads.iter().chain(&uses.writes);
        terms.extend(variables.map(|&variable| self.variable(variable, names)));
        for block in &uses.blocks {
            terms.push(self.block(block, 0, names));
        }
        let name = match kind {
            StatementKind::Assign { .. } => "assign",
            StatementKind::Range { .. } => "range",
            StatementKind::Roll { .. } => "roll",
            StatementKind::Call { .. } => "call",
            StatementKind::If { .. } => "if",
            StatementKind::Repeat { .. } => "repeat",
            StatementKind::For { .. } => "for",
            StatementKind::Faces { .. } => "faces",
            StatementKind::Choose(_) => "choose",
            StatementKind::Chart(_) => "chart",
            StatementKind::Step(_) | StatementKind::Note(_) => "words",
        };
        Term::Of(name, terms.into_iter().chain(uses.terms).collect())
    }

    /// The members that a call gives to a definition, if they are known and it keeps them.
    fn members_given(&self, definition: usize, arguments: &[&Expr], names: &Names<'_>) -> Vec<Option<i64>> {
        let routine = &self.program.definitions[definition];
        let mut effects = Effects::default();
        self.effects(&routine.body, &Names { exchanged: None, own: None, given: &[] }, &mut effects);
        let value = |(parameter, argument): (usize, &&Expr)| {
            let is_member = self.member_types.contains(&routine.variables[parameter].ty);
            let value = is_member.then(|| self.value(argument, names)).flatten();
            value.filter(|_| !effects.writes.contains_key(&parameter))
        };
        arguments.iter().enumerate().map(value).collect()
    }

    /// The number of a definition that is given these members. It is one for those that it treats alike.
    fn definition(&mut self, definition: usize, given: Vec<Option<i64>>) -> usize {
        let key = (definition, given);
        if let Some(&known) = self.defined.get(&key) {
            return known;
        }
        let routine = &self.program.definitions[definition];
        let body = self.block(&routine.body, 0, &mut Names { exchanged: None, own: None, given: &key.1 });
        let term = Term::Of("definition", vec![Term::Number(definition as i64), body]);
        let number = self.terms.iter().position(|known| *known == term).unwrap_or_else(|| {
            self.terms.push(term);
            self.terms.len() - 1
        });
        self.defined.insert(key, number);
        number
    }

    /// The value of an expression, if keys and the members that a definition is given determine it.
    fn value(&self, expr: &Expr, names: &Names<'_>) -> Option<i64> {
        let is_known =
            expr.variables().all(|variable| names.given.get(variable).is_some_and(Option::is_some));
        let given: Vec<i64> = names.given.iter().map(|given| given.unwrap_or(0)).collect();
        is_known.then(|| expr.value(&given, &self.keys, &self.program.lists).ok()).flatten()
    }

    fn variable(&self, variable: usize, names: &mut Names<'_>) -> Term {
        match (names.exchanged, &mut names.own) {
            (Some(_), Some(own)) if !self.shared.contains(&variable) => {
                let next = own.len();
                Term::Own(*own.entry(variable).or_insert(next))
            }
            (Some(exchanged), _) => Term::Variable(*exchanged.get(&variable).unwrap_or(&variable)),
            (None, _) => Term::Variable(variable),
        }
    }

    fn expr(&self, expr: &Expr, names: &mut Names<'_>) -> Term {
        if let Some(value) = self.value(expr, names) {
            return Term::Number(value);
        }
        let terms = |exprs: &[&Expr], names: &mut Names<'_>| -> Vec<Term> {
            exprs.iter().map(|expr| self.expr(expr, names)).collect()
        };
        match &expr.kind {
            ExprKind::Constant(value) => Term::Number(*value),
            ExprKind::Key(key) | ExprKind::IsSet(key) => Term::Of("key", vec![Term::Number(*key as i64)]),
            ExprKind::KeyOr(key, otherwise) => {
                self.keys.peek(*key).map_or_else(|| self.expr(otherwise, names), Term::Number)
            }
            ExprKind::Variable(variable) => self.variable(*variable, names),
            ExprKind::Not(inner) => Term::Of("not", terms(&[inner], names)),
            ExprKind::Binary(operator, left, right) => {
                let mut sides = Vec::new();
                match is_in_any_order(*operator) {
                    true => operands(*operator, expr, &mut sides),
                    false => sides.extend([&**left, &**right]),
                }
                let mut terms = terms(&sides, names);
                if is_in_any_order(*operator) || matches!(operator, Operator::Equal | Operator::NotEqual) {
                    terms.sort();
                }
                terms.push(Term::Number(*operator as i64));
                Term::Of("binary", terms)
            }
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                match self.value(condition, names) {
                    Some(truth) => self.expr(if truth == 1 { yes } else { no }, names),
                    None => Term::Of("conditional", terms(&[condition, yes, no], names)),
                }
            }
            ExprKind::Element(list, place) => {
                Term::Of("element", vec![Term::Number(*list as i64), self.expr(place, names)])
            }
            ExprKind::Pick(pick) => {
                let place = self.value(&pick.place, names).and_then(|place| usize::try_from(place).ok());
                match place.and_then(|place| pick.values.get(place)) {
                    Some(chosen) => self.expr(chosen, names),
                    None => {
                        let all: Vec<&Expr> = [&pick.place].into_iter().chain(&pick.values).collect();
                        Term::Of("pick", terms(&all, names))
                    }
                }
            }
        }
    }
}

/// Whether the operands of several such operators may stand in any order.
fn is_in_any_order(operator: Operator) -> bool {
    use Operator::{And, Max, Min, Or, Plus, Times};
    matches!(operator, Plus | Times | Min | Max | And | Or)
}

/// The operands of such operators.
fn operands<'e>(operator: Operator, expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Binary(inner, left, right) if *inner == operator => {
            operands(operator, left, found);
            operands(operator, right, found);
        }
        _ => found.push(expr),
    }
}

/// What an assignment adds to its variable, and how, if such assignments may come in any order.
fn added(variable: usize, value: &Expr) -> Option<(Operator, &Expr)> {
    let ExprKind::Binary(operator, left, right) = &value.kind else { return None };
    let is_it = |expr: &Expr| matches!(expr.kind, ExprKind::Variable(one) if one == variable);
    let (operator, part) = match operator {
        Operator::Minus if is_it(left) => (Operator::Plus, &**right),
        operator if is_in_any_order(*operator) && is_it(left) => (*operator, &**right),
        operator if is_in_any_order(*operator) && is_it(right) => (*operator, &**left),
        _ => return None,
    };
    part.variables().all(|one| one != variable).then_some((operator, part))
}
