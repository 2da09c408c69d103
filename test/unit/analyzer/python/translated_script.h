// Python scripts translated to procedures, for tests.
#pragma once

#include "analyzer/python/translate.h"
#include "test/unit/analyzer/frontend/translated.h"

namespace fporder::test {

class TranslatedScript : public Procedures {
public:
  explicit TranslatedScript(const std::string &text, python::Options options = {}) {
    llvm::Expected<python::ScriptSummary> made =
        python::translate("golden.py", text, options, [this](order::Procedure &&procedure) { take(std::move(procedure)); });
    if (made)
      summary = *made;
    else
      problem = llvm::toString(made.takeError());
  }

  python::ScriptSummary summary;
  std::string problem; // why it could not be read
};

/// With the imports that most scripts have.
inline TranslatedScript numpyScript(const std::string &text, python::Options options = {}) {
  return TranslatedScript("import numpy as np\nimport math\n" + text, std::move(options));
}
inline TranslatedScript torchScript(const std::string &text, python::Options options = {}) {
  return TranslatedScript("import torch\nimport torch.nn.functional as F\n" + text, std::move(options));
}

} // namespace fporder::test
