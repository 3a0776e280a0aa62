//! Joins the script modules of pages into one script, since a page that is opened from a file cannot
//! import modules.

/// Modules: their names and sources.
pub type Modules = &'static [(&'static str, &'static str)];

/// The modules of these names, whose files are in the folder of the caller.
macro_rules! modules {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!($name, ".js")))),*]
    };
}

pub(in crate::report) use modules;

/// Joins modules into one script: each becomes a function that returns its exports. A module must come
/// after the modules that it imports. Comments and indents are left out, so no text of a module may have
/// several lines.
pub fn joined<const N: usize>(modules: [Modules; N]) -> String {
    modules.into_iter().flatten().map(|(name, source)| function(name, source)).collect()
}

fn function(name: &str, source: &str) -> String {
    let (mut body, mut exports) = (String::new(), Vec::new());
    let is_comment = |line: &&str| line.starts_with("//") || line.starts_with("/**") && line.ends_with("*/");
    for line in source.lines().map(str::trim_start).filter(|line| !line.is_empty() && !is_comment(line)) {
        if let Some((names, module)) = imported(line) {
            body += &dense(&format!("const {names} = {module}_module;"));
        } else if let Some(rest) = line.strip_prefix("export ") {
            exports.extend(rest.split(' ').nth(1));
            body += &dense(rest);
        } else {
            body += &dense(line);
        }
    }
    format!("const {name}_module=(()=>{{{body}return{{{}}}}})();\n", exports.join(","))
}

/// What a line of a script may have without the spaces around it.
const SPACED: [&str; 18] =
    ["=>", "===", "!==", "?", ":", "&&", "||", "=", "{", "}", "<", ">", "<=", ">=", "??", "+", "-", "*"];

/// A line of a script and its end, without spaces that only readers of its source need. Lines with texts other
/// than in double quotes, or with slashes, stay as they are.
fn dense(line: &str) -> String {
    let end = if line.ends_with([';', '{', ',']) && !line.contains("//") { "" } else { "\n" };
    if line.contains(['\'', '`', '/', '\\']) {
        return format!("{line}{end}");
    }
    let code = |code: &str| {
        let lists =
            [", ", "; ", ": "].iter().fold(code.to_owned(), |code, &list| code.replace(list, &list[..1]));
        let both = SPACED.iter().fold(lists, |code, sign| code.replace(&format!(" {sign} "), sign));
        let both = ["if (", "for (", "catch ("]
            .iter()
            .fold(both, |code, &word| code.replace(word, &word.replace(' ', "")));
        both.replace(" {", "{").replace("{ ", "{").replace(" }", "}")
    };
    let parts = line.split('"').enumerate();
    let parts = parts.map(|(place, part)| if place % 2 == 0 { code(part) } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("\"") + end
}

/// Parses `import { names } from "./module.js";` or `import * as names …` into names and module.
fn imported(line: &str) -> Option<(&str, &str)> {
    let (names, path) = line.strip_prefix("import ")?.split_once(" from \"")?;
    let (_, module) = path.rsplit_once('/')?;
    Some((names.trim_start_matches("* as "), module.trim_end_matches(".js\";")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions_that_return_what_they_export() {
        let source = "// A module.\nimport { a } from \"./first.js\";\nimport * as b from \"../page/second.js\";\nexport const c = a + b.d;\n";
        let body = "const{a}=first_module;const b=second_module;const c=a+b.d;";
        assert_eq!(function("third", source), format!("const third_module=(()=>{{{body}return{{c}}}})();\n"));
    }
}
