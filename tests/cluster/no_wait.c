// SPDX-License-Identifier: EUPL-1.2
/* Preloaded into the nodes of a set-up that is wrong on purpose (broken.py); built by no_wait.py. Such a node acknowledges a batch that
 * the database has already without waiting until the standbys have it too (PgWriter::FindBatch in src/store/postgresql/writer.cc). It
 * stands between the module for PostgreSQL and libpq: where the question for the standbys follows directly on that for a known batch, the
 * server is asked for an answer that means "enough". All other waits stay as they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define LIBPQ "libpq.so.5"
#define CONNECTIONS 64
/* A part of each statement that has no other: FindCommitOfBatch in commits.cc and AwaitHorizon in horizon.cc. */
#define BATCH "WHERE batch = $1::bytea"
#define STANDBYS "FROM pg_stat_replication, goal"
#define ENOUGH "SELECT true, 1::bigint, 1::bigint, 0::bigint, ''::text"

/* What is known of a connection: the names of the two statements, and whether the first was asked just now. */
struct connection {
  const void* handle;
  char batch[16], standbys[16];
  int asked_for_batch;
};

static struct connection connections[CONNECTIONS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The module is loaded with a scope of its own, so RTLD_NEXT would not find its libpq. */
static void* of_libpq(const char* name) {
  void* const library = dlopen(LIBPQ, RTLD_LAZY | RTLD_NOLOAD);
  void* const found = library ? dlsym(library, name) : NULL;
  if (!found) abort();
  return found;
}

static struct connection* find(const void* handle) {
  for (struct connection* one = connections; one < connections + CONNECTIONS; ++one) {
    if (one->handle == handle || !one->handle) {
      one->handle = handle;
      return one;
    }
  }
  abort();
}

static void note_statement(const void* handle, const char* name, const char* sql) {
  pthread_mutex_lock(&lock);
  struct connection* const one = find(handle);
  /* The first name of a new connection, which may lie where an old one lay. */
  if (strcmp(name, "s1") == 0) memset(one->batch, 0, sizeof *one - offsetof(struct connection, batch));
  if (strstr(sql, BATCH)) strncpy(one->batch, name, sizeof one->batch - 1);
  if (strstr(sql, STANDBYS)) strncpy(one->standbys, name, sizeof one->standbys - 1);
  pthread_mutex_unlock(&lock);
}

/* Notes a question, NULL for one without a name; whether it is the wait that is left out. */
static int is_left_out(const void* handle, const char* name) {
  pthread_mutex_lock(&lock);
  struct connection* const one = find(handle);
  const int is = name && one->asked_for_batch && strcmp(name, one->standbys) == 0;
  one->asked_for_batch = name && strcmp(name, one->batch) == 0;
  pthread_mutex_unlock(&lock);
  return is;
}

int PQsendPrepare(void* handle, const char* name, const char* sql, int count, const void* types) {
  int (*const prepare)(void*, const char*, const char*, int, const void*) = of_libpq("PQsendPrepare");
  note_statement(handle, name, sql);
  return prepare(handle, name, sql, count, types);
}

int PQsendQueryParams(void* handle, const char* sql, int count, const void* types, const char* const* values, const int* sizes,
                      const int* formats, int format) {
  int (*const ask)(void*, const char*, int, const void*, const char* const*, const int*, const int*, int) = of_libpq("PQsendQueryParams");
  is_left_out(handle, NULL);
  return ask(handle, sql, count, types, values, sizes, formats, format);
}

int PQsendQueryPrepared(void* handle, const char* name, int count, const char* const* values, const int* sizes, const int* formats,
                        int format) {
  if (is_left_out(handle, name)) return PQsendQueryParams(handle, ENOUGH, 0, NULL, NULL, NULL, NULL, format);
  int (*const ask)(void*, const char*, int, const char* const*, const int*, const int*, int) = of_libpq("PQsendQueryPrepared");
  return ask(handle, name, count, values, sizes, formats, format);
}
