#pragma once

// What OpenSSL's libcrypto offers to hash with, and to write bytes as text.
#include <openssl/evp.h>
