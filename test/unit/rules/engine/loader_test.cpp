#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using test::RuleDirectory;

namespace {

const std::string head = "---\nid: FPO900\nslug: own-rule\nfamily: ordering\ntitle: t\nmessage: m\nseverity: remark\n"; // the next line is line 8

/// The errors of one document, its path shortened to "rule.md".
std::vector<std::string> errorsOf(const std::string &text) {
  RuleDirectory directory;
  directory.file("ordering/own-rule/rule.md", text);
  std::vector<std::string> errors = directory.errors();
  for (std::string &error : errors)
    if (error.starts_with("ordering/own-rule/"))
      error.erase(0, std::string("ordering/own-rule/").size());
  return errors;
}

std::string onlyError(const std::string &text) {
  std::vector<std::string> errors = errorsOf(text);
  REQUIRE(errors.size() == 1);
  return errors.front();
}

std::string onlyErrorOfKeys(const std::string &keys) { return onlyError(head + keys + "---\n"); }

} // namespace

TEST_CASE("a complete document loads") {
  RuleDirectory directory;
  directory.file("ordering/own-rule/rule.md", head + R"(match: ['(a * b) / c', '(a * b) * (1 / c)']
where: '!pow2(a) && operation(c) != constant'
warn-when: [feeds(subtraction), "format(match) == binary16"]
orders:
  - {to: a * (b / c), same-bits-when: [pow2(a)], note: divides first}
  - to: (a / c) * b
    only-when: loop_invariant(a)
    stable: true
hazards: [overflow(a * b), reference-mismatch]
fix: evidence
priority: -3
supersedes: [divide-chain]
evidence: range
references: [one, two]
---

# Title
text
```cpp flagged flags="-O1 -ffast-math"
float f(); // expect: own-rule
```
```c clean
int x;
```
```cpp
not a test
```
)");
  rules::RuleSet set = directory.load();
  REQUIRE(set.rules().size() == 1);
  const rules::Rule &rule = *set.rules()[0];
  CHECK(rule.alternatives.size() == 2);
  CHECK(rule.shared.where.size() == 1);
  CHECK(rule.warnWhen.size() == 2);
  REQUIRE(rule.shared.orders.size() == 2);
  CHECK(rule.shared.orders[0].note == "divides first");
  CHECK(rule.shared.orders[0].sameBitsWhen.size() == 1);
  CHECK(rule.shared.orders[1].onlyWhen.size() == 1);
  CHECK(rule.shared.orders[1].stable);
  CHECK(rule.hazards.size() == 2);
  CHECK(rule.fix == rules::FixPolicy::Evidence);
  CHECK(rule.priority == -3);
  CHECK(rule.markdown.starts_with("# Title\n"));
  REQUIRE(rule.examples.size() == 2);
  CHECK(rule.examples[0].kind == rules::Example::Kind::Flagged);
  CHECK(rule.examples[0].language == "cpp");
  CHECK(rule.examples[0].flags == std::vector<std::string>{"-O1", "-ffast-math"});
  CHECK(rule.examples[0].code == "float f(); // expect: own-rule\n");
  CHECK(rule.examples[0].line == 27);
  CHECK(rule.examples[1].language == "c");
}

TEST_CASE("alternatives have conditions and orders of their own, for the names that their forms bind") {
  RuleDirectory directory;
  directory.file("ordering/own-rule/rule.md", head + R"(match:
  - form: ['log(a) - log(b)', 'log(a) - log(2 * b)']
    where: '!constant(a)'
    orders: []
  - form: log2(x) - log2(y)
    orders: [{to: log2(x / y), equal: log2 of a quotient}]
  - log10(x)
where: '!constant(x)'
quiet:
  guarded: {when: guarded(x), why: a comparison keeps it away}
---
)");
  rules::RuleSet set = directory.load();
  const rules::Rule &rule = *set.rules()[0];
  REQUIRE(rule.alternatives.size() == 4);
  CHECK(rule.alternatives[0].own.where.size() == 1);
  CHECK(rule.alternatives[1].own.where[0].text == "!constant(a)");
  REQUIRE(rule.alternatives[2].own.orders.size() == 1);
  CHECK(rule.ordersOf(rule.alternatives[2])[0]->to.text == "log2(x / y)");
  CHECK(rule.alternatives[3].own.where.empty());
  CHECK(rule.shared.where.size() == 1);
  REQUIRE(rule.quiet.size() == 1);
  CHECK(rule.quiet[0].name == "guarded");
  CHECK(rule.quiet[0].when.text == "guarded(x)");
  CHECK(rule.quiet[0].why == "a comparison keeps it away");
}

TEST_CASE("mistakes in alternatives and quiet conditions are named") {
  CHECK(onlyErrorOfKeys("match: [{form: a / b, when: pow2(a)}]\n") == "rule.md:8:23: unknown key 'when'");
  CHECK(onlyErrorOfKeys("match: [{where: pow2(a), form: b / c}]\n").starts_with("rule.md:8:17: the match binds no 'a'"));
  CHECK(errorsOf(head + "match: [{orders: []}, a / b]\n---\n") == std::vector<std::string>{"rule.md:8:9: the key 'form' is missing"});
  CHECK(onlyErrorOfKeys("match:\n  - {form: a / b / c, orders: [a / (b * d)]}\n  - d / b\n")
            .starts_with("rule.md:9:32: the order uses 'd', which the match does not bind"));
  CHECK(onlyErrorOfKeys("match: [{form: a / b / c, orders: [a / c]}]\n").starts_with("rule.md:8:36: the order 'a / c' cannot be shown to equal"));
  CHECK(onlyErrorOfKeys("match: a / b\nquiet: {Loud: {when: pow2(a), why: so}}\n") ==
        "rule.md:9:9: 'Loud' is not a name: lower-case words joined by hyphens");
  CHECK(onlyErrorOfKeys("match: a / b\nquiet: {loud: {when: pow2(a)}}\n") == "rule.md:9:15: the key 'why' is missing");
  CHECK(onlyErrorOfKeys("match: a / b\nquiet: {loud: {why: so}}\n") == "rule.md:9:15: the key 'when' is missing");
  CHECK(onlyErrorOfKeys("match: a / b\nquiet: {loud: {when: pow3(a), why: so}}\n") ==
        "rule.md:9:22: unknown predicate 'pow3' (did you mean 'pow2'?)");
  CHECK(onlyErrorOfKeys("match: a / b\nquiet: pow2(a)\n") == "rule.md:9:8: 'quiet' is a mapping: a name, and under it 'when' and 'why'");
  CHECK(onlyErrorOfKeys("match: a / b\nquiet: {loud: pow2(a)}\n") == "rule.md:9:15: a quiet condition is a mapping with 'when' and 'why'");
}

TEST_CASE("a document of the first form loads, with a word on what will not be read any more") {
  RuleDirectory directory;
  directory.file("ordering/own-rule/rule.md", head + "match: a / b / c\nunless: [pow2(a), pow2(b)]\n---\n");
  rules::RuleSet set;
  std::vector<rules::DocumentError> outdated;
  REQUIRE(set.addDirectory(directory.path(), &outdated).empty());
  REQUIRE(set.rules().size() == 1);
  CHECK(set.rules()[0]->quiet.size() == 2);
  REQUIRE(outdated.size() == 1);
  CHECK(outdated[0].place.line == 9);
  CHECK(outdated[0].message == "'unless' is read for the last time: write 'quiet', with a name, 'when' and 'why'");
}

TEST_CASE("line ends and a byte order mark make no difference") {
  RuleDirectory directory;
  std::string text = head + "match: a / b / c\norders: [a / (b * c)]\n---\nprose\n";
  std::string crlf = "\xef\xbb\xbf";
  for (char c : text)
    crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  directory.file("ordering/own-rule/rule.md", crlf);
  CHECK(directory.load().rules()[0]->markdown == "prose\n");
}

TEST_CASE("mistakes are named with file, line and column") {
  CHECK(onlyErrorOfKeys("match: a / b\nmacth: c\n") == "rule.md:9:1: unknown key 'macth' (did you mean 'match'?)");
  CHECK(onlyErrorOfKeys("fix: none\n") == "rule.md:2:1: the key 'match' is missing");
  CHECK(onlyErrorOfKeys("match: (a * b / c\n").starts_with("rule.md:8:"));
  CHECK(onlyErrorOfKeys("match: 'a $ b'\n").starts_with("rule.md:8:11: "));
  CHECK(onlyErrorOfKeys("match: a\n") == "rule.md:8:8: the pattern matches everything: it must be an operation");
  CHECK(onlyErrorOfKeys("match: a[i] * b / c\n") == "rule.md:8:8: patterns have no elements: write a name, which matches any value");
  CHECK(onlyErrorOfKeys("match: a * b / c\norders:\n  - {to: a * (b / d)}\n") ==
        "rule.md:10:10: the order uses 'd', which the match does not bind (did you mean 'a'?)");
  CHECK(errorsOf(head + "match: a * b / c\norders:\n  - {too: a}\n---\n") ==
        std::vector<std::string>{"rule.md:10:6: unknown key 'too' (did you mean 'to'?)", "rule.md:10:5: the key 'to' is missing"});
  CHECK(onlyErrorOfKeys("match: a * b / c\nwhere: contsant(a)\n") == "rule.md:9:8: unknown predicate 'contsant' (did you mean 'constant'?)");
  CHECK(onlyErrorOfKeys("match: a * b / c\nwhere: constant(d)\n") == "rule.md:9:8: the match binds no 'd' (did you mean 'a'?)");
  CHECK(onlyErrorOfKeys("match: a * b / c\nwhere: feeds(substraction)\n") ==
        "rule.md:9:8: unknown consumer 'substraction' (did you mean 'subtraction'?)");
  CHECK(onlyErrorOfKeys("match: a * b / c\nwhere: format(a) == binary61\n") == "rule.md:9:8: unknown format 'binary61' (did you mean 'binary16'?)");
  CHECK(onlyErrorOfKeys("match: a * b / c\nwhere: trip(a)\n") == "rule.md:9:8: 'trip' is no condition by itself: compare it, as in trip(e) == ...");
  CHECK(onlyErrorOfKeys("match: a * b / c\nwhere: constant(a, b)\n") == "rule.md:9:8: 'constant' takes 1 argument");
  CHECK(onlyErrorOfKeys("match: a * b / c\nhazards: [overfolw(a)]\n") == "rule.md:9:11: unknown hazard 'overfolw' (did you mean 'overflow'?)");
  CHECK(onlyErrorOfKeys("match: a * b / c\nfix: always\n") == "rule.md:9:6: 'fix' is none, on-demand or evidence, not 'always'");
  CHECK(onlyErrorOfKeys("match: a * b / c\npriority: high\n") == "rule.md:9:11: 'priority' is an integer");
  CHECK(onlyErrorOfKeys("match: a * b / c\nmatch: a\n") == "rule.md:9:1: key 'match' is given twice");
  CHECK(onlyErrorOfKeys("match: a * b / c\nwhere: !constant(a)\n") ==
        "rule.md:9:8: YAML tags are not allowed here; a value that begins with '!' must be quoted");
  CHECK(onlyErrorOfKeys("match: a * b / c\norders: [a * b * c]\n")
            .starts_with("rule.md:9:10: the order 'a * b * c' cannot be shown to equal 'a * b / c'"));
}

TEST_CASE("what decides a level") {
  const std::string match = "match: a * b\n";
  CHECK(onlyErrorOfKeys(match + "judged-by: hand\n") == "rule.md:9:12: 'judged-by' is evaluation, exact, match or bits, not 'hand'");
  for (const std::string share : {"0", "-0.5", "1.5", "some", "0.5x"})
    CHECK(onlyErrorOfKeys(match + "warn-share: " + share + "\n") == "rule.md:9:13: 'warn-share' is a share of the inputs, above 0 and at most 1");
  for (const std::string by : {"match", "evaluation", "bits"})
    CHECK(errorsOf(head + match + "judged-by: " + by + "\nwarn-share: 0.05\n---\n").empty());
}

TEST_CASE("an order that needs more than algebra says why it is equal") {
  CHECK(errorsOf(head + "match: 1 - cos(x)\norders: [{to: 2 * (sin(x / 2) * sin(x / 2)), equal: half-angle identity}]\n---\n").empty());
}

TEST_CASE("identity mistakes") {
  auto with = [](std::string from, std::string to) {
    std::string text = head + "match: a / b / c\n---\n";
    return onlyError(text.replace(text.find(from), from.size(), to));
  };
  CHECK(with("FPO900", "FP9") == "rule.md:2:5: 'FP9' is not an id: FPO and three digits");
  CHECK(with("slug: own-rule", "slug: other-rule") == "rule.md:3:7: the slug 'other-rule' differs from its folder's name 'own-rule'");
  CHECK(with("slug: own-rule", "slug: Own_Rule") == "rule.md:3:7: 'Own_Rule' is not a slug: lower-case words joined by hyphens");
  CHECK(with("family: ordering", "family: reduction") == "rule.md:4:9: the family 'reduction' differs from its folder's name 'ordering'");
  CHECK(with("severity: remark", "severity: error") == "rule.md:7:11: 'severity' is remark or warning, not 'error'");
  CHECK(with("message: m", "message: '{z}'") == "rule.md:6:11: the message names '{z}', which the match does not bind (did you mean 'a'?)");
}

TEST_CASE("all mistakes of a document come out at once") {
  std::vector<std::string> errors =
      errorsOf("---\nid: X\nslug: own-rule\nfamily: ordering\ntitle: t\nmessage: m\nseverity: loud\nmatch: a\nbogus: 1\n---\n");
  CHECK(errors.size() == 4);
}

TEST_CASE("documents that are no documents") {
  CHECK(onlyError("") == "rule.md:1:1: the document is empty");
  CHECK(onlyError("# only prose\n") == "rule.md:1:1: the document must begin with its front matter: a line '---'");
  CHECK(onlyError("---\nid: FPO900\n") == "rule.md:1:1: the front matter has no end: a second line '---' is missing");
  CHECK(onlyError("---\n---\n") == "rule.md:2:1: the front matter is empty");
  CHECK(onlyError("---\n- a\n- b\n---\n") == "rule.md:2:1: the front matter must be a mapping of keys to values");
  CHECK(onlyError(std::string("---\nid: \0\n---\n", 14)) == "rule.md:1:1: not a text file");
  CHECK(onlyError(std::string(2 << 20, 'x')) == "rule.md:1:1: cannot be read: is beyond the limit of 1 MiB for a rule or a call model");
  CHECK(onlyError("---\nid: [\n---\n").find("not valid YAML") != std::string::npos);
  CHECK(onlyError("---\nid: \xff\xfe\n---\n").find("not valid YAML") != std::string::npos);
  CHECK(onlyError(head + "match: a / b / c\n---\n```cpp flagged\nint x;\n") == "rule.md:10:1: the code block has no end");
  CHECK(onlyError(head + "match: a / b / c\n---\n```cpp flaged\n```\n") == "rule.md:10:1: a code block is 'flagged' or 'clean', not 'flaged'");
}

TEST_CASE("aliases cannot make a small document large") {
  CHECK(onlyErrorOfKeys("match: &x a / b / c\n").find("anchors are not allowed") != std::string::npos);
  CHECK(onlyErrorOfKeys("match: *x\n").find("aliases are not allowed") != std::string::npos);
  std::string deep = "match: ";
  for (int i = 0; i < 100; ++i)
    deep += "[";
  CHECK(onlyErrorOfKeys(deep + "\n").find("nested beyond the limit of 16") != std::string::npos);
}

TEST_CASE("large and deep patterns and conditions are refused, not crashed on") {
  std::string sum = "match: '(a / b";
  for (int i = 0; i < 400; ++i)
    sum += " + a";
  CHECK(onlyErrorOfKeys(sum + ")'\n").find("more than 200 nodes") != std::string::npos);
  CHECK(onlyErrorOfKeys("match: '" + std::string(5000, 'a') + " / b'\n").find("longer than 2000 bytes") != std::string::npos);
  CHECK(onlyErrorOfKeys("match: a / b / c\nwhere: '" + std::string(500, '!') + "constant(a)'\n").find("nested too deeply") != std::string::npos);
}

TEST_CASE("a rules directory") {
  RuleDirectory directory;
  CHECK(directory.errors() ==
        std::vector<std::string>{directory.path() + ":0:0: the rules directory holds no SLUG/rule.md and no FAMILY/SLUG/rule.md"});
  rules::RuleSet set;
  CHECK(set.addDirectory(directory.path() + "/none").size() == 1);

  directory.rule("ordering", "first", "FPO900", "match: a * b / c\n");
  directory.rule("ordering", "second", "FPO900", "match: a * b / c\n");
  CHECK(directory.errors() ==
        std::vector<std::string>{"ordering/second/rule.md:1:1: the id FPO900 is already that of " + directory.path() + "/ordering/first/rule.md"});

  directory.rule("ordering", "second", "FPO901", "match: a * b / c\n");
  directory.rule("reduction", "first", "FPO902", "match: a * b / c\n");
  CHECK(directory.errors() ==
        std::vector<std::string>{"reduction/first/rule.md:1:1: the slug 'first' is already that of " + directory.path() + "/ordering/first/rule.md"});

  directory.file("reduction/first/rule.cpp", "int x;");
  CHECK(directory.errors() ==
        std::vector<std::string>{
            "reduction/first/rule.cpp:1:1: a user's rules cannot bring code: only rules built into the program may have a rule.cpp"});
}

TEST_CASE("a rule directly below the directory names its family itself") {
  RuleDirectory directory;
  directory.file("own-rule/rule.md", head + "match: a * b / c\n---\n");
  CHECK(directory.load().rules()[0]->family == "ordering");
}

TEST_CASE("a user's rules join the built-in ones, whose names they cannot take") {
  RuleDirectory directory;
  directory.rule("ordering", "mul-then-div", "FPO950", "match: a * b / c\n");
  rules::RuleSet set = rules::RuleSet::builtIn();
  std::size_t before = set.rules().size();
  std::vector<rules::DocumentError> errors = set.addDirectory(directory.path());
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].message == "the slug 'mul-then-div' is already that of rules/ordering/mul-then-div/rule.md");
  CHECK(set.rules().size() == before);
}

TEST_CASE("rules are selected as clang-tidy selects checks") {
  RuleDirectory directory;
  directory.rule("ordering", "alpha-one", "FPO900", "match: a * b / c\n");
  directory.rule("ordering", "alpha-two", "FPO901", "match: a * b / c\n");
  directory.rule("reduction", "beta", "FPO902", "match: a * b / c\n");
  auto selected = [&](const std::string &globs) {
    rules::RuleSet set = directory.load();
    set.select(globs);
    std::string names;
    for (const auto &rule : set.rules())
      names += (names.empty() ? "" : " ") + rule->slug;
    return names;
  };
  CHECK(selected("*") == "alpha-one alpha-two beta");
  CHECK(selected("") == "alpha-one alpha-two beta");
  CHECK(selected("-*,beta") == "beta");
  CHECK(selected("alpha-*") == "alpha-one alpha-two");
  CHECK(selected("alpha-*,-alpha-two") == "alpha-one");
  CHECK(selected("-beta") == "alpha-one alpha-two");
  CHECK(selected("-reduction-*") == "alpha-one alpha-two");
  CHECK(selected("fporder-beta") == "beta");
  CHECK(selected("FPO901 , beta") == "alpha-two beta");
  CHECK(selected("-*") == "");
  rules::RuleSet set = directory.load();
  CHECK(set.unmatchedGlobs("*,-gamma,alpha-*") == std::vector<std::string>{"gamma"});
  CHECK(set.nearestRule("alpha-oen") == "alpha-one");
  CHECK(set.nearestRule("completely-different") == "");
}
