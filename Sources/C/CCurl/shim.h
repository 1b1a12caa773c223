#pragma once
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>

// Sends a message, whose lines end with CR LF. Here and not in Swift, because curl_easy_setopt has variable arguments.
static inline CURLcode send_mail(
    const char *server, const char *user, const char *password, const char *from, const char *to, const char *message) {
  CURL *curl = curl_easy_init();
  if (!curl) return CURLE_FAILED_INIT;
  struct curl_slist *recipients = curl_slist_append(NULL, to);
  FILE *file = fmemopen((void *)message, strlen(message), "r");
  curl_easy_setopt(curl, CURLOPT_URL, server);
  // A server that wants no user is one of this machine, and has no certificate.
  curl_easy_setopt(curl, CURLOPT_USE_SSL, user ? CURLUSESSL_ALL : CURLUSESSL_NONE);
  curl_easy_setopt(curl, CURLOPT_USERNAME, user);
  curl_easy_setopt(curl, CURLOPT_PASSWORD, password);
  curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from);
  curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
  curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
  curl_easy_setopt(curl, CURLOPT_READDATA, file);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, 10L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);
  CURLcode code = recipients && file ? curl_easy_perform(curl) : CURLE_OUT_OF_MEMORY;
  if (file) fclose(file);
  curl_slist_free_all(recipients);
  curl_easy_cleanup(curl);
  return code;
}
