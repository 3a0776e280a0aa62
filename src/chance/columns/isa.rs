//! The instruction sets that fill and read columns.

use std::fmt;

/// A set of vector instructions that this processor has. All sets give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa {
    // A value proves that the processor has the instructions, because only this module makes one.
    kind: Kind,
}

/// The instruction sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Instructions that every processor has.
    Scalar,
    /// Vectors of 256 bits.
    Avx2,
    /// Vectors of 512 bits.
    Avx512,
}

/// Why the requested instruction set cannot be used.
///
/// The message lacks a subject. Callers put the origin of the name in front: "FIZZLE_ISA cannot
/// be …".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IsaError {
    /// There is no set of that name.
    Unknown(String),
    /// The processor lacks the set.
    Missing(&'static str),
}

impl Isa {
    /// The instructions that every processor has.
    pub const SCALAR: Isa = Isa { kind: Kind::Scalar };

    /// All sets that this processor has, the widest last.
    pub fn all() -> Vec<Isa> {
        [Kind::Scalar, Kind::Avx2, Kind::Avx512]
            .into_iter()
            .filter(|kind| kind.is_here())
            .map(|kind| Isa { kind })
            .collect()
    }

    /// The widest set that this processor has.
    pub fn widest() -> Isa {
        let widest = [Kind::Avx512, Kind::Avx2].into_iter().find(|kind| kind.is_here());
        widest.map_or(Isa::SCALAR, |kind| Isa { kind })
    }

    /// The set of this name: `scalar`, `avx2` or `avx512`.
    ///
    /// # Errors
    /// If there is no set of that name, or the processor lacks it.
    pub fn named(name: &str) -> Result<Isa, IsaError> {
        let kind = match name {
            "scalar" => Kind::Scalar,
            "avx2" => Kind::Avx2,
            "avx512" => Kind::Avx512,
            _ => return Err(IsaError::Unknown(name.to_owned())),
        };
        if kind.is_here() { Ok(Isa { kind }) } else { Err(IsaError::Missing(kind.name())) }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.kind.name()
    }

    /// The kind of this set.
    pub(super) fn kind(self) -> Kind {
        self.kind
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Scalar => "scalar",
            Kind::Avx2 => "avx2",
            Kind::Avx512 => "avx512",
        }
    }

    /// Whether this processor has it.
    #[cfg(target_arch = "x86_64")]
    fn is_here(self) -> bool {
        match self {
            Kind::Scalar => true,
            Kind::Avx2 => is_x86_feature_detected!("avx2"),
            Kind::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
        }
    }

    /// Whether this processor has it.
    #[cfg(not(target_arch = "x86_64"))]
    fn is_here(self) -> bool {
        self == Kind::Scalar
    }
}

impl fmt::Display for IsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IsaError::Unknown(name) => {
                write!(f, "cannot be \"{name}\"; it is scalar, avx2 or avx512")
            }
            IsaError::Missing(name) => {
                let here: Vec<&str> = Isa::all().into_iter().map(Isa::name).collect();
                write!(f, "cannot be {name}: this processor has {} alone", here.join(" and "))
            }
        }
    }
}

impl std::error::Error for IsaError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_found_by_its_name() {
        for isa in Isa::all() {
            assert_eq!(Isa::named(isa.name()), Ok(isa));
        }
        let error = Isa::named("sse9").unwrap_err();
        assert_eq!(error.to_string(), "cannot be \"sse9\"; it is scalar, avx2 or avx512");
    }

    #[test]
    fn every_processor_has_one() {
        assert_eq!(Isa::all().first(), Some(&Isa::SCALAR));
        assert_eq!(Isa::all().last(), Some(&Isa::widest()));
    }
}
