#pragma once
#include <stddef.h>

/// A file of the top-level Public/ or Templates/ folder, as it was when the program was built.
struct builtin_file {
  const char *path; // such as "Public/tempura.css"
  const unsigned char *bytes;
  size_t size;
};

/// All of them; the last one's path is NULL.
const struct builtin_file *builtin_all(void);
