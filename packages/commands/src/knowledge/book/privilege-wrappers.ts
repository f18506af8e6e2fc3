/** Wrappers that run their command as another user, in another root folder or namespace, or within other limits. */
import type { WrapperSpec } from "./program-spec.ts";

export const PRIVILEGE_WRAPPERS: readonly WrapperSpec[] = [
  {
    names: "sudo",
    command: "words",
    assignments: true,
    options: {
      "-u --user -g --group -p --prompt -C --close-from -h --host -r --role -t --type -T --command-timeout -U --other-user -a --auth-type -c --login-class":
        "value",
      "-D --chdir": "in",
      "-R --chroot": "floor-value",
      "-e --edit -s --shell -i --login -A --askpass": "floor",
      "-l --list -v --validate -k --reset-timestamp -K --remove-timestamp -V --version": "flag",
    },
  },
  {
    names: "doas",
    command: "words",
    assignments: true,
    options: { "-u -a": "value", "-C": "config", "-s": "floor" },
  },
  { names: "pkexec run0 dzdo pfexec please", command: "words", options: { "--user -u": "value" } },
  { names: "gosu su-exec setuidgid envuidgid s6-setuidgid", skip: 1, command: "words" },
  { names: "envdir s6-envdir", skip: 1, first: "in", command: "words" },
  {
    names: "su runuser",
    shell: "any",
    skip: 1,
    skipUnless: /^(?:-u|--user)$/,
    command: "joined",
    options: {
      "-c --command --session-command": "text",
      "-s --shell -g --group -G --supp-group -w --whitelist-environment -u --user": "value",
    },
  },
  {
    names: "setpriv",
    command: "words",
    options: {
      "--reuid --regid --groups --ambient-caps --inh-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile":
        "value",
    },
  },
  { names: "sg newgrp", shell: "any", skip: 1, command: "joined", options: { "-c": "text" } },
  { names: "setsid", command: "words" },
  {
    names: "ionice",
    command: "words",
    options: { "-c --class -n --classdata -p --pid -P --pgid -u --uid": "value" },
  },
  {
    names: "chrt",
    skip: 1,
    command: "words",
    options: { "-T --sched-runtime -P --sched-period -D --sched-deadline -p --pid": "value" },
  },
  { names: "taskset", skip: 1, command: "words" },
  {
    names: "numactl",
    command: "words",
    options: {
      "-i --interleave -N --cpunodebind -C --physcpubind -m --membind -p --preferred": "value",
    },
  },
  { names: "prlimit", command: "words", options: { "-p --pid -o --output": "value" } },
  {
    names: "cpulimit",
    command: "words",
    options: { "-l --limit -p --pid -e --exe -P --path": "value" },
  },
  {
    names: "setarch",
    skip: 1,
    skipWhen:
      /^(?:linux(?:32|64)|i[3-6]86|x86_64|athlon|amd64|aarch64|arm\w*|ppc\w*|s390x?|sparc\w*|mips\w*|riscv\w*|uname26)$/,
    command: "words",
  },
  {
    names: "faketime datefudge",
    skip: 1,
    command: "words",
    options: { "-f -p --exclude": "flag" },
  },
  { names: "linux32 linux64 i386 x86_64 uname26", command: "words" },
  {
    names: "chroot",
    skip: 1,
    first: "in",
    command: "words",
    options: { "--userspec --groups": "value" },
  },
  {
    names: "unshare",
    command: "words",
    options: {
      "-S --setuid -G --setgid -R --root -w --wd --propagation --setgroups --kill-child --map-user --map-group --map-users --map-groups":
        "value",
    },
  },
  {
    names: "nsenter",
    command: "words",
    options: { "-t --target -S --setuid -G --setgid": "value", "-r --root -w --wd": "attached" },
  },
  {
    names:
      "fakeroot fakechroot eatmydata proxychains proxychains4 torsocks torify tsocks catchsegv rlwrap unbuffer dbus-run-session dbus-launch ssh-agent aa-exec choom chpst softlimit pgrphack dumb-init tini catatonit",
    command: "words",
    options: {
      "-l --lib -s --save -i --load -b --unknown-is-real -f -n -p --profile -u -U -e": "value",
    },
  },
  {
    names: "xvfb-run",
    command: "words",
    options: {
      "-n --server-num -e --error-file -f --auth-file -p --xauth-protocol -s --server-args -w --wait":
        "value",
    },
  },
  {
    names: "systemd-run systemd-inhibit",
    command: "words",
    options: {
      "-u --unit -p --property --description --slice --on-active --on-calendar -M --machine --uid --gid --nice --what --who --why --mode -E --setenv -H --host":
        "value",
      "--working-directory": "in",
    },
  },
  {
    names: "bwrap firejail proot",
    command: "words",
    options: {
      "--chdir --cwd -w --pwd": "in",
      "--setenv --ro-bind --bind --dev-bind --ro-bind-try --bind-try --dev-bind-try --bind-fd --ro-bind-fd --file --bind-data --ro-bind-data --symlink --chmod":
        "named",
      "--proc --dev --mqueue --tmpfs --dir --remount-ro --unsetenv --uid --gid --hostname --lock-file --sync-fd --seccomp --add-seccomp-fd --userns --userns2 --pidns --perms --size --exec-label --file-label --cap-add --cap-drop --argv0 --info-fd --json-status-fd --block-fd --userns-block-fd --args -r --rootfs -b":
        "value",
    },
  },
];
