// The runtime's inlined operations as bitcode, one block for each source of runtime/shadow/program/inlined*.cpp, in the plugin's read-only data.
#pragma once

extern "C" const char fporder_bitcode_residues[], fporder_bitcode_residues_end[];
extern "C" const char fporder_bitcode_packs[], fporder_bitcode_packs_end[];
extern "C" const char fporder_bitcode_pairs[], fporder_bitcode_pairs_end[];
extern "C" const char fporder_bitcode_numbers[], fporder_bitcode_numbers_end[];
