//! The names of a routine, while it is resolved.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::program::{Block, Expr, Routine, Statement, StatementKind, Turn, Type, Variable};
use super::super::syntax::Span;

/// A routine that is being resolved.
#[derive(Default)]
pub struct Scope {
    pub routine: Routine,
    /// The open blocks, the innermost last.
    pub blocks: Vec<Block>,
    /// The clock at the time when each block was opened.
    pub opened: Vec<usize>,
    pub names: BTreeMap<String, Binding>,
    /// The lengths of tables; their places are variables.
    pub tables: BTreeMap<String, usize>,
    /// What is known of each variable.
    pub known: Vec<Known>,
    /// The range that each variable keeps to, if it has one.
    pub ranges: Vec<Option<[Expr; 2]>>,
    pub clock: usize,
    /// The open loops, the innermost last.
    pub loops: Vec<Loop>,
    /// The open loops over members that are resolved for each of them: the indices of their blocks, and whose
    /// turn it is.
    pub turns: Vec<(usize, Turn)>,
    /// The number of such loops so far.
    pub eachs: usize,
    /// The face of a die, while a question about it is resolved.
    pub face: Option<Face>,
    /// Whether nothing is played here, as in a note: a definition is then a formula.
    pub plays_nothing: bool,
    /// The values of variables that a question reads as constants.
    pub constants: HashMap<usize, i64>,
}

impl Scope {
    /// A scope with an open block.
    pub fn begun() -> Scope {
        let mut scope = Scope::default();
        scope.open();
        scope
    }
}

/// What is known of a variable at a point of a text, on whatever path it is reached.
#[derive(Clone, Copy, Default)]
pub struct Known {
    /// Whether it has a value.
    pub is_set: bool,
    /// The clock at its last assignment.
    pub assigned: usize,
}

/// A loop that is being resolved.
pub struct Loop {
    /// The index of the block of its body.
    pub level: usize,
    /// The names that it assigns.
    pub assigned: HashSet<String>,
    /// The variable of a `for` loop and its values, if nothing else is assigned to it.
    pub values: Option<(usize, Vec<i64>)>,
}

/// What a name refers to.
#[derive(Clone, Debug)]
pub enum Binding {
    Variable(usize),
    /// A member of a group, by their indices.
    Member(usize, usize),
    /// A number of a list, about which a question is asked.
    Number(i64),
    Roll(NamedRoll),
    /// A roll that was not made on all paths to this point.
    Unmade,
}

/// A roll with a name. It is drawn at the first question about it, since all questions about it are
/// answered together, or at the next choice, which sees the answers.
#[derive(Clone, Debug)]
pub struct NamedRoll {
    pub roll: usize,
    pub arguments: Vec<Expr>,
    /// The index of the block in which it was named.
    pub level: usize,
    pub drawn: Option<Drawn>,
}

/// Where a roll is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// The index of its statement in the block.
    pub statement: usize,
    /// The clock up to which what its questions read may be assigned.
    pub known: usize,
    /// The clock at which its answers are assigned.
    pub answered: usize,
}

/// The die that a question is about.
#[derive(Clone, Debug)]
pub struct Face {
    pub name: Option<String>,
    /// The arguments of the roll: variables that the question reads are added to them.
    pub arguments: Vec<Expr>,
}

impl Scope {
    /// Adds a statement to the innermost block.
    pub fn push(&mut self, kind: StatementKind, span: &Span) {
        self.push_into(self.level(), kind, span);
    }

    /// Adds a statement to the block with this index.
    pub fn push_into(&mut self, level: usize, kind: StatementKind, span: &Span) {
        let turns = self.turns.iter().filter(|(of, _)| *of == level).map(|&(_, turn)| turn).collect();
        self.blocks[level].push(Statement { kind, span: span.clone(), turns });
    }

    /// Adds a variable.
    pub fn variable(&mut self, name: &str, ty: Type) -> usize {
        self.variable_told(name, name, ty)
    }

    /// Adds a variable with another name in stories.
    pub fn variable_told(&mut self, name: &str, told: &str, ty: Type) -> usize {
        self.routine.variables.push(Variable { name: name.to_owned(), told: told.to_owned(), ty });
        self.known.push(Known::default());
        self.ranges.push(None);
        self.routine.variables.len() - 1
    }

    /// Whether a name is that of the face about which a question is resolved.
    pub fn is_face(&self, name: &str) -> bool {
        self.face.as_ref().is_some_and(|face| face.name.as_deref() == Some(name))
    }

    /// Stores a value in a new variable without a name.
    pub fn hold(&mut self, value: Expr, ty: Type) -> Expr {
        let span = value.span.clone();
        let variable = self.variable("", ty);
        self.assign(variable, value, &span);
        Expr::variable(variable, &span)
    }

    /// Stores the arguments of dice, which may change before the dice are read.
    pub fn hold_arguments(&mut self, made: &mut NamedRoll) {
        for argument in &mut made.arguments {
            if !argument.is_fixed() {
                let kept = self.hold(argument.clone(), Type::Number);
                *argument = kept;
            }
        }
    }

    /// Assigns a value to a variable, which has to lie in the range that the variable keeps to.
    pub fn assign(&mut self, variable: usize, value: Expr, span: &Span) {
        self.mark(variable);
        self.push(StatementKind::Assign { variable, value }, span);
        if let Some([low, high]) = self.ranges[variable].clone() {
            self.push(StatementKind::Range { variable, low, high }, span);
        }
    }

    /// Records that a variable has a new value.
    pub fn mark(&mut self, variable: usize) {
        self.clock += 1;
        self.known[variable] = Known { is_set: true, assigned: self.clock };
    }

    /// Goes back to where another path begins. Returns what is known at the end of this one. Variables that are new
    /// here have no value there; but when they are drawn, as answers of dice that are rolled before both, is known.
    pub fn go_back(&mut self, mut before: Vec<Known>) -> Vec<Known> {
        let new = self.known[before.len()..].iter();
        before.extend(new.map(|&Known { assigned, .. }| Known { is_set: false, assigned }));
        std::mem::replace(&mut self.known, before)
    }

    /// Keeps what is known after this path and after another one, which meet here.
    pub fn join(&mut self, other: &[Known]) {
        let other = other.iter().copied().chain(std::iter::repeat(Known::default()));
        for (here, there) in self.known.iter_mut().zip(other) {
            here.is_set &= there.is_set;
            here.assigned = here.assigned.max(there.assigned);
        }
    }

    /// Opens a block, which becomes the innermost one.
    pub fn open(&mut self) {
        self.open_since(self.clock);
    }

    /// Opens a block, which begins where the clock was so.
    pub fn open_since(&mut self, clock: usize) {
        self.blocks.push(Block::new());
        self.opened.push(clock);
    }

    /// Closes the innermost block. Rolls that were made in it become unknown.
    pub fn close(&mut self) -> Block {
        let block = self.blocks.pop().expect("a block was opened");
        self.opened.pop();
        let level = self.blocks.len();
        for binding in self.names.values_mut() {
            if matches!(binding, Binding::Roll(roll) if roll.level >= level) {
                *binding = Binding::Unmade;
            }
        }
        block
    }

    /// The index of the innermost block.
    pub fn level(&self) -> usize {
        self.blocks.len() - 1
    }

    /// Whether a variable has kept its value since `clock`, and no loop that was opened within the
    /// block `level` changes it.
    pub fn is_unchanged_since(&self, variable: usize, clock: usize, level: usize) -> bool {
        let name = &self.routine.variables[variable].name;
        self.known[variable].assigned <= clock && !self.is_assigned_in_loops(name, level)
    }

    /// Whether a loop that was opened within the block `level` assigns to a name.
    pub fn is_assigned_in_loops(&self, name: &str, level: usize) -> bool {
        self.loops.iter().any(|one| one.level > level && one.assigned.contains(name))
    }

    /// The values that a `for` loop within the block `level` gives to a variable.
    pub fn values(&self, variable: usize, level: usize) -> Option<Vec<i64>> {
        let mut loops = self.loops.iter().filter(|one| one.level > level);
        loops.find_map(|one| one.values.clone().filter(|(of, _)| *of == variable)).map(|(_, values)| values)
    }
}
