// What must hold while fuzzing: a fault ends the process, as a sanitizer's does, so that the input is kept.
#pragma once

#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

inline void must(bool holds, const char* otherwise) {
  if (holds) return;
  std::fprintf(stderr, "FAULT: %s\n", otherwise);
  std::abort();
}
