// How long after a change in the kernel does a monitor say so?
//
//   event_latency [-n ROUNDS] [-s SETTLE_MS] [-w GAIN,LOSS] CHANGE -- COMMAND [ARG ...]
//
//   CHANGE   route DEVICE GATEWAY    the IPv4 default route goes, comes back, goes, ...
//            link PEER               the peer of a veth goes down, comes up, goes down, ...
//   -n       changes in all, the first one a loss (60)
//   -s       how long the command must have said nothing before the first change (1000)
//   -w       what its output holds after a gain and after a loss (anything)
//
// It runs the command with its output on a pipe, and for each change takes the time on
// CLOCK_MONOTONIC right before the change is sent to the kernel and right after the pipe became
// readable with the output that was waited for. Then it prints
//
//   rounds=60 missed=0 p50=151.0 p90=160.2 p99=171.3 max=180.9 cpu=4210
//
// (microseconds; cpu is the command's over all rounds) and a line a change, `loss 151.0` or
// `gain 149.8`. A change that nothing is said about for 2 s is missed, and has no line.
//
// It changes links and routes: run it in a network namespace that may be spoilt. Exit status: 0; 2
// where the arguments are wrong or the measurement could not be made.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "request.h"

enum { quiet_ms = 30, patience_ms = 2000 };

struct change {
  bool is_route;
  int interface;
  struct in_addr gateway;
};

struct monitor {
  pid_t pid;
  int output;
};

struct sample {
  int64_t nanoseconds;
  bool is_gain;
};

static int kernel = -1;
static struct monitor monitor = {.pid = -1};

static void end_monitor(void) {
  if (monitor.pid < 0) return;
  kill(monitor.pid, SIGTERM);
  waitpid(monitor.pid, NULL, 0);
  monitor.pid = -1;
}

static void fail(const char *what) {
  fprintf(stderr, "event_latency: %s: %s\n", what, strerror(errno));
  end_monitor();
  exit(2);
}

static void misuse(const char *what) {
  fprintf(stderr, "event_latency: %s\n", what);
  exit(2);
}

static int64_t now(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) < 0) fail("clock_gettime");
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static struct request request_for(const struct change *change, bool gain) {
  struct request request;
  if (change->is_route) {
    request = route_request(gain ? RTM_NEWROUTE : RTM_DELROUTE,
                            NLM_F_ACK | (gain ? NLM_F_CREATE | NLM_F_REPLACE : 0));
    request.route.rtm_family = AF_INET;
    request.route.rtm_table = RT_TABLE_MAIN;
    request.route.rtm_scope = gain ? RT_SCOPE_UNIVERSE : RT_SCOPE_NOWHERE;
    request.route.rtm_protocol = gain ? RTPROT_BOOT : RTPROT_UNSPEC;
    request.route.rtm_type = gain ? RTN_UNICAST : RTN_UNSPEC;
    append(&request, RTA_GATEWAY, &change->gateway, sizeof change->gateway);
    append(&request, RTA_OIF, &change->interface, sizeof change->interface);
  } else {
    request = link_request(RTM_NEWLINK, NLM_F_ACK, change->interface);
    request.link.ifi_change = IFF_UP;
    request.link.ifi_flags = gain ? IFF_UP : 0;
  }
  return request;
}

// Makes a change and returns when it began.
static int64_t make(const struct change *change, bool gain) {
  struct request request = request_for(change, gain);
  int64_t start = now(CLOCK_MONOTONIC);
  if (send(kernel, &request, request.header.nlmsg_len, 0) < 0) fail("the change");

  _Alignas(struct nlmsghdr) char answer[1024];
  if (recv(kernel, answer, sizeof answer, 0) < 0) fail("the kernel's answer");
  struct nlmsgerr *error = NLMSG_DATA((struct nlmsghdr *)answer);
  errno = -error->error;
  if (errno != 0) fail("the kernel refused the change");
  return start;
}

static void start_monitor(char **command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) fail("pipe2");
  pid_t pid = fork();
  if (pid < 0) fail("fork");
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // also where this program is ended before its time
    dup2(ends[1], STDOUT_FILENO);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
  }
  close(ends[1]);
  monitor = (struct monitor){.pid = pid, .output = ends[0]};
}

static bool readable_within(int milliseconds) {
  struct pollfd output = {.fd = monitor.output, .events = POLLIN};
  return poll(&output, 1, milliseconds) > 0;
}

static size_t read_output(char *buffer, size_t size) {
  ssize_t count = read(monitor.output, buffer, size);
  if (count < 0) fail("read");
  errno = EPIPE;
  if (count == 0) fail("the command ended early");
  return count;
}

static void wait_for_silence(int milliseconds) {
  static char ignored[64 * 1024];
  while (readable_within(milliseconds)) read_output(ignored, sizeof ignored);
}

// Returns when the wanted text was there, or -1 where it did not come in time.
static int64_t wait_for_output(const char *wanted) {
  static char text[64 * 1024];
  size_t length = 0;
  while (length + 1 < sizeof text && readable_within(patience_ms)) {
    int64_t time = now(CLOCK_MONOTONIC);
    length += read_output(text + length, sizeof text - 1 - length);
    text[length] = 0;
    if (strstr(text, wanted)) return time;
  }
  return -1;
}

static int measure(const struct change *change, int rounds, char *const wanted[2],
                   struct sample *samples) {
  int count = 0;
  for (int round = 0; round < rounds; round++) {
    bool gain = round % 2 == 1;
    int64_t start = make(change, gain);
    int64_t end = wait_for_output(wanted[gain]);
    if (end >= 0) samples[count++] = (struct sample){.nanoseconds = end - start, .is_gain = gain};
    wait_for_silence(quiet_ms);
  }
  return count;
}

static int by_time(const void *left, const void *right) {
  int64_t a = ((const struct sample *)left)->nanoseconds;
  int64_t b = ((const struct sample *)right)->nanoseconds;
  return (a > b) - (a < b);
}

static double percentile(const struct sample *sorted, int count, double share) {
  return count == 0 ? 0 : sorted[(int)((count - 1) * share)].nanoseconds / 1000.0;
}

static void print(struct sample *samples, int count, int rounds, int64_t cpu) {
  qsort(samples, count, sizeof *samples, by_time);
  printf("rounds=%d missed=%d p50=%.1f p90=%.1f p99=%.1f max=%.1f cpu=%ld\n", rounds,
         rounds - count, percentile(samples, count, 0.5), percentile(samples, count, 0.9),
         percentile(samples, count, 0.99), percentile(samples, count, 1), (long)(cpu / 1000));
  for (int i = 0; i < count; i++)
    printf("%s %.1f\n", samples[i].is_gain ? "gain" : "loss", samples[i].nanoseconds / 1000.0);
}

static int interface_named(const char *name) {
  int index = if_nametoindex(name);
  if (index == 0) fail(name);
  return index;
}

// Takes the operands of a change off the arguments.
static struct change parse_change(char ***arguments) {
  char **word = *arguments;
  struct change change = {0};
  if (word[0] && word[1] && word[2] && !strcmp(word[0], "route")) {
    change.is_route = true;
    change.interface = interface_named(word[1]);
    if (inet_pton(AF_INET, word[2], &change.gateway) != 1) misuse("GATEWAY is no IPv4 address");
    *arguments += 3;
  } else if (word[0] && word[1] && !strcmp(word[0], "link")) {
    change.interface = interface_named(word[1]);
    *arguments += 2;
  } else {
    misuse("expected `route DEVICE GATEWAY` or `link PEER`");
  }
  return change;
}

int main(int count, char **arguments) {
  int rounds = 60, settle_ms = 1000, option;
  char *wanted[2] = {"", ""};  // after a loss, after a gain
  while ((option = getopt(count, arguments, "+n:s:w:")) != -1) {
    if (option == 'n') rounds = atoi(optarg);
    else if (option == 's') settle_ms = atoi(optarg);
    else if (option == 'w') wanted[1] = strsep(&optarg, ","), wanted[0] = optarg;
    else return 2;
  }
  if (rounds < 1 || !wanted[0]) misuse("expected -n ROUNDS of 1 or more, and -w GAIN,LOSS");
  arguments += optind;
  struct change change = parse_change(&arguments);
  if (arguments[0] && !strcmp(arguments[0], "--")) arguments++;
  if (!arguments[0]) misuse("expected a command");

  kernel = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (kernel < 0) fail("rtnetlink");
  make(&change, true);
  start_monitor(arguments);
  wait_for_silence(settle_ms);

  clockid_t cpu;
  if ((errno = clock_getcpuclockid(monitor.pid, &cpu)) != 0) fail("the command's CPU clock");
  struct sample *samples = calloc(rounds, sizeof *samples);
  if (!samples) fail("calloc");
  int64_t spent = now(cpu);
  int measured = measure(&change, rounds, wanted, samples);
  spent = now(cpu) - spent;
  end_monitor();
  make(&change, true);
  print(samples, measured, rounds, spent);
  return 0;
}
