//! What the uses of the one grammar have in common, and what each of them leaves out.

/// A use of the grammar: the symbols it leaves out, and how its errors are worded.
#[derive(Debug, PartialEq, Eq)]
pub struct Dialect {
    /// What is written in it, in a word.
    pub name: &'static str,
    /// Its name with the indefinite article.
    pub article_and_name: &'static str,
    /// How to write one, where it is missing.
    pub example: &'static str,
    /// What may stand beside an operator.
    pub operand: &'static str,
    /// How to join two of them.
    pub joining: &'static str,
    /// All that it has.
    pub vocabulary: &'static str,
    /// The symbols of the grammar that mean nothing in it.
    pub without: &'static [&'static str],
    /// The names that have to be followed by brackets.
    pub functions: &'static [&'static str],
    /// Whether it has statements, a line each, and rolls of dice.
    pub has_statements: bool,
}

/// Statistics as examples of themselves.
macro_rules! examples {
    ($before:literal) => {
        concat!($before, "p(damage >= 10), mean(drain | hit == 1), sd(damage), quantile(damage, 0.95)")
    };
}
pub(super) use examples;

/// Events: whole numbers, labels and truth values.
pub static EVENT: Dialect = Dialect {
    name: "event",
    article_and_name: "an event",
    example: "write one as in damage >= 10",
    operand: "write a metric, a number, a label or a bracket",
    joining: "join events with && or ||",
    vocabulary: "an event has names, whole numbers, labels, + - * ( ), == != < <= > >=, in [..], && || !",
    without: &["/", "%", "|", "=", "?", "??", ":", ".", "..", "+=", "-=", "{", "}"],
    functions: &[],
    has_statements: false,
};

/// Statistics: decimal numbers around events.
pub static STATISTIC: Dialect = Dialect {
    name: "statistic",
    article_and_name: "a statistic",
    example: examples!("write one as in "),
    operand: examples!("write a number, a name or a bracket, as in "),
    joining: "join statistics with + - * /; events stand inside p( )",
    vocabulary: "a statistic has p( ), mean( ), sd( ), quantile( ), numbers, keys, + - * / ( ), and events inside p( )",
    without: &["%", "?", "??", ":", ".", "..", "+=", "-=", "{", "}"],
    functions: &["p", "mean", "sd", "quantile"],
    has_statements: false,
};

/// Rule texts that users write.
pub static RULES: Dialect = Dialect {
    name: "expression",
    article_and_name: "an expression",
    example: "write one as in 3d6 + 2",
    operand: "write a number, a name, a roll as in 3d6, a label in quotes, or a bracket",
    joining: "a line is one statement",
    vocabulary: "rules have names, whole numbers, labels, rolls as in 3d6, + - * / % ( ), == != < <= > >=, in [..], && || !, ? :, ??",
    without: &[],
    functions: &[],
    has_statements: true,
};
