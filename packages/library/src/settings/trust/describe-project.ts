/**
 * Describes in words what a person would trust: every rule and every tool it configures, with its place; after a change, only
 * what is different. Loosening is listed apart from narrowing: a rule that allows, or a deny that is gone.
 */
import type { PolicyLayer, PolicyRule, Rule } from "@toolplane/contract";
import type { ConfigFile } from "../files/read-config-file.ts";

/** One thing that is said, and where. */
export interface TrustLine {
  /** `allow bash npm test*`, `grep {"maxMatches":5}`. */
  readonly text: string;
  readonly kind: Rule["action"] | "tool" | "check";
  /** `.toolplane/policy.jsonc:3`; of a line that is gone, its former place. */
  readonly place: string;
  /** Present after a change. */
  readonly change?: "added" | "removed";
}

export interface TrustView {
  readonly loosens: readonly TrustLine[];
  readonly narrows: readonly TrustLine[];
}

/** Describes what files say; with `before`, what is different from it. */
export function describeProject(
  files: readonly ConfigFile[],
  before: readonly ConfigFile[] | null,
): TrustView {
  const now = files.flatMap(linesOf);
  const lines = before === null ? now : differences(before.flatMap(linesOf), now);
  return {
    loosens: lines.filter(isLoosening),
    narrows: lines.filter((line) => !isLoosening(line)),
  };
}

/** A project's word on a tool mostly narrows it, so that it is gone loosens. */
function isLoosening({ kind, change }: TrustLine): boolean {
  if (kind === "tool") return change === "removed";
  // A check narrows what lands, but it is a command that runs by itself: a person sees it beside what opens.
  if (kind === "check") return true;
  return (kind === "allow") !== (change === "removed");
}

function differences(before: readonly TrustLine[], now: readonly TrustLine[]): TrustLine[] {
  return [
    ...missingFrom(before, now).map((line) => ({ ...line, change: "added" as const })),
    ...missingFrom(now, before).map((line) => ({ ...line, change: "removed" as const })),
  ];
}

/** Lines of the second list that the first has not, counted: a rule may be there twice. */
function missingFrom(known: readonly TrustLine[], lines: readonly TrustLine[]): TrustLine[] {
  const left = new Map<string, number>();
  for (const { text } of known) left.set(text, (left.get(text) ?? 0) + 1);
  return lines.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  });
}

function linesOf({ file, rules, values, required }: ConfigFile): readonly TrustLine[] {
  const { tools, backgroundWrites: writes } = values;
  return [
    ...(rules === null ? [] : ruleLines(rules)),
    ...Object.entries((tools?.value ?? {}) as object).map(([id, config]) => ({
      text: `${id} ${JSON.stringify(config)}`,
      kind: "tool" as const,
      place: `${file}:${tools?.toolLines?.[id] ?? tools?.line}`,
    })),
    ...((writes?.value ?? []) as readonly string[]).map((path) => ({
      text: `background processes write ${path}`,
      kind: "allow" as const,
      place: `${file}:${writes?.line}`,
    })),
    ...required.map(({ place, name, ...check }) => ({
      text: `check ${name} runs ${JSON.stringify(check)}`,
      kind: "check" as const,
      place,
    })),
  ];
}

function ruleLines({ rules, lines, file }: PolicyLayer): readonly TrustLine[] {
  return rules.map((rule, index) => ({
    text: textOf(rule),
    // A label decides nothing by itself, and what it leads to only asks: it narrows.
    kind: rule.action ?? ("ask" as const),
    place: `${file}:${lines?.[index]}`,
  }));
}

function textOf(rule: PolicyRule): string {
  const said = rule.label === undefined ? rule.action : `label ${rule.label}:`;
  const after = rule.label === undefined && rule.after ? ` after ${rule.after.join(" + ")}` : "";
  const opens = rule.action === "allow" && rule.permission === "net.fetch";
  const reach = opens ? ", also to commands that run unasked" : "";
  return `${said} ${rule.permission} ${rule.pattern}${after}${reach}`;
}
