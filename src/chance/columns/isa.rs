//! The instructions that columns are filled and read with.

use std::fmt;

/// A set of vector instructions that this processor has. All of them give the same
/// bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa {
    // Whoever has one knows that the processor has it: it is made here alone.
    kind: Kind,
}

/// The sets of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What every processor has.
    Scalar,
    /// 256 bits at a time.
    Avx2,
    /// 512 bits at a time.
    Avx512,
}

/// Why the set of instructions that was asked for cannot be used.
///
/// In words it is a sentence without its subject. Whoever reads the name of a set names what
/// it was read from: "FIZZLE_ISA cannot be …".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IsaError {
    /// There is none of that name.
    Unknown(String),
    /// The processor lacks it.
    Missing(&'static str),
}

impl Isa {
    /// What every processor has.
    pub const SCALAR: Isa = Isa { kind: Kind::Scalar };

    /// Those that this processor has, the widest last.
    pub fn all() -> Vec<Isa> {
        [Kind::Scalar, Kind::Avx2, Kind::Avx512]
            .into_iter()
            .filter(|kind| kind.is_here())
            .map(|kind| Isa { kind })
            .collect()
    }

    /// The widest that this processor has.
    pub fn widest() -> Isa {
        let widest = [Kind::Avx512, Kind::Avx2].into_iter().find(|kind| kind.is_here());
        widest.map_or(Isa::SCALAR, |kind| Isa { kind })
    }

    /// The one of this name: `scalar`, `avx2` or `avx512`.
    ///
    /// # Errors
    /// When there is none of that name, or the processor lacks it.
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

    /// Which it is.
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
