// A prompt on a terminal, by GNU readline's callback interface: functions only, so that no state of
// readline's is seen from Swift.

#ifndef CREADLINE_H
#define CREADLINE_H

/// What ended the reading of a line.
typedef enum {
  /// A line, which the caller frees.
  prompt_line,
  /// Ctrl-C: the line is dropped.
  prompt_interrupt,
  /// Ctrl-D on an empty line, or the terminal is gone.
  prompt_end,
  /// A signal that ends the process.
  prompt_signal,
  /// The time is over, and the line is not.
  prompt_due,
} prompt_event;

/// The words that may stand at the cursor, as they are gathered.
typedef struct prompt_matches prompt_matches;

/// Adds `word`, which is copied.
void prompt_add_match(prompt_matches *matches, const char *word);

/// Gathers the words for the part of `line` from byte `start` to byte `end`.
typedef void (*prompt_completer)(
    void *context, const char *line, int start, int end, prompt_matches *matches);

/// True if there is a readline.
int prompt_is_available(void);

/// True if the terminal shows UTF-8, as its user has said.
int prompt_shows_utf8(void);

/// Makes everything ready: the application's name for the user's settings, and who completes words.
void prompt_begin(const char *name, prompt_completer completer, void *context);

/// Reads a line behind `text`, in which escapes stand between \001 and \002.
///
/// After `milliseconds`, unless they are negative, what is typed is taken off the screen and
/// `prompt_due` is given; the next call goes on with it. A signal that ends the reading is in
/// `signal`.
prompt_event prompt_read(const char *text, int milliseconds, char **line, int *signal);

/// Remembers an entry in this process.
void prompt_remember(const char *entry);

/// Remembers the entries in the file at `path`, at most `limit` of them; a longer file is cut.
void prompt_load_history(const char *path, int limit);

/// Appends the last entry to the file at `path`, which only its owner may read.
void prompt_append_history(const char *path);

#endif
