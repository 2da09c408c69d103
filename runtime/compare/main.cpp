#include "runtime/compare/command.h"

int main(int argc, char **argv) { return fporder::compare::runCommand({argv + (argc > 0 ? 1 : 0), argv + argc}); }
