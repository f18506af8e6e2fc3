/**
 * Programs that run the command they are given. Neutral ones vanish before rules are matched; all others need a rule of
 * their own, and the command they run is a unit too. `text`: an option whose value is shell text; `nothing`: with this
 * option the program wraps nothing; `alternate`: package runners, whose own rule covers what they run, while denials of
 * the inner command still count.
 */
import type { WrapperSpec } from "./program-spec.ts";

export const WRAPPERS: readonly WrapperSpec[] = [
  {
    names: "timeout gtimeout",
    neutral: true,
    skip: 1,
    command: "words",
    options: { "-k --kill-after -s --signal": "value" },
  },
  { names: "nice gnice", neutral: true, command: "words", options: { "-n --adjustment": "value" } },
  { names: "nohup gnohup", neutral: true, command: "words" },
  {
    names: "stdbuf gstdbuf",
    neutral: true,
    command: "words",
    options: { "-i --input -o --output -e --error": "value" },
  },
  { names: "command", neutral: true, command: "words", options: { "-v -V": "nothing" } },
  {
    names: "time gtime",
    neutral: true,
    command: "words",
    options: { "-o --output": "write", "-f --format": "value" },
  },
  { names: "builtin", command: "words" },
  { names: "exec", command: "words", options: { "-a": "value" } },
  {
    names: "env genv",
    command: "words",
    assignments: true,
    options: {
      "-u --unset": "value",
      "-C --chdir": "in",
      "-S --split-string": "split",
      "--argv0 -a": "value",
      "--block-signal --default-signal --ignore-signal": "attached",
      "-P": "value",
    },
  },
  {
    names: "strace ltrace",
    command: "words",
    options: {
      "-o --output": "write",
      "-e --trace -p --attach -s --string-limit -u --user -a --columns -E --env -I -O -S -P --trace-path -X -b -l -n -x -A -F":
        "value",
    },
  },
  { names: "valgrind gdbserver heaptrack", command: "words", options: { "--log-file": "write" } },
  {
    names: "xargs gxargs",
    command: "words",
    appends: true,
    options: {
      "-a --arg-file": "read",
      "-d --delimiter -E -I -L -n --max-args -P --max-procs -s --max-chars --max-lines --process-slot-var -J -R -S":
        "value",
      "-i --replace -e --eof -l": "attached",
    },
  },
  {
    names: "parallel sem",
    shell: "any",
    command: "joined",
    appends: true,
    options: {
      "-a --arg-file --sshloginfile --slf": "read",
      "-j --jobs -P --max-procs -N --max-replace-args -n --max-args -L -s --max-chars -I -C --colsep -d --delimiter --timeout --delay --retries --load --tagstring --results --joblog --tmpdir --halt --block --recstart --recend --nice --rpl -S --sshlogin --return --basefile --bf --workdir --wd --env --memfree --id --semaphoretimeout --pipe-part -U":
        "value",
    },
  },
  {
    names: "watch",
    command: "joined",
    options: {
      "-n --interval -q --equexit -s --shotsdir": "value",
      "-d --differences": "attached",
    },
  },
  {
    names: "flock",
    shell: "any",
    skip: 1,
    first: "write",
    command: "words",
    options: { "-c --command": "text", "-w --wait --timeout -E --conflict-exit-code": "value" },
  },
  {
    names: "script",
    shell: "any",
    command: "text",
    options: {
      "-c --command": "text",
      "-I --log-in -O --log-out -B --log-io -T --log-timing": "write",
      "-E --echo -o --output-limit -m --logging-format": "value",
      "-t --timing": "attached",
    },
  },
  { names: "entr", command: "words" },
  {
    names: "hyperfine",
    command: "text",
    options: {
      "-p --prepare -s --setup -c --cleanup --conclude -S --shell -N": "exec",
      "-w --warmup -m --min-runs -M --max-runs -r --runs -P --parameter-scan -D --parameter-step-size -L --parameter-list -n --command-name --time-unit -u --sort --style -i":
        "value",
      "--export-json --export-csv --export-markdown --export-asciidoc --export-orgmode --output --input":
        "write",
    },
  },
  {
    names: "watchexec",
    shell: "any",
    command: "joined",
    options: {
      "-e --exts -f --filter -i --ignore -w --watch -s --signal -d --debounce --shell --env -E --on-busy-update -o --stop-signal --stop-timeout":
        "value",
      "--workdir": "in",
    },
  },
  {
    names: "nodemon",
    command: "alternate",
    options: {
      "-x --exec": "text",
      "-e --ext -w --watch -i --ignore -d --delay --config -C -V -L": "value",
    },
  },
  {
    names:
      "chronic ifne ts-run lockrun solo run-one run-this-one keep-one-running with-lock-ex zrun",
    command: "words",
  },
  { names: "pee mispipe", command: "text" },
  { names: "sshpass", command: "words", options: { "-p -P -d": "value", "-f": "read" } },
  { names: "direnv", skip: 2, reads: ".envrc .env", command: "words" },
  { names: "cross-env", command: "words", assignments: true },
  {
    names: "env-cmd dotenv dotenvx godotenv shdotenv foreman honcho",
    reads: ".env",
    command: "words",
    assignments: true,
    options: { "-e -f --file --env-file -c -p -v": "value" },
  },
  {
    names: "nix-shell",
    shell: "bash",
    command: "text",
    options: {
      "--run --command": "text",
      "-p --packages -I --attr -A --arg --argstr -i": "value",
      "-E --expr": "code",
    },
  },
  {
    names: "start-stop-daemon daemonize daemon setlock",
    command: "words",
    options: {
      "-x --exec -a --startas": "text",
      "-p --pidfile -u --user -c --chuid -g --group -N --nicelevel": "value",
      "-d --chdir": "in",
    },
  },
  { names: "busybox toybox", command: "words" },
  {
    names: "ld.so ld-linux-x86-64.so.2 ld-linux.so.2 ld-linux-aarch64.so.1 ld-musl-x86_64.so.1",
    command: "words",
    options: { "--library-path --inhibit-rpath --audit --preload --argv0": "value" },
  },
  {
    names: "winpty wine wine64 wsl cmd.exe open-with qemu-x86_64 qemu-aarch64 qemu-arm box64",
    command: "words",
  },
  { names: "git-sh git-shell rbash-run", command: "text", options: { "-c": "text" } },
  {
    names: "npx bunx uvx pipx pnpx",
    command: "alternate",
    options: {
      "-c --call": "text",
      "-p --package --from --with --python --spec --cache -w --workspace": "value",
      "--node-options --shell --script-shell": "floor-value",
    },
  },
];
