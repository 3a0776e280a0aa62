//! A phase that is solved when somebody first asks.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::game::Game;
use super::strategy::Strategy;
use crate::chance::{Progress, Stopped};

/// A phase, and its strategy once somebody has asked for it. Variants that nobody asks for
/// are checked, and never solved.
#[derive(Debug)]
pub struct Solved {
    game: Arc<Game>,
    strategy: OnceLock<Strategy>,
}

impl Solved {
    pub fn new(game: Game) -> Self {
        Solved { game: Arc::new(game), strategy: OnceLock::new() }
    }

    /// Solves the phase, unless that has been done.
    pub fn solve(&self, progress: &Progress) -> Result<(), Stopped> {
        if self.strategy.get().is_none() {
            let strategy = Strategy::new(Arc::clone(&self.game), progress)?;
            // Another thread may have been faster: its strategy is the same.
            let _ = self.strategy.set(strategy);
        }
        Ok(())
    }
}

impl Deref for Solved {
    type Target = Strategy;

    #[inline(always)]
    fn deref(&self) -> &Strategy {
        self.strategy.get_or_init(|| {
            let nobody = Progress::default();
            Strategy::new(Arc::clone(&self.game), &nobody).expect("nobody stops it")
        })
    }
}
