#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own main loop, part of the runtime that `-sanitize=fuzzer` links.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *data, size_t size));

/// Changes the `size` bytes at `data`, of at most `capacity`, in libFuzzer's own ways; the new size.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);

#endif
