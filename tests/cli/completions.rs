//! Completions, as a shell asks for them.

use std::process::Command;

use assert_cmd::cargo::cargo_bin;

use crate::room::Room;

/// What bash offers when the cursor is behind `line`.
#[track_caller]
fn offers(room: &Room, line: &str) -> Vec<String> {
    let script = format!(
        r#"source <(fizzle completions bash)
line='{line}'
COMP_WORDS=($line)
[[ $line == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
COMP_LINE=$line COMP_POINT=${{#line}} COMP_TYPE=9
_clap_complete_fizzle fizzle "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD - 1]}}" 2>/dev/null
printf '%s\n' "${{COMPREPLY[@]}}""#
    );
    let folder = cargo_bin!("fizzle").parent().unwrap().to_owned();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    let shell = shell.args(["--norc", "-c", &script]).current_dir(room.path(".")).env("PATH", path);
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[track_caller]
fn check(line: &str, expected: &[&str]) {
    let offers = offers(&Room::new(), line);
    for word in expected {
        assert!(offers.iter().any(|offer| offer == word), "{line}: {word} is not among {offers:?}");
    }
}

#[test]
fn bash_completes_commands_options_and_words() {
    check("fizzle exp", &["explain"]);
    check("fizzle run --unt", &["--until"]);
    check("fizzle run --charts ", &["none", "overview", "all"]);
    check("fizzle help ev", &["events"]);
    check("fizzle run scenarios/ligh", &["scenarios/lightning-bolt.toml"]);
}

#[test]
fn bash_completes_games_and_procedures() {
    check("fizzle list shadow", &["shadowrun1", "shadowrun5"]);
    check("fizzle new ars-magica m", &["melee", "missile"]);
}

#[test]
fn bash_completes_what_the_file_has() {
    check("fizzle run scenarios/manabolt.toml --variant ", &["reagents"]);
    check("fizzle run scenarios/manabolt.toml --joint ", &["hits", "damage", "drain"]);
    check("fizzle run scenarios/manabolt.toml --joint hits,dam", &["hits,damage", "hits,damage_type"]);
    check("fizzle run scenarios/manabolt.toml --set choice.fo", &["choice.force="]);
    check("fizzle sweep scenarios/knight.toml --vary foe.0.cou", &["foe.0.count="]);
    check("fizzle advise scenarios/fireball.toml --maximize mean(sca", &["mean(scatter"]);
}

#[test]
fn every_shell_has_a_script() {
    let room = Room::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(room.stdout(&format!("completions {shell}")).contains("FIZZLE_COMPLETE"), "{shell}");
    }
}

#[test]
fn where_nothing_fits_nothing_is_said() {
    let room = Room::new();
    let output =
        room.fizzle("-- fizzle run nowhere.toml --variant x").env("FIZZLE_COMPLETE", "bash").output();
    let output = output.unwrap();
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
}
