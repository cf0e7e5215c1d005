#pragma once

// What Glibc's Swift module lacks, or what Swift 6 refuses to import: Linux-only calls, and globals
// without concurrency annotations. No logic.
//
// _GNU_SOURCE stays undefined: with it `fd_set` and others have other members than in Glibc's module,
// and Swift refuses the two together. What is declared only with it is called by its number here.

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// recvmmsg(2) and its structure.

struct linux_mmsghdr {
  struct msghdr msg_hdr;
  unsigned int msg_len;
};

static inline int linux_recvmmsg(int fd, struct linux_mmsghdr *headers, unsigned int count, int flags) {
  return (int)syscall(SYS_recvmmsg, fd, headers, count, flags, (void *)0);
}

// ioctl(2) is variadic, and its `struct ifreq` (netdevice(7)) has other members in Glibc's module than
// in the kernel's headers, so that Swift refuses the two together.

struct linux_ifreq {
  char name[16];
  union {
    int index;
    unsigned short flags;
    char room[24];
  } value;
};

static inline int linux_ioctl(int fd, unsigned long request, struct linux_ifreq *argument) {
  return (int)syscall(SYS_ioctl, fd, request, argument);
}

// pipe2(2).
static inline int linux_pipe2(int descriptors[2], int flags) {
  return (int)syscall(SYS_pipe2, descriptors, flags);
}

// POLLRDHUP of poll(2): the other side sends no more.
static const short linux_poll_read_hangup = 0x2000;

// setns(2) and unshare(2), with the kinds of namespaces of clone(2).

static const int linux_new_network = 0x40000000;
static const int linux_new_mounts = 0x00020000;

static inline int linux_enter_network_namespace(int fd) {
  return (int)syscall(SYS_setns, fd, linux_new_network);
}

static inline int linux_unshare(int kinds) { return (int)syscall(SYS_unshare, kinds); }

// gettid(2).
static inline int linux_gettid(void) { return (int)syscall(SYS_gettid); }

// ppoll(2), whose limit is finer than a millisecond; null waits for ever.
static inline int linux_ppoll(struct pollfd *descriptors, unsigned long count,
                              const struct timespec *limit) {
  struct timespec left;
  if (limit) left = *limit;
  return (int)syscall(SYS_ppoll, descriptors, count, limit ? &left : (void *)0, (void *)0, 0UL);
}

// prctl(2) is variadic. Names the calling thread, and says how late its timers may fire.

static inline int linux_set_thread_name(const char *name) {
  return prctl(PR_SET_NAME, (unsigned long)name, 0UL, 0UL, 0UL);
}

static inline int linux_set_timer_slack(unsigned long nanoseconds) {
  return prctl(PR_SET_TIMERSLACK, nanoseconds, 0UL, 0UL, 0UL);
}

// pwritev2(2) with RWF_NOWAIT, at the descriptor's own position: writes what there is room for, and
// does not wait, whether or not the descriptor is non-blocking.
static inline long linux_write_at_once(int fd, const void *bytes, unsigned long size) {
  struct iovec vector = {.iov_base = (void *)bytes, .iov_len = size};
  return syscall(SYS_pwritev2, fd, &vector, 1UL, -1L, -1L, 8UL);
}

// pidfd_open(2) and pidfd_send_signal(2).

static inline int linux_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

static inline int linux_pidfd_send_signal(int fd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, fd, signal, (void *)0, 0);
}

// The functions of spawn.h that Glibc's module lacks; the first argument is the file actions.

int posix_spawn_file_actions_addclosefrom_np(void *file_actions, int from);
int posix_spawn_file_actions_addchdir_np(void *file_actions, const char *path);

// POSIX_SPAWN_SETSID of posix_spawnattr_setflags(3).
static const short linux_spawn_new_session = 0x80;

// The environment of the process (environ(7)).
static inline char **linux_environment(void) { return __environ; }

// getopt(3) returns through globals, which Swift 6 refuses to import.

static inline char *linux_optarg(void) { return optarg; }
static inline int linux_optind(void) { return optind; }
static inline int linux_optopt(void) { return optopt; }

// 0 makes glibc forget the scan before, and messages are the caller's.
static inline void linux_getopt_reset(void) {
  optind = 0;
  opterr = 0;
}
