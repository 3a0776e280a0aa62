"""The programs of the guide run as they stand there, each page in one go."""

import ast
import doctest
import json
from pathlib import Path

import pytest
from conftest import SCENARIOS

DOCS = SCENARIOS.parent / "docs"


@pytest.mark.parametrize("page", ["python.md", "machines.md"])
def test_the_guide_runs(page, tmp_path, monkeypatch):
    (tmp_path / "scenarios").symlink_to(SCENARIOS)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "guide"}
    blocks = [block.split("```")[0] for block in (DOCS / page).read_text().split("```python\n")[1:]]
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), names)
        for line in block.splitlines():
            # What a line shows begins with these digits.
            code, _, shown = line.partition("# ")
            if shown.endswith("…") and shown[0].isdigit():
                assert str(eval(code, names)).startswith(shown[:-1]), line


def test_the_notebook_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(DOCS)
    notebook = json.loads((DOCS / "notebook.ipynb").read_text())
    names = {"__name__": "__main__"}
    shown = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            *lines, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(lines, []), "notebook", "exec"), names)
            if isinstance(last, ast.Expr):
                result = eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
                shown += result._repr_html_().count("<svg") if hasattr(result, "_repr_html_") else 0
            else:
                exec(compile(ast.Module([last], []), "notebook", "exec"), names)
    assert shown >= 3


def test_the_examples_of_help_run():
    import fizzle

    failed, tried = doctest.testmod(fizzle, optionflags=doctest.ELLIPSIS)
    assert tried >= 7 and not failed


def test_what_belongs_to_the_package_is_documented():
    import fizzle

    for name in fizzle.__all__:
        if name != "__version__":
            assert getattr(fizzle, name).__doc__, name
    assert Path(fizzle.__file__).with_name("py.typed").exists()
