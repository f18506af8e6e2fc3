/**
 * The footprint before and real: what was predicted, and what doors and processes did with it. What doors touched is exact. Of a
 * process, hosts are exact and changed files are known; what else it read is not, and is shown so.
 */
import type { AccessFact, Resource, ShownChange } from "@toolplane/contract";
import { describeTarget, KINDS, kindOf } from "@toolplane/kernel";
import { escapeText } from "../../terminal/escape-text.ts";
import { fitText } from "../../terminal/fit-text.ts";
import type { Mark, Paint } from "../../terminal/paint.ts";
import { resourceText, shortPath } from "../../terminal/resource-text.ts";
import { padRight } from "../../terminal/text-width.ts";
import { wrapText } from "../../terminal/wrap-text.ts";
import type { ShownCall } from "./call-facts.ts";

export interface TouchedView {
  readonly shown: ShownCall;
  readonly changes: readonly ShownChange[];
  readonly workspace: string | null;
}

interface Line {
  readonly capability: string;
  readonly target: string;
  readonly before: string;
  readonly real: { readonly mark: Mark; readonly word: string } | null;
  readonly note?: string;
}

const CAPABILITY = 9;
const BEFORE = 11;
const REAL = 13;

/** The lines with their head; none for a call that was never read so far. */
export function touchedLines(view: TouchedView, paint: Paint, width: number): readonly string[] {
  const lines = [...predicted(view), ...surprises(view)];
  if (lines.length === 0) return [];
  const room = Math.max(16, width - 2 - CAPABILITY - 2 - BEFORE - REAL - 2);
  const head = `${padRight("Footprint", 2 + CAPABILITY + 2 + room)}  ${padRight("BEFORE", BEFORE)}REAL`;
  return [
    head,
    ...lines.flatMap(({ capability, target, before, real, note }) => {
      const [first = "", ...more] = wrapText(target, room);
      const touched = real ? `${paint.mark(real.mark)} ${real.word}` : "-";
      const indent = " ".repeat(2 + CAPABILITY + 2);
      const line = `  ${padRight(capability, CAPABILITY)}  ${padRight(first, room)}  ${padRight(before, BEFORE)}${touched}`;
      return [
        line.trimEnd(),
        ...more.map((text) => `${indent}${text}`),
        ...(note === undefined ? [] : wrapText(note, width - indent.length)).map(
          (text) => `${indent}${paint.style("dim", text)}`,
        ),
      ];
    }),
  ];
}

function predicted({ shown, changes, workspace }: TouchedView): readonly Line[] {
  const { footprint } = shown.call;
  const accesses = shown.kind === "settled" ? shown.call.accesses : [];
  return (footprint?.resources ?? []).map((resource) => ({
    ...resourceText(resource, workspace),
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
): Line["real"] {
  if (shown.kind === "unsettled") return { mark: "unknown", word: "unknown" };
  const subject = describeTarget(resource);
  const own = accesses.filter((access) => access.subject === subject);
  if (own.some(({ refused }) => refused !== undefined)) return { mark: "deny", word: "blocked" };
  if (own.length > 0) return { mark: "allow", word: kindOf(resource).done };
  const isFile = resource.capability === "fs.write" || resource.capability === "fs.read";
  if (isFile && changes.some(({ path }) => path === resource.real))
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

/** What was touched, or refused, without having been predicted; and files that a process changed. */
function surprises({ shown, changes, workspace }: TouchedView): readonly Line[] {
  if (shown.kind === "unsettled") return [];
  const { accesses, footprint } = shown.call;
  const resources = footprint?.resources ?? [];
  const known = new Set(resources.map(describeTarget));
  const seen = new Set<string>();
  const lines: Line[] = [];
  for (const { subject, refused } of accesses) {
    if (known.has(subject) || seen.has(subject)) continue;
    seen.add(subject);
    const { capability, target } = splitSubject(subject, workspace);
    const word = isKind(capability) ? KINDS[capability].done : "used";
    lines.push({
      capability,
      target,
      before: "-",
      real: refused === undefined ? { mark: "allow", word } : { mark: "deny", word: "blocked" },
      ...(refused === undefined ? {} : { note: escapeText(refused) }),
    });
  }
  const written = new Set(accesses.map(({ subject }) => subject));
  for (const { path } of changes) {
    const isKnown =
      written.has(`fs.write ${path}`) ||
      resources.some((resource) => "real" in resource && resource.real === path);
    if (isKnown) continue;
    const target = escapeText(shortPath(path, workspace));
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
  workspace: string | null,
): { readonly capability: string; readonly target: string } {
  const [, capability, target] = /^(fs\.read|fs\.write|net\.fetch|shell\.run|env) (.*)$/s.exec(
    subject,
  ) ?? [undefined, "use", subject];
  const text = capability?.startsWith("fs.") ? shortPath(target ?? "", workspace) : (target ?? "");
  return { capability: capability ?? "use", target: fitText(escapeText(text), 400) };
}
