// GLib's network monitor: a line for its state at the start, and one for each signal.

#include <gio/gio.h>
#include <stdio.h>

static void print_state(GNetworkMonitor *monitor, gboolean available, gpointer unused) {
  (void)monitor, (void)unused;
  g_print("%s\n", available ? "up" : "down");
}

int main(void) {
  // The monitor that listens to the kernel, even where a network manager could be asked instead.
  g_setenv("GIO_USE_NETWORK_MONITOR", "netlink", TRUE);
  setvbuf(stdout, NULL, _IOLBF, 0);
  GNetworkMonitor *monitor = g_network_monitor_get_default();
  print_state(monitor, g_network_monitor_get_network_available(monitor), NULL);
  g_signal_connect(monitor, "network-changed", G_CALLBACK(print_state), NULL);
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
