#pragma once

#include <stdint.h>

// The annotations that ThreadSanitizer's runtime offers to locks it does not know. The wrappers take
// a number: a pointer would not be Sendable in Swift.

void __tsan_acquire(void *address);
void __tsan_release(void *address);

static inline void netwatch_tsan_acquire(uintptr_t address) { __tsan_acquire((void *)address); }
static inline void netwatch_tsan_release(uintptr_t address) { __tsan_release((void *)address); }
