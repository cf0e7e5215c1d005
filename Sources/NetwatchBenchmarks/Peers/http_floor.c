// The floor for an HTTP client: GET requests by bare libcurl, so many at a time on one thread, with
// the bodies read and dropped. Prints the requests a second.
//
//   http_floor URL COUNT CONCURRENCY

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void start(CURLM *multi, const char *url) {
  CURL *easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop);
  curl_multi_add_handle(multi, easy);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  int count = atoi(argv[2]), concurrency = atoi(argv[3]);
  int begun = 0, active = 0, failed = 0;
  CURLM *multi = curl_multi_init();
  double beginning = now();
  for (; active < concurrency && begun < count; active++, begun++) start(multi, argv[1]);
  while (active > 0) {
    int running, queued;
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &queued));) {
      CURL *easy = message->easy_handle;
      failed += message->data.result != CURLE_OK;
      curl_multi_remove_handle(multi, easy);
      if (begun < count) {
        curl_multi_add_handle(multi, easy);
        begun++;
      } else {
        curl_easy_cleanup(easy);
        active--;
      }
    }
    if (active > 0) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  printf("rate=%.0f\n", count / (now() - beginning));
  return failed != 0;
}
