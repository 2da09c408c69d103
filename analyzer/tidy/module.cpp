// The clang-tidy module: every rule as a check fporder-SLUG, from the table of rules that the build embeds; nothing is registered by hand.
//
//   clang-tidy-22 -load FporderTidyModule-22.so -checks='-*,fporder-*' file.cpp
#include "analyzer/findings/own_rules.h"
#include "analyzer/tidy/not_analysed_check.h"
#include "analyzer/tidy/order_check.h"
#include "rules/engine/embedded.h"

#include "clang-tidy/ClangTidyModule.h"
#include "clang/Basic/Version.h"

#if CLANG_VERSION_MAJOR < 22
#include "clang-tidy/ClangTidyModuleRegistry.h"
#endif

namespace fporder::tidy {
namespace {

class Module : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &factories) override {
    const auto shared = std::make_shared<SharedUnit>();
    const auto add = [&](std::string_view slug) {
      factories.registerCheckFactory("fporder-" + std::string(slug),
                                     [shared, slug = std::string(slug)](llvm::StringRef name, clang::tidy::ClangTidyContext *context) {
                                       return std::make_unique<OrderCheck>(name, context, slug, shared->join(*context));
                                     });
    };
    for (const rules::EmbeddedRule &rule : rules::embeddedRules())
      add(rule.slug);
    for (const findings::OwnRule *rule : findings::ownRules())
      add(rule->slug);
    factories.registerCheckFactory("fporder-not-analysed", [shared](llvm::StringRef name, clang::tidy::ClangTidyContext *context) {
      return std::make_unique<NotAnalysedCheck>(name, context, shared->join(*context));
    });
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<Module> registered("fporder-module", "where the order of floating-point operations matters");

} // namespace
} // namespace fporder::tidy
