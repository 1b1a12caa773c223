#include "siphash.h"
#include <string.h>

static uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static uint64_t word(const uint8_t *bytes) {
  uint64_t word = 0;
  for (int index = 7; index >= 0; index--) word = word << 8 | bytes[index];
  return word;
}

struct state {
  uint64_t a, b, c, d;
};

static void mix(struct state *s, int rounds) {
  while (rounds-- > 0) {
    s->a += s->b, s->b = rotated(s->b, 13) ^ s->a, s->a = rotated(s->a, 32);
    s->c += s->d, s->d = rotated(s->d, 16) ^ s->c;
    s->a += s->d, s->d = rotated(s->d, 21) ^ s->a;
    s->c += s->b, s->b = rotated(s->b, 17) ^ s->c, s->c = rotated(s->c, 32);
  }
}

static void take(struct state *s, uint64_t word) {
  s->d ^= word;
  mix(s, 2);
  s->a ^= word;
}

uint64_t siphash(const uint8_t key[16], const uint8_t *bytes, size_t count) {
  uint64_t low = word(key), high = word(key + 8);
  struct state s = {
    low ^ 0x736f6d6570736575, high ^ 0x646f72616e646f6d, low ^ 0x6c7967656e657261, high ^ 0x7465646279746573};
  uint8_t last[8] = {0};
  size_t rest = count % 8;
  for (size_t index = 0; index < count - rest; index += 8) take(&s, word(bytes + index));
  if (rest) memcpy(last, bytes + count - rest, rest);
  last[7] = (uint8_t)count;
  take(&s, word(last));
  s.c ^= 0xff;
  mix(&s, 4);
  return s.a ^ s.b ^ s.c ^ s.d;
}
