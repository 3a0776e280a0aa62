//! `FIZZLE_ISA`: with which vector instructions is sampled.

use fizzle::chance::Isa;

use crate::room::{FILES, Room, output, timeless};

#[test]
fn instructions_change_no_byte() {
    let room = Room::new();
    let run = "run scenarios/fireball.toml scenarios/lightning-bolt.toml scenarios/manabolt.toml";
    let with = |isa: &str, threads: u32| {
        let rest = format!("--charts none --trials 200_001 --force --threads {threads} --out out");
        let text = output(room.fizzle(&format!("{run} {rest}")).env("FIZZLE_ISA", isa));
        (timeless(&text), room.files("out"))
    };
    let scalar = with("scalar", 1);
    assert_eq!(scalar.1.len(), 3 * FILES.len());
    for isa in Isa::all() {
        for threads in [1, 2, 7] {
            assert_eq!(with(isa.name(), threads), scalar, "{}, {threads} threads", isa.name());
        }
    }
}

#[test]
fn instructions_that_there_are_not_are_refused() {
    let room = Room::new();
    let output = room.fizzle("run scenarios/manabolt.toml").env("FIZZLE_ISA", "mmx").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said, "error: FIZZLE_ISA cannot be \"mmx\"; it is scalar, avx2 or avx512\n");
}

#[test]
fn exact_laws_need_no_instructions() {
    let room = Room::new();
    let exact = |isa: &str| {
        timeless(&output(room.fizzle("run scenarios/manabolt.toml --exact --force").env("FIZZLE_ISA", isa)))
    };
    assert_eq!(exact("mmx"), exact("scalar"));
}
