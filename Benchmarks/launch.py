"""Runs one command and says what it took: `launch.py OUTPUT COMMAND...`.

Prints wall and processor nanoseconds, peak KiB and exit code. It is a process of its own, started
with few modules, because a child's peak begins with that of the process it was started from; so
no peak below this one's (some 8 MiB) can be seen.
"""
import os
import sys
import time

output, command = sys.argv[1], sys.argv[2:]
files = [
    (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
    (os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    (os.POSIX_SPAWN_OPEN, 2, output + ".err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
]
start = time.perf_counter_ns()
child = os.posix_spawnp(command[0], command, os.environ, file_actions=files)
_, status, usage = os.wait4(child, 0)
wall = time.perf_counter_ns() - start
processor = round((usage.ru_utime + usage.ru_stime) * 1e9)
print(wall, processor, usage.ru_maxrss, os.waitstatus_to_exitcode(status))
