"""Programs of the unseen sets for which there is no package: users of header-only libraries, Zig's own language, Swift."""

CXX = {
    "eigen-solve.cpp": """
#include <Eigen/Dense>
double solve(const double *m, const double *b, double *x) {
  Eigen::Map<const Eigen::Matrix4d> a(m); Eigen::Map<const Eigen::Vector4d> r(b); Eigen::Map<Eigen::Vector4d> out(x);
  out = a.partialPivLu().solve(r); return (a * out - r).norm();
}
""",
    "eigen-svd.cpp": """
#include <Eigen/SVD>
float largest(const float *m) { Eigen::Map<const Eigen::Matrix3f> a(m); return Eigen::JacobiSVD<Eigen::Matrix3f>(a).singularValues()(0); }
""",
    "eigen-geometry.cpp": """
#include <Eigen/Geometry>
void turn(const float *q, const float *v, float *o) { Eigen::Quaternionf r(q[0], q[1], q[2], q[3]); Eigen::Map<Eigen::Vector3f>(o, 3) = r.normalized() * Eigen::Map<const Eigen::Vector3f>(v, 3); }
""",
    "json-parse.cpp": """
#include <nlohmann/json.hpp>
int total(const char *text) { auto j = nlohmann::json::parse(text, nullptr, false); int s = 0; if (j.is_array()) for (auto &e : j) if (e.is_number()) s += e.get<int>(); return s; }
""",
    "ranges-views.cpp": """
#include <range/v3/view/filter.hpp>
#include <range/v3/view/transform.hpp>
#include <range/v3/numeric/accumulate.hpp>
#include <vector>
int odd_squares(const std::vector<int> &v) { using namespace ranges; return accumulate(v | views::filter([](int x) { return x & 1; }) | views::transform([](int x) { return x * x; }), 0); }
""",
    "ranges-sort.cpp": """
#include <range/v3/algorithm/sort.hpp>
#include <range/v3/algorithm/unique.hpp>
#include <string>
#include <vector>
void tidy(std::vector<std::string> &v) { ranges::sort(v, std::less<>{}, &std::string::size); v.erase(ranges::unique(v), v.end()); }
""",
    "fmt-format.cpp": """
#include <fmt/format.h>
#include <string>
std::string shown(int a, double b, const char *c) { return fmt::format("{:>08x} {:.3e} {}", a, b, c); }
""",
    "glm-transform.cpp": """
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
glm::mat4 view(glm::vec3 eye, float angle) { return glm::lookAt(eye, glm::vec3(0), glm::vec3(0, 1, 0)) * glm::mat4_cast(glm::angleAxis(angle, glm::vec3(1, 0, 0))); }
""",
    "glm-noise.cpp": """
#include <glm/glm.hpp>
#include <glm/gtc/noise.hpp>
#include <glm/gtc/packing.hpp>
float field(glm::vec3 p) { return glm::simplex(p) + glm::perlin(glm::vec2(p)); }
unsigned packed(glm::vec4 v) { return glm::packUnorm4x8(v) ^ glm::packSnorm2x16(glm::vec2(v)); }
""",
    "rapidjson-sax.cpp": """
#include <rapidjson/reader.h>
#include <rapidjson/writer.h>
#include <rapidjson/stringbuffer.h>
struct H : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, H> { int depth = 0, most = 0; bool StartObject() { if (++depth > most) most = depth; return true; } bool EndObject(unsigned) { --depth; return true; } };
int deepest(const char *t) { rapidjson::Reader r; rapidjson::StringStream s(t); H h; r.Parse(s, h); return h.most; }
""",
    "rapidjson-dom.cpp": """
#include <rapidjson/document.h>
double pick(const char *t) { rapidjson::Document d; d.Parse(t); return d.IsObject() && d.HasMember("x") && d["x"].IsNumber() ? d["x"].GetDouble() : -1; }
""",
    "cereal-binary.cpp": """
#include <cereal/archives/binary.hpp>
#include <cereal/types/vector.hpp>
#include <sstream>
struct P { int a; std::vector<float> b; template <class A> void serialize(A &ar) { ar(a, b); } };
std::string saved(const P &p) { std::ostringstream o; cereal::BinaryOutputArchive a(o); a(p); return o.str(); }
""",
    "cli11-options.cpp": """
#include <CLI/CLI.hpp>
int parse(int c, char **v) { CLI::App app{"x"}; int n = 0; std::string f; app.add_option("-n", n)->check(CLI::Range(1, 9)); app.add_flag("--f", f); try { app.parse(c, v); } catch (const CLI::ParseError &e) { return app.exit(e); } return n; }
""",
    "doctest-cases.cpp": """
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
TEST_CASE("one") { int x = 1; SUBCASE("a") { CHECK(x == 1); } SUBCASE("b") { REQUIRE_THROWS(throw 1); } }
""",
    "boost-multiprecision.cpp": """
#include <boost/multiprecision/cpp_int.hpp>
boost::multiprecision::cpp_int factorial(unsigned n) { boost::multiprecision::cpp_int r = 1; while (n > 1) r *= n--; return r; }
""",
    "boost-graph.cpp": """
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
using G = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property, boost::property<boost::edge_weight_t, int>>;
void paths(G &g, std::vector<int> &d) { d.resize(num_vertices(g)); boost::dijkstra_shortest_paths(g, 0, boost::distance_map(&d[0])); }
""",
    "boost-containers.cpp": """
#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>
#include <boost/intrusive/list.hpp>
struct N : boost::intrusive::list_base_hook<> { int v; };
int first(boost::container::flat_map<int, int> &m, boost::intrusive::list<N> &l, N &n) { boost::container::small_vector<int, 4> s(m.size(), 1); l.push_front(n); return m[s.size()] + l.front().v; }
""",
    "boost-hana.cpp": """
#include <boost/hana.hpp>
namespace h = boost::hana; struct S { BOOST_HANA_DEFINE_STRUCT(S, (int, a), (double, b)); };
double sum(S s) { double r = 0; h::for_each(h::members(s), [&](auto x) { r += x; }); return r; }
""",
    "boost-spirit.cpp": """
#include <boost/spirit/include/qi.hpp>
bool numbers(const char *f, const char *l, std::vector<double> &v) { namespace q = boost::spirit::qi; return q::phrase_parse(f, l, q::double_ % ',', q::space, v) && f == l; }
""",
    "boost-interval.cpp": """
#include <boost/numeric/interval.hpp>
#include <boost/math/special_functions/gamma.hpp>
boost::numeric::interval<double> widen(double a, double b) { boost::numeric::interval<double> i(a, b); return i * i + 1.0; }
double gamma_of(double x) { return boost::math::tgamma(x); }
""",
    "std-regex.cpp": """
#include <regex>
#include <string>
bool matches(const std::string &s) { static const std::regex r("([a-z]+)-(\\\\d{2,4})", std::regex::icase); std::smatch m; return std::regex_match(s, m, r) && m.size() == 3; }
""",
    "std-variant.cpp": """
#include <optional>
#include <string>
#include <variant>
#include <any>
using V = std::variant<int, std::string, double>; template <class... T> struct O : T... { using T::operator()...; }; template <class... T> O(T...) -> O<T...>;
int kind(const V &v) { return std::visit(O{[](int i) { return i; }, [](const std::string &s) { return (int)s.size(); }, [](double d) { return (int)d; }}, v); }
std::optional<int> maybe(std::any a) { if (auto p = std::any_cast<int>(&a)) return *p; return {}; }
""",
    "std-threads.cpp": """
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <queue>
struct Q { std::mutex m; std::condition_variable c; std::queue<int> q; void put(int v) { { std::lock_guard<std::mutex> l(m); q.push(v); } c.notify_one(); } int get() { std::unique_lock<std::mutex> l(m); c.wait(l, [&] { return !q.empty(); }); int v = q.front(); q.pop(); return v; } };
int both(int a) { auto f = std::async(std::launch::async, [a] { return a * 2; }); thread_local int n = 0; return f.get() + ++n; }
""",
}

ZIG = {
    "hash.zig": """
const std = @import("std");
export fn digest(p: [*]const u8, n: usize) u64 { return std.hash.Wyhash.hash(1, p[0..n]); }
export fn sha(p: [*]const u8, n: usize, out: *[32]u8) void { std.crypto.hash.sha2.Sha256.hash(p[0..n], out, .{}); }
export fn crc(p: [*]const u8, n: usize) u32 { return std.hash.Crc32.hash(p[0..n]); }
""",
    "sort.zig": """
const std = @import("std");
fn less(_: void, a: i32, b: i32) bool { return a < b; }
export fn order(p: [*]i32, n: usize) void { std.mem.sort(i32, p[0..n], {}, less); }
export fn find(p: [*]const u8, n: usize, c: u8) isize { return if (std.mem.indexOfScalar(u8, p[0..n], c)) |i| @as(isize, @intCast(i)) else -1; }
""",
    "errors.zig": """
const E = error{ Empty, Odd };
fn half(x: u32) E!u32 { if (x == 0) return E.Empty; if (x % 2 == 1) return E.Odd; return x / 2; }
export fn twice(x: u32) i32 { const a = half(x) catch |e| switch (e) { E.Empty => return -1, E.Odd => return -2 }; const b = half(a) catch return -3; return @as(i32, @intCast(b)); }
const U = union(enum) { a: i64, b: f32, c: [3]u16 };
export fn tagged(k: u8, x: i32) i64 { const u: U = switch (k) { 0 => .{ .a = x }, 1 => .{ .b = 2.5 }, else => .{ .c = .{ 1, 2, 3 } } }; return switch (u) { .a => |v| v, .b => |v| @as(i64, @intFromFloat(v)), .c => |v| v[1] }; }
""",
    "vectors.zig": """
const V = @Vector(8, f32);
export fn fma(a: *const V, b: *const V, c: *V) void { c.* = @mulAdd(V, a.*, b.*, c.*); }
export fn sum(a: *const V) f32 { return @reduce(.Add, a.*); }
export fn most(a: *const @Vector(4, i32)) i32 { return @reduce(.Max, a.*); }
export fn swap(x: u48) u48 { return @byteSwap(x); }
export fn bits(x: u77) u8 { return @popCount(x) + @clz(x) + @ctz(x); }
export fn wide(a: f16, b: f80, c: f128) f128 { return a + b * c; }
export fn sat(a: u7, b: u7) u7 { return (a +| b) -| (a *| b) +% (a <<| 2); }
""",
    "atomics.zig": """
var n: u32 = 0;
threadlocal var t: u16 = 3;
export fn inc() u32 { return @atomicRmw(u32, &n, .Add, 1, .seq_cst); }
export fn cas(a: u32, b: u32) bool { return @cmpxchgStrong(u32, &n, a, b, .acq_rel, .acquire) == null; }
export fn weak(a: u32, b: u32) u32 { return @cmpxchgWeak(u32, &n, a, b, .monotonic, .monotonic) orelse 0; }
export fn local() u16 { t +%= 1; return t; }
export fn syscall(x: usize) usize { return asm volatile ("syscall" : [r] "={rax}" (-> usize) : [n] "{rax}" (x)); }
""",
    "packed.zig": """
const P = packed struct { a: u3, b: i5, c: bool, d: u23 };
const X = extern struct { x: u8, y: u64 align(2), z: [5]u16 };
export fn pick(p: *const P) i32 { return @as(i32, p.b) + @as(i32, p.a); }
export fn put(p: *P, v: u23) void { p.d = v; p.c = true; }
export fn at(x: *const X, i: usize) u16 { return x.z[i]; }
export var table linksection(".mine") = [_]u8{ 1, 2, 3 };
export fn far(i: usize) ?*const u8 { return if (i < table.len) &table[i] else null; }
comptime { @export(far, .{ .name = "nah", .linkage = .weak }); }
""",
    "loops.zig": """
export fn fib(n: u32) u64 { var a: u64 = 0; var b: u64 = 1; var i: u32 = 0; while (i < n) : (i += 1) { const c = a +% b; a = b; b = c; } return a; }
export fn grid(p: [*]f64, w: usize, h: usize) void { for (0..h) |y| for (0..w) |x| { p[y * w + x] = @as(f64, @floatFromInt(x * y)) * @sqrt(2.0); }; }
fn ack(m: u32, n: u32) u32 { return if (m == 0) n + 1 else if (n == 0) ack(m - 1, 1) else ack(m - 1, ack(m, n - 1)); }
export fn run(m: u32, n: u32) u32 { return ack(m, n); }
export fn div(a: i32, b: i32) i32 { return @divFloor(a, b) + @mod(a, b) + @divTrunc(a, 3); }
""",
    "format.zig": """
const std = @import("std");
export fn show(p: [*]u8, n: usize, a: i32, b: f64) usize { const s = std.fmt.bufPrint(p[0..n], "{d:>8} {x} {d:.2}", .{ a, @as(u32, @bitCast(a)), b }) catch return 0; return s.len; }
export fn number(p: [*]const u8, n: usize) i64 { return std.fmt.parseInt(i64, p[0..n], 10) catch -1; }
export fn real(p: [*]const u8, n: usize) f64 { return std.fmt.parseFloat(f64, p[0..n]) catch 0; }
""",
}

SWIFT = {
    "Lists.swift": """
public indirect enum List<T> { case end; case node(T, List<T>)
  public var count: Int { switch self { case .end: return 0; case .node(_, let rest): return 1 + rest.count } } }
public func squares(_ n: Int) -> [Int] { (0..<n).filter { $0 % 3 == 1 }.map { $0 * $0 } }
public func words(_ s: String) -> [String: Int] { var d: [String: Int] = [:]; for w in s.split(separator: " ") { d[String(w), default: 0] += 1 }; return d }
""",
    "Protocols.swift": """
public protocol Shape { associatedtype Unit: Numeric; var area: Unit { get }; static func unit() -> Self }
public struct Square: Shape { public var side: Double; public var area: Double { side * side }; public static func unit() -> Square { Square(side: 1) } }
public func total<S: Sequence>(_ s: S) -> S.Element.Unit where S.Element: Shape { s.reduce(0) { $0 + $1.area } }
public func anyOf(_ xs: [any Shape]) -> Int { xs.count }
public func some() -> some Shape { Square.unit() }
""",
    "Classes.swift": """
open class Node { weak var up: Node?; unowned let root: AnyObject; public final var name = "n"; public init(_ r: AnyObject) { root = r }
  open func visit(_ f: (Node) throws -> Void) rethrows { try f(self) }
  deinit { name = "" } }
public final class Leaf: Node { lazy var big = [Int](repeating: 7, count: 9); public override func visit(_ f: (Node) throws -> Void) rethrows { try f(self); big.append(1) } }
public func cast(_ x: Any) -> Leaf? { x as? Leaf }
""",
    "Errors.swift": """
public enum Bad: Error { case small(Int), named(String) }
public func checked(_ x: Int) throws -> Int { guard x > 3 else { throw Bad.small(x) }; return x &* 3 }
public func handled(_ x: Int) -> String { do { return "\\(try checked(x))" } catch Bad.small(let n) where n < 0 { return "neg" } catch { return "\\(error)" } }
public func deferred(_ p: UnsafeMutablePointer<Int>) { defer { p.pointee += 1 }; p.pointee = p.pointee << 2 }
""",
    "Generics.swift": """
@propertyWrapper public struct Clamped<V: Comparable> { var v: V; let r: ClosedRange<V>; public var wrappedValue: V { get { v } set { v = min(max(newValue, r.lowerBound), r.upperBound) } }
  public init(wrappedValue: V, _ r: ClosedRange<V>) { v = wrappedValue; self.r = r } }
public struct Dial { @Clamped(0...10) public var level = 3 }
public func key<T, U>(_ xs: [T], _ p: KeyPath<T, U>) -> [U] { xs.map { $0[keyPath: p] } }
public func tuple<each T>(_ x: repeat each T) -> (repeat each T) { (repeat each x) }
""",
    "Actors.swift": """
public actor Counter { var n = 0; public func add(_ k: Int) -> Int { n += k; return n } }
public func twice(_ c: Counter) async -> Int { async let a = c.add(1); async let b = c.add(2); return await a + b }
public func sums(_ n: Int) async -> Int { await withTaskGroup(of: Int.self) { g in for i in 0..<n { g.addTask { i } }; var s = 0; for await x in g { s += x }; return s } }
""",
}
