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

/** Settings that choose how something looks or is counted. Whatever names a program, a file or another repository is not here. */
export const GIT_HARMLESS_SETTINGS: RegExp =
  /^(?:color\.[a-z.-]+|column\.[a-z]+|advice\.[a-z]+|status\.(?:short|branch|color|showuntrackedfiles|relativepaths|renames)|core\.(?:quotepath|abbrev|commentchar|whitespace|preloadindex|safecrlf|autocrlf|eol)|user\.(?:name|email)|init\.defaultbranch|log\.(?:date|decorate|abbrevcommit|follow|showroot)|diff\.(?:renames|renamelimit|noprefix|mnemonicprefix|context|interhunkcontext|algorithm|colormoved|statgraphwidth|wserrorhighlight)|merge\.(?:conflictstyle|ff|renames|stat|log)|pull\.(?:rebase|ff)|push\.default|fetch\.(?:prune|parallel)|branch\.sort|tag\.sort|grep\.(?:linenumber|column|patterntype|extendedregexp)|gc\.auto|pack\.threads|i18n\.[a-z]+|protocol\.version)=[^\n]*$|^(?:core\.pager|pager\.[a-z-]+)=(?:cat|false)?$|^(?:commit|tag)\.gpgsign=false$/i;

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
  "fast-export": { "--export-marks": "write", "--import-marks": "read" },
  "fast-import": { "--export-marks --export-pack-edges": "write", "--import-marks": "read" },
  "read-tree": { "--index-output": "write", "--prefix": "value" },
  "index-pack": { "-o": "write" },
  bugreport: { "-o --output-directory": "write" },
  diagnose: { "-o --output-directory": "write" },
  blame: { "--contents --ignore-revs-file -S": "read" },
  "hash-object": {},
  "ls-files": { "-X --exclude-from": "read", "-x --exclude": "value" },
  notes: { "-F --file": "read", "-m": "value" },
  bisect: {},
  worktree: {},
  config: {
    "-f --file": "rewrite",
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

/**
 * Other ways to send commits to another repository, with the verb where only some uses do. Who denies `git push` denies sending,
 * whichever of git's programs does it.
 */
export const GIT_SENDING: Readonly<Record<string, RegExp>> = {
  "send-pack": /^/,
  "http-push": /^/,
  "remote-http": /^/,
  "remote-https": /^/,
  "remote-ftp": /^/,
  "remote-ftps": /^/,
  "remote-ext": /^/,
  "remote-fd": /^/,
  lfs: /^(?:push|pre-push|standalone-file)$/,
  subtree: /^push$/,
  svn: /^(?:dcommit|set-tree|commit-diff|branch|tag|mkdirs)$/,
  p4: /^submit$/,
  cvsexportcommit: /^/,
  annex: /^(?:push|sync|assist|copy|move|export)$/,
};

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
  mv: "write",
  rm: "write",
  init: "write",
  clean: "write",
};

/** Options with which nothing is changed: what would be is only told. */
export const GIT_DRY_RUNS: RegExp = /^(?:-n|--dry-run)$/;

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

/** What git itself brings. Any other subcommand is an alias or a program of somebody's. */
export const GIT_COMMANDS: ReadonlySet<string> = new Set(
  [
    "add am annotate apply archimport archive backfill bisect blame branch bugreport bundle cat-file check-attr check-ignore",
    "check-mailmap check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph",
    "commit-tree config count-objects credential credential-cache credential-store cvsexportcommit cvsimport cvsserver daemon",
    "describe diagnose diff diff-files diff-index diff-pairs diff-tree difftool fast-export fast-import fetch fetch-pack",
    "filter-branch fmt-merge-msg for-each-ref for-each-repo format-patch fsck fsmonitor--daemon gc get-tar-commit-id gitk grep",
    "gui hash-object help hook http-backend http-fetch http-push imap-send index-pack init init-db instaweb interpret-trailers",
    "last-modified lfs log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index",
    "merge-one-file merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes p4 pack-objects pack-redundant",
    "pack-refs patch-id prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs remote",
    "remote-ext remote-fd repack replace replay repo request-pull rerere reset restore rev-list rev-parse revert rm send-email",
    "send-pack sh-i18n sh-setup shell shortlog show show-branch show-index show-ref sparse-checkout stage stash status",
    "stripspace submodule subtree svn switch symbolic-ref tag unpack-file unpack-objects update-index update-ref",
    "update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version web--browse whatchanged",
    "worktree write-tree",
  ]
    .join(" ")
    .split(" "),
);
