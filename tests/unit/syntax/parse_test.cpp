#include "syntax/parse.h"
