// SIGQUIT ends the process from its first instruction on; there is nothing to call.

#ifndef CQUIT_H
#define CQUIT_H
#endif
