/**
 * Programs with options that run another program, and interpreters. `exec` values are read as shell text, so that a denial
 * of what they run is found; `code` is another language, `config` a file that can hold either.
 */
import type { ProgramSpec } from "./program-spec.ts";

export const RUNNING_PROGRAMS: readonly ProgramSpec[] = [
  { names: "git", reader: "git" },
  { names: "find gfind", reader: "find", dashes: "single" },
  {
    names: "fd fdfind",
    reader: "fd",
    operands: { as: "listed-tree", skip: 1, absent: { as: "listed-tree", text: "." } },
    options: {
      "-x --exec -X --exec-batch": "flag",
      "-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within --changed-before -o --owner -c --color -j --threads --format --path-separator --max-results --and -g":
        "value",
      "--search-path": "read-tree",
      "--base-directory -C": "in",
      "--ignore-file": "read",
      "-g --glob": "flag",
    },
  },
  { names: "sed gsed ssed", reader: "sed" },
  { names: "awk gawk mawk nawk original-awk", reader: "awk" },
  { names: "tar gtar bsdtar star", reader: "tar" },
  { names: "dd gdd dcfldd ddrescue", reader: "dd" },
  {
    // Here `-s` says nothing but that it is silent.
    names: "ex",
    reader: "vim",
    operands: { as: "rewrite" },
    options: {
      "-c --cmd": "code",
      "-S -u -U -i --startuptime": "config",
      "-w -W": "write",
      "-T -t -q -r -L -V": "attached",
    },
  },
  {
    names: "vim vi view nvim gvim vimdiff rvim rview elvis nvi",
    reader: "vim",
    operands: { as: "rewrite" },
    options: {
      "-c --cmd": "code",
      "-S -s -u -U -i --startuptime": "config",
      "-w -W": "write",
      "-T -t -q -r -L -V": "attached",
      "-es -Es": "floor",
    },
  },
  {
    names: "emacs emacsclient",
    operands: { as: "rewrite" },
    options: {
      "--eval -eval --execute -f -funcall -e": "code",
      "-l --load --script -x --batch-load": "config",
      "-q -Q --batch": "flag",
    },
  },
  {
    names: "nano pico micro helix hx kak joe ed red",
    operands: { as: "rewrite" },
    options: { "-s --speller": "exec", "-e -f --rcfile": "config" },
  },
  {
    names: "docker podman nerdctl",
    operands: { as: "none" },
    options: {
      "-v --volume --mount --privileged --device --security-opt --pid --userns -H --host --config --entrypoint":
        "floor-value",
      "-f --file --env-file": "read",
      "-o --output --cidfile --iidfile": "write",
    },
  },
  {
    names: "kubectl helm oc",
    operands: { as: "none" },
    options: {
      "--kubeconfig --post-renderer": "config",
      "-s --server --kube-apiserver": "url",
      "-f --filename --values --from-env-file": "read",
      "-k --kustomize": "read-tree",
      "--from-file --set-file": "keyed-tree",
    },
  },
  {
    names: "gdb lldb cgdb",
    operands: { as: "read" },
    options: {
      "-ex --eval-command -iex -o --one-line -O": "code",
      "-x --command -ix -s --source": "config",
      "--args": "floor",
      "-p --pid -c --core": "value",
    },
    dashes: "single",
  },
  {
    names: "crontab",
    operands: { as: "config" },
    options: { "-e -": "floor" },
  },
  {
    // What it runs later is on its standard input.
    names: "at batch",
    operands: { as: "exec", absent: { as: "exec", text: "standard input" } },
    options: { "-f": "config", "-q -t": "value" },
  },
  {
    names: "tmux screen dtach abduco zellij",
    operands: {
      as: "exec",
      unless:
        /^(?:ls|list-\w+|has(?:-session)?|kill-(?:session|server|pane|window)|a|at|attach(?:-session)?|detach(?:-client)?|info)(?: (?![\s\S]*#\()|$)/,
    },
    options: { "-f -c": "config", "-X -S -L": "floor-value" },
  },
  {
    names: "xdg-open open gio start gvfs-open sensible-browser see run-mailcap",
    operands: { as: "none" },
  },
  { names: "envsubst m4", operands: { as: "read" }, options: { "-I --include": "read" } },
  {
    names: "tcpdump tshark dumpcap",
    operands: { as: "none" },
    options: {
      "-z -Z": "exec",
      "-w": "write",
      "-r -F": "read",
      "-X --lua_script": "floor-value",
      "-i -c -s -G -C -W -T -Y -f": "value",
    },
  },
  {
    names: "logrotate run-parts update-alternatives dpkg apt apt-get rpm dnf yum apk brew pacman",
    operands: { as: "none" },
    options: {
      "-o --option --config-file -c --eval -E --pipe --noscripts --dbpath": "floor-value",
    },
  },
  {
    names: "gs ghostscript latex pdflatex xelatex lualatex tex",
    operands: { as: "read" },
    options: {
      "--shell-escape -shell-escape --enable-write18": "floor",
      "-output-directory -o -sOutputFile": "write",
    },
    dashes: "single",
  },
];
