#pragma once

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function, which Swift does not import. SQLite copies what is
// bound with it before the call returns.

static inline int netwatch_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                            sqlite3_uint64 size) {
  return sqlite3_bind_text64(statement, index, text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int netwatch_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                            sqlite3_uint64 size) {
  return sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_TRANSIENT);
}
