// The files that every server has in itself, so that an app needs neither folder beside it.
#include "builtin.h"

const struct builtin_file builtin_files[] = {
  {NULL, NULL, 0},
};
