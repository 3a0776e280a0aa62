//! Events, a subset of CEL, the Common Expression Language; and statistics of them.
//!
//! Metric names, whole numbers and quoted labels; `+ - *`, parentheses;
//! `== != < <= > >=`, `in [..]`; `! && ||`. Labels compare with `==`, `!=` and
//! `in` alone. Statistics are `p(EVENT)`, `p(EVENT | EVENT)`, `mean(EXPR)`,
//! `mean(EXPR | EVENT)`, `sd(EXPR)` and `quantile(METRIC, 0.95)`, numbers and whole
//! numbers of the scenario by their keys, with `+ - * / ( )`. A question by its name in
//! quotes stands for its event: `p("drops the ganger")`.

pub use self::event::{Event, ExpressionError};

pub use self::scope::{NamedNumber, NoNumber, Scope};

pub use self::nearest::nearest;

pub use self::statistic::{Condition, Estimate, JointLaw, Relation, Statistic, StatisticName};

mod token;

mod parse;

mod event;

mod statistic;

mod scope;

mod nearest;
