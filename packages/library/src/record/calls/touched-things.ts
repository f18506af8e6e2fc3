/**
 * The footprint before and real: what was predicted, and what doors and processes did with it. What doors touched is exact. Of a
 * process, hosts are exact and changed files are known; what else it read is not, and is said so. Texts are as they were given.
 */

import type { Resource, ShownChange } from "@toolplane/contract";
import type { TouchedThing } from "@toolplane/contract/console";
import type { AccessFact } from "@toolplane/contract/ports";
import { describeTarget, KINDS, kindOf } from "@toolplane/kernel";
import type { ShownCall } from "./shown-call.ts";

export interface TouchedView {
  readonly shown: ShownCall;
  readonly changes: readonly Pick<ShownChange, "path">[];
  readonly shorten: (path: string) => string;
}

/** None for a call that was never read so far. */
export function touchedThings(view: TouchedView): readonly TouchedThing[] {
  return [...predicted(view), ...surprises(view)];
}

function predicted({ shown, changes, shorten }: TouchedView): readonly TouchedThing[] {
  const { footprint } = shown.call;
  const accesses = shown.kind === "settled" ? shown.call.accesses : [];
  return (footprint?.resources ?? []).map((resource) => ({
    ...wordsOf(resource, shorten),
    before: resource.capability === "opaque" ? "opaque" : "predicted",
    real: realOf(resource, { shown, accesses, changes }),
  }));
}

function realOf(
  resource: Resource,
  {
    shown,
    accesses,
    changes,
  }: Pick<TouchedView, "shown" | "changes"> & { readonly accesses: readonly AccessFact[] },
): TouchedThing["real"] {
  if (shown.kind === "unsettled") return { mark: "unknown", word: "unknown" };
  const subject = describeTarget(resource);
  const own = accesses.filter((access) => access.subject === subject);
  if (own.some(({ refused }) => refused !== undefined)) return { mark: "deny", word: "blocked" };
  if (own.length > 0) return { mark: "allow", word: kindOf(resource).done };
  if (resource.capability === "fs.write" && changes.some(({ path }) => path === resource.real))
    return { mark: "allow", word: "written" };
  if (!shown.call.rows.some(({ type }) => type === "call-succeed" || type === "call-fail"))
    return null;
  if (shown.call.stage !== "execute" && shown.call.result?.type === "error") return null;
  if (resource.capability === "shell.run" || resource.capability === "named")
    return { mark: "allow", word: kindOf(resource).done };
  const inProcess = shown.call.footprint?.resources.some(
    ({ capability }) => capability === "shell.run" || capability === "opaque",
  );
  return inProcess ? { mark: "unknown", word: "not known" } : { mark: "off", word: "not touched" };
}

/** Things touched, or refused, without having been predicted; and files that a process changed. */
function surprises({ shown, changes, shorten }: TouchedView): readonly TouchedThing[] {
  if (shown.kind === "unsettled") return [];
  const { accesses, footprint } = shown.call;
  const resources = footprint?.resources ?? [];
  const known = new Set(resources.map(describeTarget));
  const seen = new Set<string>();
  const lines: TouchedThing[] = [];
  for (const { subject, refused } of accesses) {
    if (known.has(subject) || seen.has(subject)) continue;
    seen.add(subject);
    const { capability, target } = splitSubject(subject, shorten);
    const word = isKind(capability) ? KINDS[capability].done : "used";
    lines.push({
      capability,
      target,
      before: "-",
      real: refused === undefined ? { mark: "allow", word } : { mark: "deny", word: "blocked" },
      ...(refused === undefined ? {} : { note: refused }),
    });
  }
  const written = new Set(accesses.map(({ subject }) => subject));
  for (const { path } of changes) {
    const isKnown =
      written.has(`fs.write ${path}`) ||
      resources.some((resource) => resource.capability === "fs.write" && resource.real === path);
    if (isKnown) continue;
    const target = shorten(path);
    const real = { mark: "allow", word: "written" } as const;
    lines.push({ capability: "fs.write", target, before: "in reach", real });
  }
  return lines;
}

function isKind(name: string): name is keyof typeof KINDS {
  return Object.hasOwn(KINDS, name);
}

function splitSubject(
  subject: string,
  shorten: TouchedView["shorten"],
): Pick<TouchedThing, "capability" | "target"> {
  const [, capability = "use", target = ""] =
    /^(fs\.read|fs\.write|net\.fetch|shell\.run|env) (.*)$/s.exec(subject) ?? [
      undefined,
      "use",
      subject,
    ];
  return { capability, target: capability.startsWith("fs.") ? shorten(target) : target };
}

function wordsOf(
  resource: Resource,
  shorten: TouchedView["shorten"],
): Pick<TouchedThing, "capability" | "target"> {
  const [capability, target] = kindOf(resource).words(resource, shorten);
  return { capability, target };
}
