// A source of its own, compiled without the compiler cache: that does not see what .incbin reads, and would hand out an older object.
#include "analyzer/instrument/embedded_bitcode.h"

// NOLINTBEGIN(bugprone-macro-parentheses): a string among strings
#define FPORDER_EMBEDDED(NAME, FILE)                                                                                                                 \
  __asm__(".section .rodata\n"                                                                                                                       \
          ".global " #NAME "\n.hidden " #NAME "\n" #NAME ":\n.incbin \"" FILE "\"\n"                                                                 \
          ".global " #NAME "_end\n.hidden " #NAME "_end\n" #NAME "_end:\n.byte 0\n"                                                                  \
          ".previous\n")
// NOLINTEND(bugprone-macro-parentheses)
FPORDER_EMBEDDED(fporder_bitcode_residues, FPORDER_BITCODE "/inlined-" FPORDER_MAJOR ".bc");
FPORDER_EMBEDDED(fporder_bitcode_packs, FPORDER_BITCODE "/inlined_packs-" FPORDER_MAJOR ".bc");
FPORDER_EMBEDDED(fporder_bitcode_pairs, FPORDER_BITCODE "/inlined_pairs-" FPORDER_MAJOR ".bc");
FPORDER_EMBEDDED(fporder_bitcode_numbers, FPORDER_BITCODE "/inlined_numbers-" FPORDER_MAJOR ".bc");
