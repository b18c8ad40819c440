#include "CQuit.h"

// On Linux, the runtime of Swift takes SIGQUIT for a crash: it prints a report for some seconds,
// and then the process goes on. It leaves a signal alone that somebody else handles; so this
// handles it before the runtime is initialized, which is before `main`.
#ifdef __ELF__

#include <signal.h>

static void quit(int number) { raise(number); }

static void take_quit(void) {
  struct sigaction former;
  // The usual is done about the signal from the moment on at which the handler begins.
  struct sigaction action = {.sa_handler = quit, .sa_flags = SA_RESETHAND | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGQUIT, 0, &former) == 0 && former.sa_handler == SIG_DFL) {
    sigaction(SIGQUIT, &action, 0);
  }
}

// What stands in this section is called before any library is initialized.
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = take_quit;

#endif
