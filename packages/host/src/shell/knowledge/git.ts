/** What is known about git: which options stand before the subcommand, which run programs, which name files and hosts. */
import type { Meaning } from "./program-spec.ts";

/** Global options that take a value in the next word. */
export const GIT_GLOBAL_VALUES: ReadonlySet<string> = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--super-prefix",
  "--config-env",
  "--attr-source",
  "--list-cmds",
]);

/** Global options that rules which allow look past. */
export const GIT_HARMLESS_GLOBALS: ReadonlySet<string> = new Set([
  "--no-pager",
  "-P",
  "--no-optional-locks",
]);

/** Global options that can run a program. */
export const GIT_RUNNING_GLOBALS: RegExp = /^(?:-c.*|--config-env(?:=.*)?|--exec-path=.*)$/s;

/** Options of any subcommand. */
const ANYWHERE: Readonly<Record<string, Meaning>> = {
  "--upload-pack --receive-pack --exec --ext-diff --extcmd --upload-archive": "exec",
  "--output": "write",
  "--pathspec-from-file": "read",
};

const COMMIT: Readonly<Record<string, Meaning>> = {
  "-m --message -C --reuse-message -c --reedit-message --author --date --fixup --squash --cleanup --trailer -u --untracked-files -S --gpg-sign":
    "attached",
  "-F --file -t --template": "read",
};

/** Options by subcommand. What is not here takes no value, or one that touches nothing. */
export const GIT_OPTIONS: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  "": ANYWHERE,
  commit: COMMIT,
  tag: COMMIT,
  merge: {
    "-F --file": "read",
    "-s --strategy": "floor-value",
    "-m -X --strategy-option": "value",
  },
  pull: { "-s --strategy": "floor-value", "-X --strategy-option --depth --jobs -j": "value" },
  grep: {
    "-O --open-files-in-pager": "floor-attached",
    "-e": "value",
    "-f": "read",
    "-A -B -C -m --max-count --max-depth --threads": "value",
  },
  rebase: {
    "-x --exec": "exec",
    "-s --strategy": "floor-value",
    "--onto -X --strategy-option": "value",
  },
  difftool: { "-x --extcmd": "exec", "-t --tool": "floor-value" },
  mergetool: { "-t --tool": "floor-value" },
  clone: {
    "-u --upload-pack": "exec",
    "-c --config --template": "floor-value",
    "--reference --reference-if-able": "read",
    "--separate-git-dir": "write",
    "-o --origin -b --branch --depth --shallow-since --shallow-exclude -j --jobs --filter --bundle-uri --server-option":
      "value",
  },
  init: {
    "--template": "floor-value",
    "--separate-git-dir": "write",
    "-b --initial-branch --object-format --shared": "value",
  },
  archive: {
    "-o --output": "write",
    "--remote": "url",
    "--exec": "exec",
    "--format --prefix --add-virtual-file --mtime": "value",
    "--add-file": "read",
  },
  "format-patch": { "-o --output-directory": "write", "--signature-file": "read" },
  "send-email": {
    "--to-cmd --cc-cmd --header-cmd --sendmail-cmd --smtp-server": "exec",
    "--smtp-server-option": "floor-value",
  },
  "filter-branch": {
    "--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --setup":
      "exec",
    "-d": "write",
  },
  "filter-repo": {
    "--filename-callback --message-callback --blob-callback --commit-callback --name-callback --email-callback --refname-callback --tag-callback --reset-callback":
      "code",
  },
  instaweb: { "-d --httpd -b --browser": "exec" },
  blame: { "--contents --ignore-revs-file -S": "read" },
  "hash-object": {},
  notes: { "-F --file": "read", "-m": "value" },
  bisect: {},
  worktree: {},
  config: {
    "-f --file": "write",
    "--blob": "value",
    "-e --edit": "floor",
    "--type --default --value --comment": "value",
  },
  "for-each-repo": { "--config": "floor-value" },
  "cat-file": { "--filters --textconv": "flag" },
  "upload-pack": {},
  "fetch-pack": { "--upload-pack --exec": "exec" },
  "send-pack": { "--receive-pack --exec": "exec" },
  "ls-remote": { "--upload-pack --exec": "exec", "-o --server-option": "value" },
  push: { "--receive-pack --exec": "exec", "--repo": "url", "-o --push-option": "value" },
  fetch: {
    "--upload-pack": "exec",
    "-j --jobs --depth --deepen --shallow-since --refmap -o --server-option": "value",
  },
  svn: { "--authors-prog": "exec", "--config-dir": "floor-value" },
  p4: {},
};

/** `git X Y command…`: what follows is run. */
export const GIT_RUNS: Readonly<Record<string, string>> = {
  bisect: "run",
  submodule: "foreach",
  hook: "run",
  stash: "\0",
};

/** Subcommands that are programs of their own, or serve others. */
export const GIT_RUNNING_SUBCOMMANDS: ReadonlySet<string> = new Set([
  "filter-branch",
  "daemon",
  "shell",
  "http-backend",
  "instaweb",
  "for-each-repo",
  "credential",
  "remote-ext",
  "remote-fd",
  "fsmonitor--daemon",
]);

/** Subcommands whose first operand may be a URL. */
export const GIT_REMOTE_SUBCOMMANDS: ReadonlySet<string> = new Set([
  "clone",
  "fetch",
  "pull",
  "push",
  "ls-remote",
  "fetch-pack",
  "send-pack",
  "remote",
  "submodule",
  "request-pull",
  "archive",
  "bundle",
  "subtree",
]);

/** Subcommands with operands that name files or places: how they are used. */
export const GIT_FILE_SUBCOMMANDS: Readonly<Record<string, "read" | "write">> = {
  apply: "read",
  am: "read",
  "hash-object": "read",
  mailsplit: "read",
  "check-ignore": "read",
  mv: "write",
  rm: "write",
  init: "write",
  clean: "write",
};

/** Subcommands that only look, as long as nothing above says otherwise. */
export const GIT_READING_SUBCOMMANDS: ReadonlySet<string> = new Set([
  "status",
  "log",
  "diff",
  "show",
  "blame",
  "rev-parse",
  "ls-files",
  "ls-tree",
  "describe",
  "shortlog",
  "cat-file",
  "rev-list",
  "name-rev",
  "merge-base",
  "show-ref",
  "for-each-ref",
  "grep",
  "count-objects",
  "var",
  "whatchanged",
  "reflog",
  "cherry",
  "range-diff",
]);
