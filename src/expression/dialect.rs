//! Dialects: what the uses of the grammar have in common, and what each of them leaves out.

/// A use of the grammar: the symbols it leaves out, and how its errors are worded.
#[derive(Debug, PartialEq, Eq)]
pub struct Dialect {
    /// What a text in this dialect is called.
    pub name: &'static str,
    /// Its name with the indefinite article.
    pub article_and_name: &'static str,
    /// Help for a missing text: how to write one.
    pub example: &'static str,
    /// Help for a missing operand.
    pub operand: &'static str,
    /// Help for joining two texts.
    pub joining: &'static str,
    /// Help that lists everything in the dialect.
    pub vocabulary: &'static str,
    /// The symbols of the grammar that have no meaning in it.
    pub without: &'static [&'static str],
    /// The names that must be followed by brackets.
    pub functions: &'static [&'static str],
    /// Whether it has statements, one per line, and rolls of dice.
    pub has_statements: bool,
}

/// Examples of statistics, for help.
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
    without: &["/", "%", "&", "|", "=", "?", "??", ":", ".", "+=", "-=", "{", "}"],
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
    without: &["%", "&", "?", "??", ":", ".", "+=", "-=", "{", "}"],
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
