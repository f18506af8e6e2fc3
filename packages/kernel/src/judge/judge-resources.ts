/**
 * Judges each resource of a call by the rules, the floors and what was not understood: a direct resource that nothing
 * matches asks softly; a derived one has no opinion; opaque asks whatever the rules allow, softly while a sandbox
 * holds.
 */
import type {
  Footprint,
  Opinion,
  Resource,
  SecurityMode,
  Target,
  Variables,
} from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import type { RuleFinding } from "../policy/evaluate-rules.ts";
import { type ProtectedPlaces, protectedPathReason } from "../policy/protected/protected-paths.ts";
import { outsideReason } from "../policy/reach/outside-reason.ts";
import type { Reach } from "../policy/reach/reach.ts";
import type { CompiledRule } from "../policy/rule/compiled-rule.ts";
import { describeTarget } from "../resource/describe-target.ts";
import { describeRequest } from "../resource/host-kind.ts";
import { isOwn } from "../resource/is-own.ts";
import { isPlace } from "../resource/is-place.ts";
import type { NamingView } from "./ask-by-name.ts";
import { describeRule } from "./describe-rule.ts";
import { evaluatePolicies } from "./evaluate-policies.ts";
import { holdsNamed, opinionOnName } from "./judge-named.ts";
import { evaluateBefore, opinionOnRequests, type RequestView } from "./judge-requests.ts";
import { createLinkFilter, type LinkFilter } from "./link-filter.ts";
import { partialDeny } from "./partial-deny.ts";

/** The facts that the static judges need. */
export interface ResourceView extends RequestView {
  readonly footprint: Footprint;
  /** Judged when the footprint is empty, as it is for composite tools. */
  readonly named: Resource;
  /** Where a resource lies, in the reach that it is held against. */
  readonly placeOf: (resource: Resource) => ReturnType<Reach["placeOf"]>;
  readonly places: ProtectedPlaces;
  /** True while processes are confined: opaque parts and floors F1 and F2 ask softly. */
  readonly sandboxed: boolean;
  readonly mode: SecurityMode;
  /** True where processes run on a view: every path that they change is judged again before it lands. */
  readonly lands: boolean;
  readonly variables: Variables;
  readonly analyzer: NamingView["analyzer"] & Pick<Analyzer, "tracked" | "linked">;
}

/** Adds the opinions about every resource. */
export function judgeResources(view: ResourceView, opinions: Opinion[]): void {
  const resources = view.footprint.resources.length > 0 ? view.footprint.resources : [view.named];
  let byDefault: Set<number> | null = null;
  let written: Set<number> | null = null;
  const matters = createLinkMatters(view);
  for (let index = 0; index < resources.length; index += 1) {
    const resource = resources[index] as Resource;
    const finding = evaluateBefore(view, resource);
    if (resource.via === "word") {
      // Other rules about it are the sandbox's to keep: it is not shown what they close.
      const named = opinionOnName(view, { resource, index, finding });
      if (named && !written?.has(resource.unitIndex ?? -1)) opinions.push(named);
      continue;
    }
    const placed = opinionOnPlace(view, { resource, index, finding });
    if (placed) opinions.push(placed);
    const isOutside = placed?.action === "ask";
    const opinion =
      (isOutside || written?.has(resource.unitIndex ?? -1)
        ? null
        : opinionOnName(view, { resource, index, finding })) ??
      (placed && finding.action === null
        ? null
        : (opinionOfRules(view, { resource, index, finding }) ??
          opinionOnDefault(view, { resource, index, finding }, byDefault)));
    if (opinion) opinions.push(opinion);
    const opening = opinionOnRequests(view, { resource, index, action: finding.action });
    if (opening) opinions.push(opening);
    if (
      resource.capability === "shell.run" &&
      isDefaultAllow(finding) &&
      resource.unitIndex !== undefined
    ) {
      byDefault ??= new Set();
      byDefault.add(resource.unitIndex);
    }
    if (resource.unitIndex !== undefined && isWritten(resource, finding)) {
      written ??= new Set();
      written.add(resource.unitIndex);
    }
    if (resource.capability === "opaque" && finding.action !== "deny") {
      opinions.push({
        judge: "opaque",
        action: "ask",
        hard: !view.sandboxed,
        reason: `Part of it could not be understood: ${resource.reason}.`,
        resource: index,
      });
    }
    addFloors({ view, resource, index, finding }, opinions);
    const unread = opinionOnUnread(view, { resource, index, finding });
    if (unread) opinions.push(unread);
    const uncut = opinionOnCuts(view, { resource, index, finding }, matters);
    if (uncut) opinions.push(uncut);
  }
}

/** Rules cannot open what lies outside: a project's could not be trusted with that, and a person has their configuration. */
function opinionOnPlace(view: ResourceView, { resource, index, finding }: Judged): Opinion | null {
  if (!isPlace(resource) || finding.action === "deny") return null;
  const place = view.placeOf(resource);
  if (place === "outside") {
    const hard = !isAbsent(view, resource);
    const outside = outsideReason(resource, describeTarget(resource));
    const reason = hard ? outside : `${outside} Contained, the command runs and is not shown it.`;
    return { judge: "reach", action: "ask", hard, reason, resource: index };
  }
  if (place !== "base" || finding.action !== null || resource.origin === "derived") return null;
  return {
    judge: "reach",
    action: "allow",
    hard: false,
    reason: `${describeTarget(resource)} is part of the system that every command is shown.`,
    resource: index,
  };
}

/** A command that runs on a view is not shown what lies outside, so reading there needs no answer: it finds nothing. */
function isAbsent({ lands }: ResourceView, { capability, unitIndex }: Resource): boolean {
  return lands && capability === "fs.read" && unitIndex !== undefined;
}

function opinionOnUnread(view: ResourceView, { resource, index, finding }: Judged): Opinion | null {
  // A person who wrote down these very words has read them.
  if (finding.action === "deny" || (finding.action === "allow" && finding.literal)) return null;
  const rule = partialDeny(view.policies, view.tool, resource);
  if (!rule) return null;
  return {
    judge: "rules",
    action: "ask",
    hard: true,
    reason: `A rule denies some uses of a program, and nobody has read what this runs: ${describeRule(rule)}.`,
    resource: index,
    rule,
  };
}

/**
 * A tree that a command reads loses what rules close in it: the sandbox leaves that part out. Without one nothing does, and
 * nothing takes it out of a repository's objects, so a person is asked, unless the listing of the tree shows that it holds
 * nothing of the kind.
 */
function opinionOnCuts(
  view: ResourceView,
  { resource, index, finding }: Judged,
  matters: LinkFilter,
): Opinion | null {
  if (resource.capability !== "fs.read" || resource.origin !== "derived") return null;
  const { history = false } = resource;
  if (view.sandboxed && !history) return null;
  const isCut =
    (finding.cuts.length > 0 && holdsClosed(view, resource)) || holdsNamed(view, resource);
  if (!isCut && !(resource.tree === true && !history && holdsLinked(view, resource, matters)))
    return null;
  return {
    judge: "rules",
    action: "ask",
    hard: true,
    reason: history
      ? `Rules close part of ${describeTarget(resource)}, and git tracks that part: its history holds it.`
      : `Rules close part of ${describeTarget(resource)}, and without a sandbox nothing leaves that part out.`,
    resource: index,
  };
}

function holdsClosed(view: ResourceView, resource: FsResource): boolean {
  const entries = resource.history ? view.analyzer.tracked?.(resource.path) : resource.entries;
  if (entries?.complete !== true) return true;
  return entries.paths.some((path) => isClosed(view, resource, path));
}

/** True where a tree holds a file that a rule closes under the name of a link, wherever the link lies. */
function holdsLinked(view: ResourceView, resource: FsResource, matters: LinkFilter): boolean {
  const { linked } = view.analyzer;
  if (linked === undefined || resource.entries === undefined) return false;
  return resource.entries.paths.some((path) =>
    linked(path, matters).some((name) => isClosed(view, resource, name)),
  );
}

/** One filter for all trees of a call, made when the first link is met. */
function createLinkMatters({ policies, tool }: ResourceView): LinkFilter {
  let filter: LinkFilter | null = null;
  return (link) => {
    filter ??= createLinkFilter(policies, "fs.read", tool.id);
    return filter(link);
  };
}

function isClosed({ policies, tool }: ResourceView, { via }: FsResource, path: string): boolean {
  const entry = { capability: "fs.read", path, real: path, via } as const;
  const { action } = evaluatePolicies(policies, entry, tool);
  return action === "deny" || action === "ask";
}

type FsResource = Extract<Resource, { readonly capability: "fs.read" | "fs.write" }>;

interface Judged {
  readonly resource: Resource;
  readonly index: number;
  readonly finding: RuleFinding;
}

function opinionOfRules(
  { sandboxed, mode }: ResourceView,
  { resource, index, finding }: Judged,
): Opinion | null {
  if (finding.action === null) {
    if (resource.capability === "opaque" || resource.origin === "derived") return null;
    if (resource.capability === "shell.run" && resource.unit.neutral) return null;
    if (resource.capability === "net.fetch" && resource.served)
      return servedOpinion(resource, index);
    // Its text is all that is known of it, and that does not say what it changes. A person's list of such texts answers all the same.
    const isUnheld = resource.capability === "shell.run" && resource.unit.effect !== "read";
    const hard = isUnheld && !sandboxed && mode !== "allowlist";
    const unheld = hard ? " Without a sandbox nothing holds what it does." : "";
    return {
      judge: "rules",
      action: "ask",
      hard,
      reason: `No rule is about ${describeTarget(resource)}.${unheld}`,
      resource: index,
    };
  }
  // An allow about something not understood would be a guess.
  if (resource.capability === "opaque" && finding.action === "allow") return null;
  const rule = finding.winner?.reference;
  // One is made for every resource of every call, so what is there is added to it: spreading it in costs more than the rest.
  const opinion: { -readonly [K in keyof Opinion]: Opinion[K] } = {
    judge: "rules",
    action: finding.action,
    hard: finding.action !== "allow",
    reason: `${verb(finding.action)} ${describeFound(resource, finding.winner)}${rule ? `: ${describeRule(rule)}` : ""}.`,
    resource: index,
  };
  if (rule) opinion.rule = rule;
  if (finding.considered.length > 0)
    opinion.considered = finding.considered.map((lost) => lost.reference);
  return opinion;
}

/** It reaches no further than the session's own processes, which were judged when they were started. */
function servedOpinion(resource: Resource, index: number): Opinion {
  const reason = `${describeTarget(resource)} is served by this session.`;
  return { judge: "rules", action: "allow", hard: false, reason, resource: index };
}

/**
 * Asks about a command of the default policy that does more than read. The default policy lets commands run that read.
 * One that is seen to write or to connect (`git diff --output=x`) does what no rule allowed, so without a sandbox nothing
 * else may answer; a person's own rule about the command would have decided.
 */
function opinionOnDefault(
  { sandboxed }: ResourceView,
  { resource, index, finding }: Judged,
  byDefault: ReadonlySet<number> | null,
): Opinion | null {
  if (finding.action !== null || resource.origin !== "derived") return null;
  if (resource.capability !== "fs.write" && resource.capability !== "net.fetch") return null;
  if (resource.unitIndex === undefined || !byDefault?.has(resource.unitIndex)) return null;
  return {
    judge: "rules",
    action: "ask",
    hard: !sandboxed,
    reason: `The default policy allows the command to read, and it would touch ${describeTarget(resource)}.`,
    resource: index,
  };
}

/** A person wrote down the very words of the command, and so what they name. */
function isWritten({ capability }: Resource, { action, literal, winner }: RuleFinding): boolean {
  return capability === "shell.run" && action === "allow" && literal && winner?.scope !== "default";
}

function isDefaultAllow({ action, winner }: RuleFinding): boolean {
  return action === "allow" && winner?.reference.source.scope === "default";
}

function verb(action: "allow" | "ask" | "deny"): string {
  return action === "deny"
    ? "A rule denies"
    : action === "ask"
      ? "A rule asks about"
      : "A rule allows";
}

/** With method and path where the rule is about them. */
export function describeFound(target: Target, winner: CompiledRule | null): string {
  return target.capability === "net.fetch" && winner?.hosts.some(({ narrows }) => narrows)
    ? describeRequest(target)
    : describeTarget(target);
}

function addFloors(
  { view, resource, index, finding }: Judged & { readonly view: ResourceView },
  opinions: Opinion[],
): void {
  const literalAllow = finding.action === "allow" && finding.literal;
  if (resource.capability === "shell.run") {
    for (const { floor, reason } of resource.unit.floors ?? []) {
      // A rule names words, so it can name an option that runs a program, but never a variable or a hidden character.
      if (literalAllow && floor === "F1") continue;
      opinions.push({
        judge: "floor",
        action: "ask",
        hard: floor === "F3" || !view.sandboxed,
        reason,
        resource: index,
      });
    }
    return;
  }
  if (resource.capability !== "fs.write" || literalAllow) return;
  const reason = protectedReason(resource, view.places);
  if (reason) opinions.push({ judge: "floor", action: "ask", hard: true, reason, resource: index });
  else if (resource.tree && !resource.entries?.complete)
    opinions.push({
      judge: "floor",
      action: "ask",
      hard: isOwn(resource) || !view.lands,
      reason: "It changes a whole tree that could not be listed.",
      resource: index,
    });
}

function protectedReason(resource: FsResource, places: ProtectedPlaces): string | null {
  const own =
    protectedPathReason(resource.path, places) ?? protectedPathReason(resource.real, places);
  if (own || !resource.tree) return own;
  for (const path of resource.entries?.paths ?? []) {
    const reason = protectedPathReason(path, places);
    if (reason) return reason;
  }
  return null;
}
