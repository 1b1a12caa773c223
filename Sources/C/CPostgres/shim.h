#pragma once
#include <dlfcn.h>
#include <postgresql/libpq-fe.h>

// libpq is loaded when a program opens a PostgreSQL, and not linked: it brings a dozen libraries, which would double the
// time that every program needs to start.

#define POSTGRES_FUNCTIONS(FUNCTION) \
  FUNCTION(PQcancel) \
  FUNCTION(PQclear) \
  FUNCTION(PQconndefaults) \
  FUNCTION(PQconninfoFree) \
  FUNCTION(PQconninfoParse) \
  FUNCTION(PQconnectdb) \
  FUNCTION(PQconnectPoll) \
  FUNCTION(PQconnectStartParams) \
  FUNCTION(PQconsumeInput) \
  FUNCTION(PQenterPipelineMode) \
  FUNCTION(PQerrorMessage) \
  FUNCTION(PQexecParams) \
  FUNCTION(PQfinish) \
  FUNCTION(PQflush) \
  FUNCTION(PQfreeCancel) \
  FUNCTION(PQfreemem) \
  FUNCTION(PQgetCancel) \
  FUNCTION(PQgetResult) \
  FUNCTION(PQgetisnull) \
  FUNCTION(PQgetlength) \
  FUNCTION(PQgetvalue) \
  FUNCTION(PQisBusy) \
  FUNCTION(PQnfields) \
  FUNCTION(PQnotifies) \
  FUNCTION(PQntuples) \
  FUNCTION(PQpipelineSync) \
  FUNCTION(PQresultErrorField) \
  FUNCTION(PQresultStatus) \
  FUNCTION(PQsendPrepare) \
  FUNCTION(PQsendQueryParams) \
  FUNCTION(PQsendQueryPrepared) \
  FUNCTION(PQserverVersion) \
  FUNCTION(PQsetErrorVerbosity) \
  FUNCTION(PQsetNoticeReceiver) \
  FUNCTION(PQsetnonblocking) \
  FUNCTION(PQsocket) \
  FUNCTION(PQstatus) \
  FUNCTION(PQtransactionStatus)

// The functions of libpq, with the types of its header.
struct postgres_library {
#define POSTGRES_MEMBER(NAME) __typeof__(&NAME) NAME;
  POSTGRES_FUNCTIONS(POSTGRES_MEMBER)
#undef POSTGRES_MEMBER
};

// Loads the library. Returns why it cannot be loaded, or null.
static inline const char *postgres_load(struct postgres_library *library) {
  void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
#define POSTGRES_FIND(NAME) \
  if (!(library->NAME = (__typeof__(&NAME))dlsym(handle, #NAME))) return dlerror();
  POSTGRES_FUNCTIONS(POSTGRES_FIND)
#undef POSTGRES_FIND
  return 0;
}
