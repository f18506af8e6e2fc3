/**
 * Judges each resource of a call by the rules, the floors and what was not understood: a direct resource that nothing
 * matches asks softly; a derived one has no opinion; opaque asks whatever the rules allow, softly while a sandbox
 * holds.
 */
import type { Opinion, Resource } from "@toolplane/contract";
import type { RuleFinding } from "../policy/evaluate-rules.ts";
import { outsideReason } from "../policy/reach/outside-reason.ts";
import { describeTarget } from "../resource/describe-target.ts";
import { isPlace } from "../resource/is-place.ts";
import { describeFound } from "./describe-found.ts";
import { describeRule } from "./describe-rule.ts";
import { createLinkMatters, opinionOnCuts } from "./judge-cuts.ts";
import { addFloors } from "./judge-floors.ts";
import { opinionOnName } from "./judge-named.ts";
import { evaluateBefore, opinionOnRequests } from "./judge-requests.ts";
import { partialDeny } from "./partial-deny.ts";
import type { JudgedResource, ResourceView } from "./resource-view.ts";

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
function opinionOnPlace(
  view: ResourceView,
  { resource, index, finding }: JudgedResource,
): Opinion | null {
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

function opinionOnUnread(
  view: ResourceView,
  { resource, index, finding }: JudgedResource,
): Opinion | null {
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

function opinionOfRules(
  { sandboxed, mode }: ResourceView,
  { resource, index, finding }: JudgedResource,
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
  { resource, index, finding }: JudgedResource,
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
