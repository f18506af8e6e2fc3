/** Git's options that run programs or name files, and its commands by whether they show, send or change something. */
import { compileOptions } from "./command-book.ts";

/** Global options that take a value in the next word. */
export const GIT_GLOBAL_VALUES: ReadonlySet<string> = new Set(
  "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source".split(" "),
);

/** Global options that rules which allow look past. */
export const GIT_HARMLESS_GLOBALS: RegExp = /^(?:--no-pager|-P|--no-optional-locks)$/;

/** Global options that can run a program. */
export const GIT_RUNNING_GLOBALS: RegExp = /^(?:-c.*|--config-env(?:=.*)?|--exec-path=.*)$/s;

/** Settings that choose how something looks or is counted. Whatever names a program, a file or another repository is not here. */
export const GIT_HARMLESS_SETTINGS: RegExp =
  /^(?:(?:color|column|advice|i18n|status|log|user|init|branch|tag|pull|push|fetch|grep)\.[a-z.-]+|core\.(?:quotepath|abbrev|commentchar|whitespace|preloadindex|safecrlf|autocrlf|eol)|diff\.(?:renames|renamelimit|noprefix|mnemonicprefix|context|algorithm|colormoved)|merge\.(?:conflictstyle|ff|renames|stat|log)|gc\.auto|pack\.threads|protocol\.version)=[^\n]*$|^(?:core\.pager|pager\.[a-z-]+)=(?:cat|false)?$|^(?:commit|tag)\.gpgsign=false$/i;

/** Settings whose value is a command, or one behind `!`. */
export const GIT_PROGRAM_SETTINGS: RegExp =
  /pager|editor|command|cmd|fsmonitor|askpass|proxy|external|textconv|driver|clean|smudge|process|helper|program|hook|pack$|filter|path$|update$|httpd|browser|vcs/;

const ANYWHERE = {
  "--upload-pack --receive-pack --exec --ext-diff --extcmd": "exec",
  "--output": "write",
  "--pathspec-from-file": "read",
} as const;

const PLAIN = compileOptions(ANYWHERE);

const MESSAGES = {
  "-m --message -C --reuse-message -c --reedit-message --author --date --fixup --squash -u -S --gpg-sign":
    "attached",
  "-F --file -t --template": "read",
} as const;

/** Options of some commands beside those of all. */
const OWN: Readonly<Record<string, ReturnType<typeof compileOptions>>> = {
  commit: compileOptions({ ...ANYWHERE, ...MESSAGES }),
  tag: compileOptions({ ...ANYWHERE, ...MESSAGES }),
  merge: compileOptions({
    ...ANYWHERE,
    "-F --file": "read",
    "-s --strategy": "floor-value",
    "-m -X": "value",
  }),
  rebase: compileOptions({
    ...ANYWHERE,
    "-x": "exec",
    "-s --strategy": "floor-value",
    "--onto -X": "value",
  }),
  pull: compileOptions({ ...ANYWHERE, "-s --strategy": "floor-value", "-X --depth -j": "value" }),
  grep: compileOptions({
    ...ANYWHERE,
    "-O --open-files-in-pager": "floor",
    "-e -A -B -C -m --max-depth --threads": "value",
    "-f": "read",
  }),
  difftool: compileOptions({ ...ANYWHERE, "-x": "exec", "-t --tool": "floor-value" }),
  clone: compileOptions({
    ...ANYWHERE,
    "-u": "exec",
    "-c --config --template": "floor-value",
    "--reference": "read",
    "-o --origin -b --branch --depth -j --jobs --filter": "value",
  }),
  archive: compileOptions({
    ...ANYWHERE,
    "-o": "write",
    "--remote": "url",
    "--format --prefix": "value",
  }),
  "format-patch": compileOptions({ ...ANYWHERE, "-o --output-directory": "write" }),
  config: compileOptions({
    "-f --file": "rewrite",
    "-e --edit": "floor",
    "--type --default --blob": "value",
  }),
  push: compileOptions({ ...ANYWHERE, "--repo": "url", "-o --push-option": "value" }),
};

export function gitOptions(name: string): ReturnType<typeof compileOptions> {
  return (Object.hasOwn(OWN, name) ? OWN[name] : undefined) ?? PLAIN;
}

/** `git X Y command…`: what follows is run. */
export const GIT_RUNS: Readonly<Record<string, string>> = {
  bisect: "run",
  submodule: "foreach",
  hook: "run",
};

/** Commands that are programs of their own, or serve others. */
export const GIT_SERVERS: RegExp =
  /^(?:filter-branch|filter-repo|daemon|shell|http-backend|instaweb|for-each-repo|credential|remote-ext|remote-fd|send-email)$/;

/** Other ways to send commits to another repository. Who denies `git push` denies sending. */
export const GIT_SENDING: RegExp =
  /^(?:send-pack|http-push|remote-(?:https?|ftps?|ext|fd)|cvsexportcommit|(?:lfs|subtree|annex) (?:push|pre-push|sync|copy|move|export)|svn (?:dcommit|set-tree|branch|tag)|p4 submit)\b/;

/** Commands whose first operand may be a URL. */
export const GIT_REMOTE: ReadonlySet<string> = new Set(
  "clone fetch pull push ls-remote fetch-pack send-pack remote submodule request-pull archive bundle subtree".split(
    " ",
  ),
);

/** Commands that connect to the host of a remote or of a submodule, by their first two words. */
export const GIT_CONNECTING: RegExp =
  /^(?:(?:fetch|pull|push|ls-remote) |remote (?:update|prune|show)$|submodule (?:update|add)$)/;

/** Those that bring something and give nothing of the project away. */
export const GIT_FETCHING: RegExp =
  /^(?:(?:clone|fetch|pull|ls-remote) |remote (?:update|prune|show)$|submodule (?:update|add)$)/;

/** Commands with operands that name files or places: how they are used. */
export const GIT_FILES: Readonly<Record<string, "read" | "write">> = {
  apply: "read",
  am: "read",
  add: "read",
  stage: "read",
  "hash-object": "read",
  mv: "write",
  rm: "write",
  init: "write",
  clean: "write",
};

/** Commands that only look, as long as no option says otherwise. */
export const GIT_LOOKING: ReadonlySet<string> = new Set(
  "status log diff show blame rev-parse ls-files ls-tree describe shortlog cat-file rev-list name-rev merge-base show-ref for-each-ref grep count-objects var whatchanged reflog cherry range-diff check-ignore check-attr".split(
    " ",
  ),
);

/**
 * Commands that name files, count lines, print messages or make names: what they touch of a file's content they do not show. Any
 * other one, and one that is not known, may bring out what git's objects hold.
 */
export const GIT_NAMING: ReadonlySet<string> = new Set(
  "status log branch tag rev-parse ls-files ls-tree check-ignore check-attr check-ref-format describe shortlog reflog whatchanged rev-list name-rev merge-base show-ref for-each-ref show-branch symbolic-ref remote fetch clone init clean help version count-objects config commit mv apply am var cherry gc prune ls-remote fsck notes request-pull".split(
    " ",
  ),
);

/** Options with which some of those show content, or take it up, all the same. */
export const GIT_PATCH: RegExp =
  /^(?:-[puUcmLSG]|--(?:patch|un|cc|comb|word-diff|color-words|bina|ext-diff|textconv|check|dd|diff-m|remerge).*|--pa|--pat.*)$/;
export const GIT_TAKING: Readonly<Record<string, RegExp>> = {
  commit: /^(?:-[vap]|--verb.*|--al?l?|--patch)$/,
  status: /^(?:-v|--verb.*)$/,
  config: /^--bl/,
  apply: /^(?:-3|--3)/,
  am: /^(?:-3|--3)/,
  fsck: /^--lo/,
  notes: /^(?:-[cC]|--re[eu])/,
  "request-pull": GIT_PATCH,
  log: GIT_PATCH,
  reflog: GIT_PATCH,
  shortlog: GIT_PATCH,
  whatchanged: GIT_PATCH,
  "rev-list": GIT_PATCH,
};

/** Options with which a difference is only named or counted. */
export const GIT_COUNTING: RegExp =
  /^(?:--(?:short|num|dir)?stat|--name-only|--name-status|--summary|-s|--no-patch|--quiet|-q|--raw|--compact-summary)$/;

/** Git's own commands. Any other command is an alias or a program of somebody's. */
export const GIT_COMMANDS: ReadonlySet<string> = new Set(
  [
    "add am annotate apply archive bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap",
    "check-ref-format checkout checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree config",
    "count-objects credential daemon describe diagnose diff diff-files diff-index diff-tree difftool fast-export fast-import fetch",
    "fetch-pack filter-branch fmt-merge-msg for-each-ref for-each-repo format-patch fsck gc grep hash-object help hook",
    "http-push index-pack init instaweb interpret-trailers lfs log ls-files ls-remote ls-tree mailinfo maintenance merge",
    "merge-base merge-file merge-index merge-tree mergetool mktag mktree mv name-rev notes p4 pack-objects pack-refs patch-id",
    "prune pull push range-diff read-tree rebase receive-pack reflog remote repack replace request-pull rerere reset restore",
    "rev-list rev-parse revert rm send-email send-pack shell shortlog show show-branch show-index show-ref sparse-checkout stage",
    "stash status stripspace submodule subtree svn switch symbolic-ref tag unpack-file unpack-objects update-index update-ref",
    "upload-archive upload-pack var verify-commit verify-pack verify-tag version whatchanged worktree write-tree",
  ]
    .join(" ")
    .split(" "),
);
