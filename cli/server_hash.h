// Hash partitions by the server's own hash functions.
#pragma once

#include <string>

#include "explain/route.h"

namespace pschema {

/// Asks the server of the connection string for each bucket whether it takes the row.
BucketTest bucket_test(const std::string& dsn);

}  // namespace pschema
