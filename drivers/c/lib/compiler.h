// The compiler of this file, in the words of the compiler.
#pragma once
#include <features.h>

#define STRING(...) #__VA_ARGS__
#define TEXT_OF(...) STRING(__VA_ARGS__)
#ifdef __clang__
#define COMPILER clang
#define COMPILER_NUMBER __clang_major__.__clang_minor__.__clang_patchlevel__
#else
#define COMPILER gcc
#define COMPILER_NUMBER __GNUC__.__GNUC_MINOR__.__GNUC_PATCHLEVEL__
#endif
#define COMPILER_VERSION TEXT_OF(COMPILER_NUMBER)
#define COMPILER_TITLE TEXT_OF(cc COMPILER_NUMBER (COMPILER, glibc __GLIBC__.__GLIBC_MINOR__))
