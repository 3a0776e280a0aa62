//! A phase that is solved on demand.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::game::Game;
use super::strategy::Strategy;
use crate::chance::{Progress, Stopped};

/// A phase, and its strategy once it has been needed. Variants that are not requested are checked, but
/// never solved.
#[derive(Debug)]
pub struct Solved {
    game: Arc<Game>,
    strategy: OnceLock<Strategy>,
}

impl Solved {
    pub fn new(game: Game) -> Self {
        Solved { game: Arc::new(game), strategy: OnceLock::new() }
    }

    /// Solves the phase, unless it is solved already.
    pub fn solve(&self, progress: &Progress) -> Result<(), Stopped> {
        if self.strategy.get().is_none() {
            let strategy = Strategy::new(Arc::clone(&self.game), progress)?;
            // Another thread may have been faster, with an equal strategy.
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
