//! The names of a routine, while it is resolved.

use std::collections::{HashMap, HashSet};

use super::super::program::{Block, Expr, ExprKind, Routine, Statement, StatementKind, Type, Variable};
use super::super::syntax::Span;

/// A routine that is being resolved.
#[derive(Default)]
pub struct Scope {
    pub routine: Routine,
    /// The blocks that are open, the innermost last.
    pub blocks: Vec<Block>,
    /// When each of them was opened, by the clock.
    pub opened: Vec<usize>,
    pub names: HashMap<String, Binding>,
    /// Whether each variable has a value wherever play may come from.
    pub set: Vec<bool>,
    /// When each variable was last assigned, by the clock.
    pub assigned: Vec<usize>,
    pub clock: usize,
    /// The loops that are open: the place of their block, and the names that they assign.
    pub loops: Vec<(usize, HashSet<String>)>,
    /// The face of a die, where a question asks about it.
    pub face: Option<Face>,
}

/// What a name means.
#[derive(Clone, Debug)]
pub enum Binding {
    Variable(usize),
    Roll(NamedRoll),
    /// A roll that was not made wherever play may come from.
    Unmade,
    /// Something is wrong with what it is assigned, and that was said there.
    Wrong,
}

/// A roll that has a name. It is drawn where it is first asked about, since all questions about
/// it are answered together.
#[derive(Clone, Debug)]
pub struct NamedRoll {
    pub roll: usize,
    pub arguments: Vec<Expr>,
    /// The block in which it was made.
    pub level: usize,
    /// Where the statement is in that block, and when that was.
    pub drawn: Option<(usize, usize)>,
}

/// The die that a question looks at.
#[derive(Clone, Debug)]
pub struct Face {
    pub name: Option<String>,
    /// The arguments of the roll: variables that the question reads are added to them.
    pub arguments: Vec<Expr>,
}

impl Scope {
    /// Adds a statement to the innermost block.
    pub fn push(&mut self, kind: StatementKind, span: &Span) {
        let block = self.blocks.last_mut().expect("a routine has a block");
        block.push(Statement { kind, span: span.clone() });
    }

    /// A new variable.
    pub fn variable(&mut self, name: &str, ty: Type) -> usize {
        self.routine.variables.push(Variable { name: name.to_owned(), ty });
        self.set.push(false);
        self.assigned.push(0);
        self.routine.variables.len() - 1
    }

    /// A new variable without a name, which holds a value.
    pub fn hold(&mut self, value: Expr, ty: Type) -> Expr {
        let span = value.span.clone();
        let variable = self.variable("", ty);
        self.assign(variable, value, &span);
        Expr::new(ExprKind::Variable(variable), span)
    }

    /// Assigns a value to a variable.
    pub fn assign(&mut self, variable: usize, value: Expr, span: &Span) {
        self.mark(variable);
        self.push(StatementKind::Assign { variable, value }, span);
    }

    /// Notes that a variable has a new value.
    pub fn mark(&mut self, variable: usize) {
        self.clock += 1;
        self.set[variable] = true;
        self.assigned[variable] = self.clock;
    }

    /// Resolves something in a block of its own.
    pub fn open(&mut self) {
        self.blocks.push(Block::new());
        self.opened.push(self.clock);
    }

    /// Closes the innermost block. Rolls that were made in it are not known any more.
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

    /// The block that is innermost now.
    pub fn level(&self) -> usize {
        self.blocks.len() - 1
    }

    /// Whether a variable has had its value since `clock` at least, and no loop changes it that
    /// was opened within the block `level`.
    pub fn is_unchanged_since(&self, variable: usize, clock: usize, level: usize) -> bool {
        let name = &self.routine.variables[variable].name;
        let is_changed = |(at, names): &(usize, HashSet<String>)| *at > level && names.contains(name);
        self.assigned[variable] <= clock && !self.loops.iter().any(is_changed)
    }
}
