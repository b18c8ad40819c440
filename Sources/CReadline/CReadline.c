#define _GNU_SOURCE
#include "CReadline.h"

#ifdef HAS_READLINE

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

int prompt_is_available(void) { return 1; }

int prompt_shows_utf8(void) {
  setlocale(LC_CTYPE, "");
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

// MARK: Completion

struct prompt_matches {
  char **words;
  size_t count, capacity;
};

static prompt_completer complete;
static void *complete_context;

// The first place is for what all words have in common, the last for the null.
void prompt_add_match(prompt_matches *matches, const char *word) {
  if (matches->count + 2 >= matches->capacity) {
    size_t capacity = matches->capacity ? 2 * matches->capacity : 16;
    char **words = realloc(matches->words, capacity * sizeof *words);
    if (!words) return;
    matches->words = words;
    matches->capacity = capacity;
  }
  char *copy = strdup(word);
  if (copy) matches->words[++matches->count] = copy;
}

static char *common_start(char **words, size_t count) {
  size_t length = strlen(words[1]);
  for (size_t index = 2; index <= count; index++) {
    size_t same = 0;
    while (same < length && words[index][same] == words[1][same]) same++;
    length = same;
  }
  // Not in the midst of a character.
  while (length > 0 && (words[1][length] & 0xC0) == 0x80) length--;
  return strndup(words[1], length);
}

static char **attempt(const char *word, int start, int end) {
  (void)word;
  rl_attempted_completion_over = 1;
  prompt_matches matches = {0};
  complete(complete_context, rl_line_buffer, start, end, &matches);
  if (!matches.count) {
    free(matches.words);
    return NULL;
  }
  matches.words[0] = common_start(matches.words, matches.count);
  matches.words[matches.count + 1] = NULL;
  size_t length = strlen(matches.words[1]);
  // Behind an opening bracket one types on.
  char last = length ? matches.words[1][length - 1] : 0;
  rl_completion_append_character = last == '(' || last == '/' ? '\0' : ' ';
  rl_completion_suppress_append = rl_completion_append_character == '\0';
  return matches.words;
}

void prompt_begin(const char *name, prompt_completer completer, void *context) {
  complete = completer;
  complete_context = context;
  rl_readline_name = strdup(name);
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_attempted_completion_function = attempt;
  rl_completer_word_break_characters = " \t\n(){},;\"";
  rl_basic_quote_characters = "\"";
  rl_filename_quoting_desired = 0;
  // Before the user's own settings are read, so that those prevail.
  rl_variable_bind("show-all-if-ambiguous", "on");
  rl_initialize();
  using_history();
  // With the times, an entry of many lines is one entry when it is read again.
  history_comment_char = '#';
  history_write_timestamps = 1;
}

// MARK: Lines

static const int watched[] = {SIGINT, SIGWINCH, SIGTSTP, SIGTERM, SIGHUP, SIGQUIT};
enum { watched_count = sizeof watched / sizeof *watched };

// A signal may come to any thread, and between looking and waiting; so its handler writes its
// number where the wait sees it.
static int notes[2] = {-1, -1};
static char *finished;
static int is_finished;
// True if a line was begun that the time has parted.
static int is_interrupted;

static void note(int number) {
  int reason = errno;
  char byte = (char)number;
  if (write(notes[1], &byte, 1) < 0) {
    // The pipe is full of signals that nobody has seen yet.
  }
  errno = reason;
}

static void finish(char *line) {
  finished = line;
  is_finished = 1;
  rl_callback_handler_remove();
}

static void catch(int number, struct sigaction *former) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, former);
  // Who runs under `nohup` wants no hang-ups.
  if (number == SIGHUP && former->sa_handler == SIG_IGN) sigaction(number, former, NULL);
}

static void drop_line(const char *mark) {
  rl_callback_sigcleanup();
  rl_free_line_state();
  rl_point = rl_end;
  rl_redisplay();
  fputs(mark, rl_outstream);
  rl_crlf();
  rl_callback_handler_remove();
}

// Lets the process be stopped, with the terminal as others expect it, until it is told to go on.
static void stop_here(void) {
  rl_deprep_term_function();
  struct sigaction former;
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigemptyset(&usual.sa_mask);
  sigaction(SIGTSTP, &usual, &former);
  sigset_t set, mask;
  sigemptyset(&set);
  sigaddset(&set, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &set, &mask);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &former, NULL);
  rl_prep_term_function(1);
  rl_resize_terminal();
  rl_on_new_line();
  rl_forced_update_display();
}

// Acts on the signals that came; true if they end the reading, as `event` says.
static int act(prompt_event *event, int *ending) {
  unsigned char number;
  while (read(notes[0], &number, 1) == 1) {
    switch (number) {
      case SIGWINCH: rl_resize_terminal(); break;
      case SIGTSTP: stop_here(); break;
      case SIGINT:
        drop_line("^C");
        *event = prompt_interrupt;
        return 1;
      default:
        drop_line("");
        *event = prompt_signal;
        *ending = number;
        return 1;
    }
  }
  return 0;
}

static int make_notes(void) {
  if (notes[0] >= 0) return 1;
  return pipe2(notes, O_CLOEXEC | O_NONBLOCK) == 0;
}

static long milliseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Shows the prompt, and behind it what was typed before the time was over, if that is why it goes
// on.
static void begin_line(const char *text) {
  if (is_interrupted) {
    rl_set_prompt(text);
    rl_on_new_line();
    rl_redisplay();
  } else {
    is_finished = 0;
    finished = NULL;
    rl_callback_handler_install(text, finish);
  }
  is_interrupted = 0;
}

prompt_event prompt_read(const char *text, int milliseconds, char **line, int *ending) {
  *line = NULL;
  if (!make_notes()) return prompt_end;
  struct sigaction kept[watched_count];
  for (int index = 0; index < watched_count; index++) catch(watched[index], &kept[index]);
  prompt_event event = prompt_line;
  long end = milliseconds_now() + milliseconds;
  begin_line(text);
  while (!is_finished) {
    struct pollfd polled[2] = {
        {.fd = STDIN_FILENO, .events = POLLIN}, {.fd = notes[0], .events = POLLIN}};
    long left = milliseconds < 0 ? -1 : end - milliseconds_now();
    int count = poll(polled, 2, milliseconds < 0 ? -1 : left > 0 ? (int)left : 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      drop_line("");
      event = prompt_end;
      break;
    }
    if (polled[1].revents & POLLIN && act(&event, ending)) break;
    if (count == 0) {
      rl_clear_visible_line();
      is_interrupted = 1;
      event = prompt_due;
      break;
    }
    if (polled[0].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) rl_callback_read_char();
  }
  fflush(rl_outstream);
  for (int index = 0; index < watched_count; index++)
    sigaction(watched[index], &kept[index], NULL);
  if (event == prompt_line && !finished) event = prompt_end;
  *line = finished;
  finished = NULL;
  return event;
}

// MARK: History

void prompt_remember(const char *entry) { add_history(entry); }

void prompt_load_history(const char *path, int limit) {
  read_history(path);
  int is_long = history_length > limit;
  stifle_history(limit);
  if (!is_long) return;
  // Beside its place first, then there: whoever reads it meets the one or the other.
  char *beside = NULL;
  if (asprintf(&beside, "%s.%ld", path, (long)getpid()) < 0) return;
  if (write_history(beside) != 0 || rename(beside, path) != 0) unlink(beside);
  free(beside);
}

void prompt_append_history(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
  append_history(1, path);
}

#else

int prompt_is_available(void) { return 0; }
int prompt_shows_utf8(void) { return 0; }
void prompt_add_match(prompt_matches *matches, const char *word) {}
void prompt_begin(const char *name, prompt_completer completer, void *context) {}
prompt_event prompt_read(const char *text, int milliseconds, char **line, int *ending) {
  return prompt_end;
}
void prompt_remember(const char *entry) {}
void prompt_load_history(const char *path, int limit) {}
void prompt_append_history(const char *path) {}

#endif
