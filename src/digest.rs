//! Digests, by which fizzle recognizes its own files.

/// The FNV-1a hash of 128 bits.
pub fn hash(bytes: &[u8]) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.iter().fold(OFFSET, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME))
}

/// The [`hash`] as 32 hexadecimal digits.
///
/// Distinguishes a file that fizzle wrote from one that the user wrote or changed. It protects against
/// accidental equality only, not against forgery: anyone who can forge a record can also delete the
/// files.
pub fn digest(bytes: &[u8]) -> String {
    format!("{:032x}", hash(bytes))
}

/// The digest of a text that contains its own checksum. Leaves out the line with the checksum, and the
/// line with the wall time, which differs between runs.
pub fn checksum(text: &str) -> String {
    let left_out = ["\"checksum\":", "\"seconds\":", "<meta name=\"fizzle-checksum\""];
    let counts = |line: &&str| !left_out.iter().any(|start| line.trim_start().starts_with(start));
    digest(text.lines().filter(counts).collect::<Vec<_>>().join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_fnv_1a() {
        // From the published test vectors.
        assert_eq!(digest(b""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(digest(b"a"), "d228cb696f1a8caf78912b704e4a8964");
        assert_eq!(digest(b"foobar"), "343e1662793c64bf6f0d3597ba446f18");
    }
}
