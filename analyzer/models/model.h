// Call models: what the calls of a vendor's API compute, as data (analyzer/models/*.yaml; the format is specified in analyzer/models/README.md).
//
// A vendor is one document. Its head (who it is, when it applies, which classes are handles of buffers) is read at once; its calls and declarations
// are read when a translation unit first needs them. Everything here is immutable once loaded and may be shared by threads.
#pragma once

#include "rules/engine/rule.h"
#include "runtime/order/graph.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::models {

/// One statement of a model's `does`.
struct Effect {
  enum class Target : std::uint8_t {
    Result,  // return ...
    Value,   // x = ...: the elements that the argument designates, or the object it refers to
    Element, // x[index] = ...: one element
    Handle,  // &x = ...: the handle designates another buffer from now on
    Queue,   // queue(x) = ...: a handle is put into the object x
  };
  enum class Source : std::uint8_t {
    Formula, // arithmetic on parameters
    Buffer,  // &x, &x[offset]: a handle of the same buffer, or of a slice of it
    Fresh,   // new: a handle of a buffer nobody else has
    Queue,   // queue(x): the handle that was put into x
  };
  Target target = Target::Result;
  std::string name;    // of the target's parameter; empty for Result
  order::NodeId index; // Element
  Source source = Source::Formula;
  std::string from;      // Buffer, Queue: the parameter
  order::NodeId formula; // Formula; Buffer: the offset, if any
};

/// How well a call keeps to its formula.
struct Quality {
  enum class Kind : std::uint8_t { CorrectlyRounded, Ulps, Approximate } kind = Kind::CorrectlyRounded;
  double bound = 0; // Ulps: their number; Approximate: the relative error, 0 when not stated
};

struct CallModel {
  std::string name;  // unqualified; may hold '*'
  std::string scope; // the class whose member it is; empty: a free function
  std::vector<std::string> parameters;
  bool open = false;                       // more arguments may follow; they are ignored
  std::vector<Effect> effects;             // none: no arithmetic, nothing is changed
  std::optional<format::Format> format;    // of the operations; otherwise the destination's
  std::optional<order::Rounding> rounding; // of the operations; otherwise to nearest even
  std::string roundingParameter;           // the parameter whose enumerator says the rounding; empty: none
  Quality quality;
  rules::DocumentPlace place;

  bool takes(std::size_t arguments) const { return open ? arguments >= parameters.size() : arguments == parameters.size(); }
};

/// What a translation unit shows of itself before it is parsed, or in its first lines.
struct UnitTraits {
  std::string source;                // file name
  std::string_view text;             // of the main file
  std::vector<std::string> included; // headers named in include directives, as written
};

class Vendor {
public:
  /// Reads the head. False when anything is wrong; `errors` says what. `text` must outlive the vendor.
  bool readHead(std::string_view text, const std::string &file, std::vector<rules::DocumentError> &errors);
  /// Reads the rest; what `calls` and `declarations` do on demand.
  bool readBody(std::vector<rules::DocumentError> &errors) const;

  bool appliesTo(const UnitTraits &unit) const;
  bool namesHeader(std::string_view included) const;
  bool isBuffer(std::string_view className) const;

  /// Models of calls of this name, in document order.
  std::vector<const CallModel *> find(std::string_view name) const;
  /// C or C++ text that stands for the vendor's headers where they are not installed; empty: none.
  const std::string &declarations() const;
  bool hasDeclarations() const;                               // without reading them
  const order::Graph &graph() const { return *body().graph; } // holds the formulas
  std::size_t callCount() const { return body().calls.size(); }

  std::string name;
  std::string file;
  std::vector<std::string> namespaces; // a callee declared in another one is not the vendor's; empty: any
  std::vector<std::string> headers, words, extensions;
  std::vector<std::string> buffers;
  std::map<std::string, order::Rounding, std::less<>> enumerators; // of the vendor's round modes
  std::string treeBind, treeConstant;                              // class templates of computations written as types; empty: none
  bool contracts = false;                                          // the calls compile to operators, which the compiler may contract and reassociate

private:
  struct Body {
    std::unique_ptr<order::Graph> graph;
    std::vector<std::unique_ptr<CallModel>> calls;
    std::map<std::string, std::vector<const CallModel *>, std::less<>> byName;
    std::vector<const CallModel *> patterns; // names with '*'
    std::string declarations;
  };
  const Body &body() const;

  std::string_view text;
  mutable std::once_flag bodyRead;
  mutable Body rest;
  friend class DocumentReader;
};

/// Every vendor known: the user's own first, then the embedded ones.
class Models {
public:
  /// The embedded documents.
  static std::shared_ptr<const Models> builtIn();
  /// Those and every *.yaml and *.yml of `directories`, read completely. Null when anything is wrong; `errors` says what.
  static std::shared_ptr<const Models> with(std::span<const std::string> directories, std::vector<rules::DocumentError> &errors);

  std::vector<const Vendor *> vendorsOf(const UnitTraits &unit) const;
  const std::vector<std::unique_ptr<Vendor>> &vendors() const { return known; }
  /// Paths and contents of the documents in `directories`, as they were read: two that are equal make the same models.
  const std::string &documents() const { return read; }

private:
  std::vector<std::unique_ptr<Vendor>> known;
  std::string read;
  std::vector<std::unique_ptr<std::string>> texts;
};

/// Reads one document completely; null when anything is wrong.
std::unique_ptr<Vendor> readVendor(std::string_view text, const std::string &file, std::vector<rules::DocumentError> &errors);

} // namespace fporder::models
