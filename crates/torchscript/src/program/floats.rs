//! Divisions, and other calls, of floating-point numbers.
//!
//! What an old release makes of a division depends on whether both operands are whole numbers, which types do not say, and what it makes of a tensor and
//! a number with a point on whether the tensor has whole numbers. Here a call is found where one operand is surely a floating-point number: what an operator gives that has no whole results, an attribute whose tensors are all of
//! floating-point elements, a number with a point, or what arithmetic makes of one of these. Values are followed through assignments in one function,
//! in the order of the text.

use outlast_core::{Budget, QuickMap, QuickSet};

use super::load::Program;
use crate::source::{Block, ExprId, ExprKind, StmtKind, Tree, Unary};

/// Operators whose results are floating-point (or complex) numbers, whatever they are given.
#[rustfmt::skip]
const ALWAYS: &[&str] = &[
    "softmax", "log_softmax", "sigmoid", "tanh", "exp", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "tan",
    "asin", "acos", "atan", "atan2", "sinh", "cosh", "erf", "erfc", "erfinv", "lgamma", "digamma", "logsumexp", "mean", "var", "std", "norm",
    "frobenius_norm", "nuclear_norm", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "_convolution",
    "convolution", "batch_norm", "layer_norm", "group_norm", "instance_norm", "gelu", "elu", "elu_", "selu", "celu", "softplus", "hardsigmoid", "hardswish",
    "avg_pool1d", "avg_pool2d", "avg_pool3d", "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "upsample_bilinear2d",
    "upsample_bicubic2d", "upsample_linear1d", "upsample_trilinear3d", "grid_sampler", "affine_grid_generator", "cdist", "pdist", "pairwise_distance",
    "cosine_similarity", "rand", "randn", "hann_window", "hamming_window", "blackman_window", "linspace", "logspace", "true_divide", "stft",
    "istft", "rfft", "irfft", "quantize_per_tensor",
];

/// Operators whose results are floating-point numbers where an argument is.
#[rustfmt::skip]
const CARRIED: &[&str] = &[
    "add", "sub", "mul", "div", "rsub", "matmul", "bmm", "mm", "mv", "dot", "addmm", "baddbmm", "addbmm", "addmv", "addr", "ger", "linear", "einsum", "tensordot",
    "where", "maximum", "minimum", "pow", "fmod", "remainder", "floor_divide", "clamp", "clamp_min", "clamp_max", "relu", "relu6", "leaky_relu",
    "hardtanh", "prelu", "abs", "neg", "square", "sign", "floor", "ceil", "round", "trunc", "frac", "sum", "prod", "cumsum", "cumprod", "view", "reshape",
    "transpose", "permute", "unsqueeze", "squeeze", "expand", "expand_as", "view_as", "reshape_as", "select", "slice", "index", "index_select", "gather",
    "contiguous", "flatten", "t", "detach", "clone", "chunk", "split", "split_with_sizes", "unbind", "narrow", "flip", "roll", "repeat", "masked_fill",
    "masked_select", "stack", "cat", "pad", "constant_pad_nd", "reflection_pad1d", "reflection_pad2d", "replication_pad1d", "replication_pad2d", "dropout",
    "feature_dropout", "max_pool1d", "max_pool2d", "max_pool3d", "upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d", "zeros_like",
    "ones_like", "full_like", "rand_like", "unfold", "fold", "diagonal", "tril", "triu",
];

/// The first argument decides for these.
const BY_FIRST: [&str; 8] =
    ["index", "index_select", "gather", "masked_select", "repeat", "select", "slice", "embedding"];

/// With a tensor of whole numbers and a number with a point, these give floating-point numbers since 1.3.
const PROMOTED: [&str; 5] = ["add", "sub", "mul", "div", "rsub"];

/// How often a loop is walked through until nothing changes.
const ROUNDS: usize = 4;

/// The numbers of floating-point element types: 16, 32, 64 bits, bfloat16.
const FLOATING: [&str; 4] = ["5", "6", "7", "15"];

/// Expressions that are looked at for each byte of a file: loops are walked through again until nothing changes.
const WORK: u64 = 8;

/// A call: the file, and where the name of the operator ends.
pub type CallAt = (usize, u32);

/// Calls with an operand that is surely a floating-point number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Floating {
    /// Calls of `torch.div` and the like, of which an operand is such a tensor or a number with a point.
    pub divided: QuickSet<CallAt>,
    /// The other calls of these.
    pub undecided: QuickSet<CallAt>,
    /// Calls of any operator, of which one of the first two operands is such a tensor.
    pub tensors: QuickSet<CallAt>,
    /// Whether everything was looked at: what does not parse, and loops in loops that do not settle, are not.
    pub complete: bool,
}

/// What each call of a program is surely given. `attributes` says of a name of attributes whether all tensors of that name are floating-point numbers;
/// `promotes`, whether a tensor of whole numbers and a number with a point give floating-point numbers.
pub fn floating(program: &Program, attributes: &QuickMap<String, bool>, promotes: bool) -> Floating {
    let mut found = Floating { complete: true, ..Floating::default() };
    for (file, of) in program.files.iter().enumerate() {
        let Ok(tree) = &of.tree else {
            found.complete = false;
            continue;
        };
        let work = Budget::for_bytes(tree.len(), WORK, 1 << 12);
        let mut walk = Walk {
            tree,
            file,
            attributes,
            promotes,
            names: QuickSet::default(),
            known: QuickMap::default(),
            found: Floating::default(),
            work,
        };
        for (_, function) in tree.functions() {
            walk.names.clear();
            walk.block(&function.body);
        }
        if walk.work.is_spent() {
            found.complete = false;
            continue;
        }
        found.divided.extend(walk.found.divided);
        found.undecided.extend(walk.found.undecided);
        found.tensors.extend(walk.found.tensors);
    }
    found
}

/// [`Floating::divided`] of a program of 1.3 or later.
pub fn divided(program: &Program, attributes: &QuickMap<String, bool>) -> QuickSet<CallAt> {
    floating(program, attributes, true).divided
}

struct Walk<'t, 'f> {
    tree: &'t Tree,
    file: usize,
    attributes: &'f QuickMap<String, bool>,
    promotes: bool,
    /// Names of floating-point values, and of lists of them.
    names: QuickSet<&'t str>,
    /// What was found out of the expressions of a statement.
    known: QuickMap<ExprId, bool>,
    found: Floating,
    work: Budget,
}

impl<'t> Walk<'t, '_> {
    fn block(&mut self, block: &Block) {
        let tree = self.tree;
        for stmt in block {
            if self.work.is_spent() {
                return;
            }
            // A new one: emptying costs as much as it ever had room for.
            self.known = QuickMap::default();
            let kind = &tree.stmt(*stmt).kind;
            kind.each(&mut |id| self.divisions(id));
            if let StmtKind::Assign { targets, value: Some(value), .. } = kind {
                let float = self.is_float(*value);
                for target in targets {
                    let bare = tree.bare(*target);
                    match &tree.expr(bare).kind {
                        ExprKind::Tuple { items, .. } => {
                            items.iter().for_each(|item| self.assign(*item, float && !self.is_tuple(*value)));
                        }
                        _ => self.assign(bare, float),
                    }
                }
            }
            let again = matches!(kind, StmtKind::While { .. } | StmtKind::For { .. });
            if kind.blocks().next().is_none() {
                continue;
            }
            self.work.spend(self.names.len());
            let before = self.names.clone();
            let mut behind = before.clone();
            for block in kind.blocks() {
                self.names.clone_from(&before);
                self.branch(block, again);
                behind.retain(|name| self.names.contains(name));
            }
            self.names = behind;
        }
    }

    /// A block that may be left out, or run again: what is known at its start must hold at its end.
    fn branch(&mut self, block: &Block, again: bool) {
        for _ in 0..ROUNDS {
            if !self.work.spend(self.names.len().saturating_add(self.found.tensors.len())) {
                return;
            }
            let (start, found) = (self.names.clone(), self.found.clone());
            self.block(block);
            self.names.retain(|name| start.contains(name));
            if !again || self.names == start {
                return;
            }
            self.found = found;
        }
        // It did not settle: nothing is known in it.
        self.names.clear();
        self.block(block);
        self.names.clear();
    }

    fn assign(&mut self, target: ExprId, float: bool) {
        if let Some(name) = self.tree.as_name(target) {
            if float {
                self.names.insert(name)
            } else {
                self.names.remove(name)
            };
        }
    }

    /// Whether a value may be a tuple of several kinds: `max` and `min` with a dimension give indices, too.
    fn is_tuple(&self, id: ExprId) -> bool {
        let bare = self.tree.bare(id);
        match &self.tree.expr(bare).kind {
            ExprKind::Call { callee, .. } => !matches!(
                self.tree.operator(*callee),
                Some("chunk" | "split" | "split_with_sizes" | "unbind")
            ),
            ExprKind::Name => false,
            _ => true,
        }
    }

    fn divisions(&mut self, id: ExprId) {
        let tree = self.tree;
        let expr = tree.expr(id);
        self.work.spend(1);
        if let ExprKind::Call { callee, arguments, .. } = &expr.kind
            && let Some(name) = tree.operator(*callee)
        {
            let at = (self.file, tree.expr(*callee).span.end);
            let operands = || arguments.iter().take(2).map(|argument| argument.value);
            let tensor = operands().any(|operand| self.is_float(operand));
            if tensor {
                self.found.tensors.insert(at);
            }
            let divides = matches!(name, "div" | "div_" | "true_divide" | "reciprocal");
            let float = divides && (tensor || operands().any(|operand| self.is_number(operand)));
            if divides {
                if float {
                    self.found.divided.insert(at)
                } else {
                    self.found.undecided.insert(at)
                };
            }
        }
        expr.kind.each(&mut |id| self.divisions(id));
    }

    /// Whether a value is a number with a point.
    fn is_number(&self, id: ExprId) -> bool {
        let id = self.tree.bare(id);
        match &self.tree.expr(id).kind {
            ExprKind::Number => {
                self.tree.bytes(self.tree.expr(id).span).iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'))
            }
            ExprKind::Unary(Unary::Minus, of) => self.is_number(*of),
            _ => false,
        }
    }

    /// Whether a value is a tensor of floating-point numbers, or a list of such.
    fn is_float(&mut self, id: ExprId) -> bool {
        let id = self.tree.bare(id);
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        self.work.spend(1);
        let float = self.makes_float(id);
        self.known.insert(id, float);
        float
    }

    fn makes_float(&mut self, id: ExprId) -> bool {
        let tree = self.tree;
        match &tree.expr(id).kind {
            ExprKind::Unary(Unary::Minus, of) => self.is_float(*of),
            ExprKind::Name => tree.as_name(id).is_some_and(|name| self.names.contains(name)),
            ExprKind::Attribute { name, .. } => {
                self.attributes.get(tree.name(*name)).copied().unwrap_or(false)
            }
            // Elements of lists: those of tensors are calls.
            ExprKind::Subscript { value, .. } => !self.is_tuple(*value) && self.is_float(*value),
            ExprKind::List { items, .. } => {
                !items.is_empty() && items.iter().all(|item| self.is_float(*item))
            }
            ExprKind::Call { callee, arguments, .. } => {
                let Some(name) = self.tree.operator(*callee) else { return false };
                let name = name.strip_suffix('_').filter(|name| !name.ends_with('_')).unwrap_or(name);
                // With another element type, it is of that.
                let typed = arguments
                    .iter()
                    .find(|argument| argument.keyword.is_some_and(|keyword| tree.name(keyword) == "dtype"));
                if let Some(typed) =
                    typed.filter(|typed| !matches!(tree.expr(typed.value).kind, ExprKind::NoneType))
                {
                    return FLOATING
                        .iter()
                        .any(|number| number.as_bytes() == tree.bytes(tree.expr(typed.value).span));
                }
                match name {
                    "to" => arguments.get(1).is_some_and(|to| {
                        FLOATING
                            .iter()
                            .any(|number| number.as_bytes() == tree.bytes(tree.expr(to.value).span))
                    }),
                    _ if ALWAYS.contains(&name) => true,
                    _ if BY_FIRST.contains(&name) => {
                        arguments.first().is_some_and(|first| self.is_float(first.value))
                    }
                    "type_as" => arguments.get(1).is_some_and(|other| self.is_float(other.value)),
                    // With a dimension they give indices, too.
                    "max" | "min" => {
                        (1..=2).contains(&arguments.len())
                            && arguments.iter().all(|argument| self.is_float(argument.value))
                    }
                    _ if CARRIED.contains(&name) => {
                        let promotes = self.promotes && PROMOTED.contains(&name);
                        arguments.iter().any(|argument| {
                            self.is_float(argument.value) || promotes && self.is_number(argument.value)
                        })
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }
}
