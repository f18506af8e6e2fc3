/**
 * Judges one thing that a command changed in its view, before it becomes real. The answer is the one a door would get
 * for writing it, with one difference: where no rule matches it lands, because the command was let run. A folder that
 * is removed or replaced is a tree, and takes the severest verdict of anything below it.
 */
import type { Change, FsTarget, RuleReference } from "@toolplane/contract";
import type { Analyzer, SteeringFile } from "@toolplane/contract/ports";
import { formatBytes, isWithin } from "@toolplane/readings";
import { type ProtectedPlaces, processProtection } from "../policy/protected/protected-paths.ts";
import { outsideReason } from "../policy/reach/outside-reason.ts";
import type { Reach } from "../policy/reach/reach.ts";
import type { RuleFinding } from "../policy/rule-finding.ts";
import { describeTarget } from "../resource/describe-target.ts";
import { describeRule } from "./describe-rule.ts";
import { evaluatePolicies, type Policies } from "./evaluate-policies.ts";

export interface ChangeView {
  readonly policies: Policies;
  readonly reach: Reach;
  /** The roots of the workspace, with where they really are. Below them no part of a change's path is a link. */
  readonly roots: readonly { readonly path: string; readonly real: string }[];
  /** Git folders of the workspace outside of it. */
  readonly gitFolders: readonly string[];
  /** Files that git's configuration names. */
  readonly steering: readonly SteeringFile[];
  /** The person's files in hidden folders; undefined where nothing is known of them. */
  readonly standing?: ProtectedPlaces["standing"];
  readonly below: Analyzer["below"];
  /** Other names of the file at a real path, through links: a rule about one of them is a rule about the file. */
  readonly linked: (real: string) => readonly string[];
  /** True when a person approved this very thing before the command ran. */
  readonly isApproved: (target: FsTarget) => boolean;
  /** True when something below this path was approved. */
  readonly leadsToApproved: (path: string) => boolean;
}

/** Null: the change may land. */
export type ChangeFinding = {
  readonly action: "ask" | "deny";
  readonly judge: "rules" | "floor" | "reach";
  readonly reason: string;
  readonly target: FsTarget;
  readonly rule?: RuleReference;
  /** It makes git run something, so it is shown first. */
  readonly steersGit: boolean;
} | null;

/** How much of a folder that goes is listed; past it every rule that could name something below counts. */
const MOST_BELOW = 300_000;

export function judgeChange(view: ChangeView, change: Change): ChangeFinding {
  const target = targetOf(view, change);
  const names = view.linked(target.real);
  const own = judgeTarget(view, { change, target, names });
  if (own?.action === "deny") return own;
  let severest = own;
  const linked = linkedNames(view, target, names);
  if (linked.length > MOST_LINKED) return tooManyLinks(target);
  for (const name of linked) {
    const found = judgeLinked(view, { target, name });
    if (found?.action === "deny") return found;
    severest ??= found;
  }
  return severest;
}

/** More names of one change are not judged one by one. */
const MOST_LINKED = 2_000;

function tooManyLinks(target: FsTarget): ChangeFinding {
  const reason = `More links lead to ${describeTarget(target)} than can be looked at, and a rule may be about one of them.`;
  return { action: "ask", judge: "floor", target, reason, steersGit: false };
}

/** Through links to the file, to a folder above it, and where a whole folder goes to anything below it. */
function linkedNames(
  view: ChangeView,
  { tree, entries }: FsTarget,
  names: readonly string[],
): readonly string[] {
  return tree === true ? [...names, ...(entries?.paths ?? []).flatMap(view.linked)] : names;
}

/** Only what rules and protection say of the other name counts: its place is the file's own. */
function judgeLinked(
  view: ChangeView,
  { target, name }: { readonly target: FsTarget; readonly name: string },
): ChangeFinding {
  const linked = { capability: "fs.write", path: name, real: name } as const;
  const { action, winner } = evaluatePolicies(
    view.policies,
    { ...linked, via: "operand" },
    NO_TOOL,
  );
  if (action !== "deny" && (action !== "ask" || view.isApproved(target))) return null;
  const rule = winner?.reference;
  const named = rule ? `: ${describeRule(rule)}` : "";
  const verb = action === "deny" ? "denies" : "asks about";
  return {
    action,
    judge: "rules",
    target,
    steersGit: false,
    ...(rule ? { rule } : {}),
    reason: `A rule ${verb} ${describeTarget(linked)}, which leads to ${describeTarget(target)}${named}.`,
  };
}

interface Judged {
  readonly change: Change;
  readonly target: FsTarget;
  /** Its other names, through links. */
  readonly names: readonly string[];
}

function judgeTarget(view: ChangeView, { change, target, names }: Judged): ChangeFinding {
  // Made only when needed: most changes simply land.
  const subject = () => describeTarget(target);
  const gitFolder = view.gitFolders.find((folder) => isWithin(target.path, folder));
  if (gitFolder === undefined && !view.reach.contains(target))
    return {
      action: "deny",
      judge: "floor",
      target,
      steersGit: false,
      reason: `${subject()} is outside what a command may reach.`,
    };
  const finding = evaluatePolicies(view.policies, { ...target, via: "operand" }, NO_TOOL);
  if (finding.action === "deny") return ruled(finding, { action: "deny", target });
  // An approval of a write, or a rule that allows it by name, does not give away what others could still undo.
  const lossFinding = (): ChangeFinding => {
    const loss = lossOf(change, subject);
    return loss && { action: "ask", judge: "floor", target, ...loss };
  };
  if (view.isApproved(target)) return lossFinding();
  if (finding.action === "ask") return ruled(finding, { action: "ask", target });
  if (gitFolder === undefined && view.reach.placeOf(target) === "outside" && !isWay(view, change))
    return {
      action: "ask",
      judge: "reach",
      target,
      steersGit: false,
      reason: outsideReason(target, subject()),
    };
  if (finding.action === "allow" && finding.literal) return lossFinding();
  const protection = protectionOf(view, { change, target, names, gitFolder });
  return protection ? { action: "ask", judge: "floor", target, ...protection } : lossFinding();
}

function ruled(
  { winner }: RuleFinding,
  { action, target }: { readonly action: "deny" | "ask"; readonly target: FsTarget },
): ChangeFinding {
  const rule = winner?.reference;
  const verb = action === "deny" ? "denies" : "asks about";
  const named = rule ? `: ${describeRule(rule)}` : "";
  return {
    action,
    judge: "rules",
    target,
    steersGit: false,
    ...(rule ? { rule } : {}),
    reason: `A rule ${verb} ${describeTarget(target)}${named}.`,
  };
}

/** A new folder on the way to what a person approved goes with it. */
function isWay(view: ChangeView, { path, kind, type }: Change): boolean {
  return kind === "added" && type === "directory" && view.leadsToApproved(path);
}

/** Rules about tools bind what a tool was asked for, not what its command left behind. */
const NO_TOOL = { id: "" };

/** Asks before something is lost that undo could not bring back. */
function lossOf({ unkept, displaces, needs }: Change, subject: () => string) {
  if (unkept !== true && displaces !== true) return null;
  const loss =
    unkept === true
      ? "what stood there is larger than the journal keeps, so it could not be undone"
      : "the journal is full, and to keep what stood there it lets go of what commands replaced or removed since yesterday";
  const size = needs === undefined ? "" : ` To undo this command would take ${formatBytes(needs)}.`;
  return { reason: `${subject()}: ${loss}.${size}`, steersGit: false };
}

function targetOf(view: ChangeView, { path, tree }: Change): FsTarget {
  const root = view.roots.find((one) => isWithin(path, one.path));
  const real = root === undefined ? path : `${root.real}${path.slice(root.path.length)}`;
  if (tree !== true) return { capability: "fs.write", path, real };
  const entries = view.below?.(path, MOST_BELOW) ?? { paths: [], complete: false };
  return { capability: "fs.write", path, real, tree: true, entries };
}

function protectionOf(
  view: ChangeView,
  { change, target, names, gitFolder }: Judged & { readonly gitFolder: string | undefined },
) {
  // Rules spoke before; this is only the floor under them.
  if (change.inert === true) return null;
  const place = {
    roots: view.roots.flatMap(({ path, real }) => [path, real]),
    steering: view.steering,
    // What goes makes nothing run in a hidden folder that nobody knows.
    ...(view.standing === undefined || change.kind === "removed"
      ? {}
      : { standing: view.standing }),
    ...(gitFolder === undefined ? {} : { gitFolder }),
  };
  const isGone = change.kind === "removed" && change.tree === true;
  const left = { ...place, type: isGone ? ("gone" as const) : change.type };
  const own = processProtection(target.path, left);
  if (own) return own;
  for (const name of target.real === target.path ? names : [target.real, ...names]) {
    const found = processProtection(name, left);
    if (found) return found;
  }
  if (target.tree !== true) return null;
  if (target.entries?.complete !== true)
    return { reason: "A whole folder goes that could not be listed.", steersGit: false };
  for (const path of target.entries.paths) {
    const found = processProtection(path, { ...place, type: "file" });
    if (found) return found;
  }
  return null;
}
