//! What is known of values in code: divisions of floating-point numbers, views that are changed in place.

use outlast_core::QuickMap;

use outlast_torchscript::program::{Program, floats, views};

fn method(body: &[&str]) -> String {
    let lines: String = body.iter().map(|line| format!("    {line}\n")).collect();
    format!(
        "class M(Module):\n  __parameters__ = []\n  def f(self: __torch__.M,\n    x: Tensor,\n    y: Tensor) -> Tensor:\n{lines}    return x\n"
    )
}

/// How many of the divisions in a method are of floating-point numbers; `weight` is the name of such attributes, `steps` of whole ones.
fn divisions(body: &[&str]) -> usize {
    let text = method(body);
    let attributes = QuickMap::from_iter([("weight".to_string(), true), ("steps".to_string(), false)]);
    floats::divided(&Program::of_code([("__torch__", text.as_bytes())], 3), &attributes).len()
}

fn changes(body: &[&str]) -> bool {
    let text = method(body);
    !views::changed_in_place(&Program::of_code([("__torch__", text.as_bytes())], 3)).is_empty()
}

#[test]
fn divisions_of_what_is_surely_floating() {
    assert_eq!(divisions(&["z = torch.div(x, y)"]), 0);
    assert_eq!(divisions(&["z = torch.div(x, 2)"]), 0);
    assert_eq!(divisions(&["z = torch.div(x, 2.5)"]), 1);
    assert_eq!(divisions(&["z = torch.div(x, -1e-05)"]), 1);
    assert_eq!(divisions(&["z = torch.div(torch.softmax(x, -1), y)", "w = torch.div(z, 2)"]), 2);
    assert_eq!(
        divisions(&["weight = self.weight", "z = torch.matmul(x, weight)", "w = torch.div_(z, 2)"]),
        1
    );
    assert_eq!(divisions(&["steps = self.steps", "w = torch.div(steps, 2)"]), 0);
    // With an element type, it is of that.
    assert_eq!(divisions(&["z = torch.div(torch.to(x, 6), y)"]), 1);
    assert_eq!(divisions(&["z = torch.div(torch.sum(torch.exp(x), dtype=4), y)"]), 0);
    // Bounds do not change the element type, and `max` with a dimension gives indices.
    assert_eq!(divisions(&["z = torch.div(torch.clamp(x, 0., 6.), y)"]), 0);
    assert_eq!(divisions(&["v, i, = torch.max(torch.exp(x), 1, False)", "z = torch.div(i, y)"]), 0);
    assert_eq!(divisions(&["a, b, = torch.chunk(torch.exp(x), 2, 1)", "z = torch.div(b, y)"]), 1);
}

#[test]
fn what_a_branch_or_a_loop_changes_is_not_known_behind_it() {
    assert_eq!(
        divisions(&["z = torch.exp(x)", "if bool(y):", "  z = y", "else:", "  pass", "w = torch.div(z, 2)"]),
        0
    );
    assert_eq!(
        divisions(&[
            "z = torch.exp(x)",
            "if bool(y):",
            "  z = torch.add(z, y)",
            "else:",
            "  pass",
            "w = torch.div(z, 2)"
        ]),
        1
    );
    // In the second round it is another value.
    assert_eq!(divisions(&["z = torch.exp(x)", "for i in range(3):", "  w = torch.div(z, 2)", "  z = y"]), 0);
    assert_eq!(
        divisions(&[
            "z = torch.exp(x)",
            "for i in range(3):",
            "  w = torch.div(z, 2)",
            "  z = torch.mul(z, y)"
        ]),
        1
    );
}

#[test]
fn views_of_several_that_are_changed() {
    assert!(changes(&["a, b, = torch.chunk(x, 2, 1)", "c = torch.sigmoid_(a)"]));
    assert!(changes(&[
        "l = torch.unbind(x, 0)",
        "a, b, = l",
        "if bool(y):",
        "  c = torch.add_(b, 1)",
        "else:",
        "  pass"
    ]));
    assert!(changes(&["l = torch.split(x, 2, 0)", "c = torch.mul_(l[0], 2)"]));
    assert!(!changes(&["a, b, = torch.chunk(x, 2, 1)", "c = torch.sigmoid(a)", "d = torch.sigmoid_(c)"]));
    assert!(!changes(&["a, b, = torch.chunk(x, 2, 1)", "a = torch.clone(a)", "c = torch.sigmoid_(a)"]));
    assert!(!changes(&["a = torch.select(x, 0, 1)", "c = torch.sigmoid_(a)"]));
}
