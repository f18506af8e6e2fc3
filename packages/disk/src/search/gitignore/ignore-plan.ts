/**
 * Decides who says what is ignored in one search. Ripgrep does, as long as git would read the same files the same way, which is
 * nearly always. Otherwise it ignores only what both agree on, and our own reading leaves out the rest. A file below the root is
 * noticed when something next to it or below it was found; then the search is made once more.
 */
import { type IgnoreRoot, type IgnoreTree, openIgnoreTree } from "./ignore-tree.ts";

/** Settings by which one run of ripgrep ignores. */
export interface IgnorePlan {
  readonly args: readonly string[];
  readonly input: "ignore" | { readonly text: string };
  /** True for a file that ripgrep shows and git would not. */
  readonly leavesOut: (relative: string) => boolean;
  /** True when these findings show that ripgrep should not have decided. */
  readonly mustRepeat: (found: readonly string[]) => boolean;
  /** The plan for the repetition. */
  readonly exactly: () => IgnorePlan;
  /** The same, with no ignore file opened by ripgrep; null when this is that plan. */
  readonly unopened: (() => IgnorePlan) | null;
}

/** Plans a search below a root. */
export function planIgnoring(root: IgnoreRoot): IgnorePlan {
  const tree = openIgnoreTree(root);
  return tree.needsGit() ? exactPlan(tree) : plainPlan(tree);
}

function plainPlan(tree: IgnoreTree): IgnorePlan {
  return {
    args: [],
    input: "ignore",
    leavesOut: () => false,
    mustRepeat: (found) => directoriesOf(found).some(tree.needsGitAt),
    exactly: () => exactPlan(tree),
    unopened: () => unopenedPlan(tree),
  };
}

/** Plans a run that does not read `.ignore` and `.rgignore`: they hide nothing that a user relies on. */
function unopenedPlan(tree: IgnoreTree): IgnorePlan {
  const exact = exactPlan(tree);
  const plan: IgnorePlan = {
    ...exact,
    args: [...exact.args, "--no-ignore-dot", "--no-ignore-parent", "--no-ignore-exclude"],
    exactly: () => plan,
    unopened: null,
  };
  return plan;
}

function exactPlan(tree: IgnoreTree): IgnorePlan {
  const lines = tree.safeLines();
  const plan: IgnorePlan = {
    args: ["--no-ignore-vcs", ...(lines.length > 0 ? ["--ignore-file=/dev/stdin"] : [])],
    input: lines.length > 0 ? { text: `${lines.join("\n")}\n` } : "ignore",
    leavesOut: tree.ignores,
    mustRepeat: () => false,
    exactly: () => plan,
    unopened: () => unopenedPlan(tree),
  };
  return plan;
}

/** Every directory on the way to a file, each once. */
function directoriesOf(files: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  let last = "";
  let other = "";
  for (const file of files) {
    let end = file.lastIndexOf("/");
    // A listing mostly goes on in the directory it is in, or in the one that another thread is in.
    if (end === last.length && file.startsWith(last)) continue;
    if (end === other.length && file.startsWith(other)) continue;
    other = last;
    last = file.slice(0, Math.max(0, end));
    while (end > 0 && !seen.has(file.slice(0, end))) {
      seen.add(file.slice(0, end));
      end = file.lastIndexOf("/", end - 1);
    }
  }
  return [...seen];
}
