/**
 * Programs that run the command they are given. Neutral ones vanish before rules are matched; all others need a rule of
 * their own, and the command they run is a unit too.
 */
import type { WrapperRow } from "./program-row.ts";

export const WRAPPERS: readonly WrapperRow[] = [
  {
    names: "timeout",
    neutral: true,
    skip: 1,
    command: "words",
    options: { "-k --kill-after -s --signal": "value" },
  },
  { names: "nice", neutral: true, command: "words", options: { "-n --adjustment": "value" } },
  { names: "nohup", neutral: true, command: "words" },
  {
    names: "stdbuf",
    neutral: true,
    command: "words",
    options: { "-i --input -o --output -e --error": "value" },
  },
  { names: "command", neutral: true, command: "words", options: { "-v -V": "nothing" } },
  {
    names: "time",
    neutral: true,
    command: "words",
    options: { "-o --output": "write", "-f --format": "value" },
  },
  { names: "builtin setsid chronic catchsegv busybox entr", command: "words" },
  { names: "exec", command: "words", options: { "-a": "value" } },
  {
    names: "env cross-env",
    command: "words",
    assignments: true,
    options: {
      "-u --unset -P -a --argv0": "value",
      "-C --chdir": "in",
      "-S --split-string": "split",
    },
  },
  {
    names: "sudo doas pkexec",
    command: "words",
    assignments: true,
    options: {
      "-u --user -g --group -p --prompt -C -h --host -r -t -T -U -a": "value",
      "-D --chdir": "in",
      "-R --chroot -e --edit -s --shell -i --login -A --askpass": "floor",
    },
  },
  {
    names: "su runuser sg",
    shell: "any",
    skip: 1,
    command: "joined",
    options: {
      "-c --command --session-command": "text",
      "-s --shell -g --group -u --user": "value",
    },
  },
  {
    names: "chroot",
    skip: 1,
    first: "in",
    command: "words",
    options: { "--userspec --groups": "value" },
  },
  { names: "taskset chrt", skip: 1, command: "words" },
  {
    names:
      "ionice setpriv unshare nsenter prlimit strace ltrace valgrind systemd-run fakeroot xvfb-run tini dumb-init",
    command: "words",
    options: {
      "-c --class -n --classdata -p --pid -e --trace -s -u --user -t --target -S -G --reuid --regid --setuid --setgid -E --setenv --property --unit":
        "value",
      "-o --output --log-file": "write",
      "-w --wd --working-directory": "in",
    },
  },
  {
    names: "xargs",
    command: "words",
    appends: true,
    options: {
      "-a --arg-file": "read",
      "-d --delimiter -E -I -L -n --max-args -P --max-procs -s --max-chars -J": "value",
      "-i --replace -e --eof -l": "attached",
    },
  },
  {
    names: "parallel",
    shell: "any",
    command: "joined",
    appends: true,
    options: {
      "-a --arg-file": "read",
      "-j --jobs -P -N -n --max-args -L -s -I -C --colsep -d --delimiter --timeout --delay --retries --results --joblog -S":
        "value",
    },
  },
  {
    names: "watch",
    command: "joined",
    options: { "-n --interval": "value", "-d --differences": "attached" },
  },
  {
    names: "flock",
    shell: "any",
    skip: 1,
    first: "write",
    command: "words",
    options: { "-c --command": "text", "-w --wait --timeout -E": "value" },
  },
  {
    names: "script",
    shell: "any",
    command: "text",
    options: {
      "-c --command": "text",
      "-I --log-in -O --log-out -B --log-io -T --log-timing": "write",
      "-E --echo -o -m": "value",
      "-t --timing": "attached",
    },
  },
  {
    names: "npx bunx uvx pipx pnpx nodemon",
    command: "alternate",
    options: {
      "-c --call -x --exec": "text",
      "-p --package --from --with --python --spec -w --workspace": "value",
      "--node-options --shell --script-shell": "floor-value",
    },
  },
];
