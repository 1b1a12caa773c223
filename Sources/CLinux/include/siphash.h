#pragma once

#include <stddef.h>
#include <stdint.h>

/// A hash with a secret key: SipHash-2-4 (Aumasson and Bernstein, 2012). Clients who do not know the key cannot find two inputs
/// with one hash. It is the same in all processes that have the key, which Swift's `Hasher` is not.
uint64_t siphash(const uint8_t key[16], const uint8_t *bytes, size_t count);
