/**
 * Which subcommands of git show, or write into the working folder, what its objects hold, or take it out of the index. Those that name files, count lines or
 * print messages are not here: a file's name is no secret of the file.
 */

/** When a subcommand reads the content of tracked files from objects. */
export interface GitHistory {
  /** Only with one of these options. */
  readonly when?: RegExp | "patch";
  /** Not with one of these options, as long as none asks for a patch. */
  readonly unless?: RegExp;
  /** Only with this first operand, and not counted as a path; the empty text when there is none. */
  readonly verbs?: readonly string[];
  /** With these first operands only when a patch is asked for. */
  readonly patchVerbs?: readonly string[];
  /** Only with such words: a format may ask for the objects themselves. */
  readonly words?: RegExp;
  /** What it brings out is not limited to the paths that it names. */
  readonly whole?: true;
  /** With these options and at most one operand a branch is made, and no file is touched. */
  readonly makesBranch?: RegExp;
}

const SHORT_PATCH = /^-[puUcmLSG]$/;
/** Long options may be cut short. */
const LONG_PATCH: readonly string[] = [
  ...["--patch-with-stat", "--patch-with-raw", "--unified", "--cc", "--combined-all-paths"],
  ...["--word-diff-regex", "--color-words", "--binary", "--ext-diff", "--textconv", "--check"],
  ...["--dd", "--diff-merges", "--remerge-diff"],
];
/** Options of their own that another one begins with. */
const NO_PATCH: ReadonlySet<string> = new Set(["--color", "--text"]);
const NAMES =
  /^(?:--stat|--shortstat|--numstat|--name-only|--name-status|--summary|-s|--no-patch|--quiet|-q|--raw|--dirstat|--compact-summary)$/;

const ALWAYS: GitHistory = {};
const SHOWN: GitHistory = { unless: NAMES };
const ASKED_FOR: GitHistory = { when: "patch" };
/** It gives stored content another name, or serves all of it. */
const WHOLE: GitHistory = { whole: true };
/** Of what a name leads to, a format can print the bytes; one that nobody knows may. */
const FORMATTED: GitHistory = { words: /%\(\*?raw|--fo[a-z]*[ =]\S*[$`]/, whole: true };

export const GIT_HISTORY: Readonly<Record<string, GitHistory>> = {
  show: SHOWN,
  diff: SHOWN,
  difftool: ALWAYS,
  log: ASKED_FOR,
  whatchanged: ASKED_FOR,
  reflog: ASKED_FOR,
  shortlog: ASKED_FOR,
  "rev-list": ASKED_FOR,
  "diff-index": ASKED_FOR,
  "diff-tree": ASKED_FOR,
  "diff-files": ASKED_FOR,
  "request-pull": ASKED_FOR,
  "range-diff": SHOWN,
  stash: {
    verbs: ["", "show", "pop", "apply", "push", "save", "branch"],
    patchVerbs: ["list"],
  },
  "for-each-ref": FORMATTED,
  tag: FORMATTED,
  refs: FORMATTED,
  config: { when: /^--bl/, whole: true },
  fsck: { when: /^--lo/, whole: true },
  "cat-file": { unless: /^(?:-t|-s|-e|--batch-check)$/ },
  archive: ALWAYS,
  blame: ALWAYS,
  annotate: ALWAYS,
  "format-patch": ALWAYS,
  "fast-export": ALWAYS,
  bundle: { verbs: ["create"] },
  checkout: { makesBranch: /^(?:-b|-B|--orphan|-t|--track)$/ },
  switch: { makesBranch: /^(?:-c|-C|--create|--force-create|--orphan)$/ },
  restore: ALWAYS,
  reset: { when: /^(?:-p|--(?:ha?r?d?|mer?g?e?|ke?e?p?|patc?h?))$/ },
  merge: ALWAYS,
  "merge-tree": ALWAYS,
  "merge-file": ALWAYS,
  rebase: ALWAYS,
  pull: ALWAYS,
  "cherry-pick": ALWAYS,
  revert: ALWAYS,
  bisect: ALWAYS,
  worktree: { verbs: ["add"] },
  "checkout-index": ALWAYS,
  "read-tree": WHOLE,
  "update-index": {
    when: /^--(?:cache?|ind|rem|forc|ag|std)/,
    whole: true,
  },
  mktree: WHOLE,
  "fast-import": WHOLE,
  replace: WHOLE,
  notes: { when: /^(?:-[cC]|--ree|--reu)/, whole: true },
  // A patch names objects, and what does not fit is merged with them.
  apply: { when: /^(?:-3|--3)/, whole: true },
  am: { when: /^(?:-3|--3)/, whole: true },
  status: { when: /^(?:-v|--verb.*)$/ },
  // A file that is hidden looks deleted: taken up as that, it would be gone from what git tracks.
  commit: { when: /^(?:-[va]|--verb.*|--al?l?)$/ },
  add: ALWAYS,
  stage: ALWAYS,
  rm: ALWAYS,
  push: WHOLE,
  submodule: { verbs: ["add", "update"], whole: true },
  daemon: WHOLE,
  "for-each-repo": WHOLE,
  shell: WHOLE,
  cvsserver: WHOLE,
  "diff-pairs": ALWAYS,
  "http-backend": WHOLE,
  "imap-send": WHOLE,
  instaweb: WHOLE,
  gui: WHOLE,
  citool: WHOLE,
  gitk: WHOLE,
  "sparse-checkout": ALWAYS,
  "unpack-file": ALWAYS,
  "pack-objects": ALWAYS,
  "upload-pack": WHOLE,
  "upload-archive": WHOLE,
  "filter-branch": ALWAYS,
  "send-email": ALWAYS,
  subtree: ALWAYS,
};

/** Subcommands that never look into the files their operands name. */
export const GIT_NAMING_SUBCOMMANDS: ReadonlySet<string> = new Set(
  "status ls-files ls-tree check-ignore check-attr check-ref-format rev-parse branch tag describe log shortlog reflog whatchanged rev-list name-rev merge-base show-ref for-each-ref show-branch symbolic-ref remote fetch push clone init clean help version count-objects config".split(
    " ",
  ),
);

/** True when options ask for a patch. */
export function asksForPatch(options: readonly { readonly name: string }[]): boolean {
  return options.some(
    ({ name }) =>
      SHORT_PATCH.test(name) ||
      (name.length > 3 && !NO_PATCH.has(name) && LONG_PATCH.some((each) => each.startsWith(name))),
  );
}
