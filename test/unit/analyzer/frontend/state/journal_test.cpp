#include "analyzer/frontend/state/journal.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::frontend::Journal;
using fporder::test::Translated;

TEST_CASE("a journal is rewound as a whole") {
  fporder::order::Procedure procedure;
  Journal journal(procedure);
  journal.add(fporder::order::Unanalysed{"a.cpp", 1, 2, "call to 'f'", "why"});
  CHECK(journal.addCallee("'f'"));
  const Journal::Mark mark = journal.mark();
  journal.add(fporder::order::Unanalysed{"a.cpp", 1, 2, "call to 'f'", "why"}); // known
  CHECK(procedure.unanalysed.size() == 1);
  journal.add(fporder::order::Unanalysed{"a.cpp", 3, 2, "call to 'g'", "why"});
  journal.add(fporder::order::Effect{});
  journal.add(fporder::order::Definition{});
  journal.computations.add({});
  CHECK(journal.now() == 1);
  CHECK_FALSE(journal.addCallee("'f'"));
  CHECK(journal.addCallee("'g'"));
  journal.rewind(mark);
  CHECK(procedure.unanalysed.size() == 1);
  CHECK(procedure.effects.empty());
  CHECK(procedure.definitions.empty());
  CHECK(journal.now() == 0);
  journal.close();
  CHECK(procedure.computations.empty());
  CHECK_FALSE(journal.addCallee("'f'"));
  CHECK(journal.addCallee("'g'"));
  journal.add(fporder::order::Unanalysed{"a.cpp", 3, 2, "call to 'g'", "why"});
  CHECK(procedure.unanalysed.size() == 2);
}

TEST_CASE("a callee that was met in a trial is named by the walk that counts") {
  Translated code(R"(
    float unseen(float);
    float grown(float *x, int n) {
      float s = 0;
      for (int i = 0; i < n; i++) {
        int k = i;
        while (k > 0) { x[k] = x[k - 1] + s; k = k / 2; s = unseen(s) + x[k]; }
      }
      return s;
    })");
  REQUIRE(code.procedure("grown").unanalysed.size() == 1);
  CHECK(code.procedure("grown").unanalysed.front().what == "call to 'unseen'");
}
