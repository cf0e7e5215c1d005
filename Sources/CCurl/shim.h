#pragma once

// Only what the Swift importer cannot express belongs here: curl's variadic functions, one typed
// wrapper for each kind of argument. No logic.

#include <curl/curl.h>

// curl_easy_setopt(3) takes its value as a variadic argument, whose type the option decides.

// CURLOPTTYPE_LONG: numbers, switches and limits.
static inline CURLcode netwatch_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPTTYPE_STRINGPOINT: copied by curl; NULL is the option's default.
static inline CURLcode netwatch_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPTTYPE_OBJECTPOINT and CBPOINT: kept as an address by curl, which must stay valid.
static inline CURLcode netwatch_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPTTYPE_SLISTPOINT: a list that must stay alive until the transfer has ended.
static inline CURLcode netwatch_curl_set_list(CURL *easy, CURLoption option,
                                              struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPTTYPE_FUNCTIONPOINT, for the two options that share this signature: WRITEFUNCTION and
// HEADERFUNCTION.
static inline CURLcode netwatch_curl_set_write_callback(CURL *easy, CURLoption option,
                                                        curl_write_callback value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPTTYPE_FUNCTIONPOINT for OPENSOCKETFUNCTION.
static inline CURLcode netwatch_curl_set_opensocket_callback(CURL *easy,
                                                             curl_opensocket_callback value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

// CURLOPTTYPE_OFF_T: lengths of bodies.
static inline CURLcode netwatch_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPTTYPE_FUNCTIONPOINT for READFUNCTION.
static inline CURLcode netwatch_curl_set_read_callback(CURL *easy, curl_read_callback value) {
  return curl_easy_setopt(easy, CURLOPT_READFUNCTION, value);
}

// CURLOPTTYPE_FUNCTIONPOINT for SEEKFUNCTION.
static inline CURLcode netwatch_curl_set_seek_callback(CURL *easy, curl_seek_callback value) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, value);
}

// CURLOPTTYPE_FUNCTIONPOINT for PREREQFUNCTION.
static inline CURLcode netwatch_curl_set_prereq_callback(CURL *easy, curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

// CURLOPTTYPE_FUNCTIONPOINT for XFERINFOFUNCTION.
static inline CURLcode netwatch_curl_set_progress_callback(CURL *easy,
                                                           curl_xferinfo_callback value) {
  return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}

// CURLOPTTYPE_FUNCTIONPOINT for RESOLVER_START_FUNCTION.
static inline CURLcode netwatch_curl_set_resolver_callback(CURL *easy,
                                                           curl_resolver_start_callback value) {
  return curl_easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, value);
}

// curl_multi_setopt(3) and curl_share_setopt(3) are variadic too.

// CURLMOPT options of the type long.
static inline CURLMcode netwatch_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// CURLMOPTTYPE_OBJECTPOINT: kept as an address by curl, which must stay valid.
static inline CURLMcode netwatch_curl_multi_set_pointer(CURLM *multi, CURLMoption option,
                                                        void *value) {
  return curl_multi_setopt(multi, option, value);
}

// CURLMOPTTYPE_FUNCTIONPOINT for SOCKETFUNCTION.
static inline CURLMcode netwatch_curl_multi_set_socket_callback(CURLM *multi,
                                                                curl_socket_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}

// CURLSHOPT_SHARE: a kind of data that the handles have in common.
static inline CURLSHcode netwatch_curl_share_data(CURLSH *share, curl_lock_data data) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, data);
}

// curl_easy_getinfo(3) takes the place for its answer as a variadic argument.

// CURLINFO_LONG: status codes, ports, errno.
static inline CURLcode netwatch_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

// CURLINFO_OFF_T: the times, in microseconds.
static inline CURLcode netwatch_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

// CURLINFO_STRING: owned by the handle, and the opaque pointer of CURLOPT_PRIVATE.
static inline CURLcode netwatch_curl_get_string(CURL *easy, CURLINFO info, char **value) {
  return curl_easy_getinfo(easy, info, value);
}
