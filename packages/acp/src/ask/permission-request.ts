/**
 * Puts a question of the one broker as a permission request, and reads its answer. The call carries the card: what asks
 * and why in the kernel's own words, changes to files as diffs. The cover of *always* is listed in full, because a
 * person who picks it cannot see it later. A request that the client cancels, or whose answer is none of the offered
 * ones, is no answer: never a yes, and no person's no either.
 */
import type {
  PermissionOption,
  RequestPermissionOutcome,
  ToolCallContent,
} from "@agentclientprotocol/sdk";
import {
  countChanges,
  describeCounts,
  describeFiles,
  type Question,
  type ShownChange,
} from "@toolplane/contract";
import { foldLine, splitLines } from "@toolplane/kernel";
import { escapeHidden } from "@toolplane/readings";
import type { AcpAnswer } from "../port/acp-agent.ts";
import { diffContent } from "../updates/diff-content.ts";
import { textContent } from "../updates/result-content.ts";

/** A card is read at once: past this many the rest is counted. */
const MAX_LINES = 40;

/** A choice, with its meaning. */
export interface Choice extends PermissionOption {
  readonly answer: AcpAnswer;
  /** The same question is answered so for the rest of the session. */
  readonly isForGood?: boolean;
}

const ALLOW_ONCE: Choice = {
  optionId: "allow_once",
  name: "Allow once",
  kind: "allow_once",
  answer: { choice: "once" },
};

export function permissionChoices(question: Question): readonly Choice[] {
  if (question.kind === "landing") return landingChoices(question);
  return [
    ...(question.byKey ? [] : [ALLOW_ONCE]),
    ...(question.cover === null
      ? []
      : [
          {
            optionId: "allow_always",
            name: question.byKey ? "Allow in this session" : "Allow always in this session",
            kind: "allow_always" as const,
            answer: { choice: "session" as const },
          },
        ]),
    ...(question.offer
      ? [
          {
            optionId: "allow_rule",
            name: `Allow always in this project: ${question.offer.words}`,
            kind: "allow_always" as const,
            answer: { choice: "rule" as const },
          },
        ]
      : []),
    { optionId: "reject_once", name: "Reject", kind: "reject_once", answer: { choice: "reject" } },
    // Behind the plain yes and no: a client that picks the first of a kind by itself decides by it.
    ...(question.lookUp === undefined
      ? []
      : [
          {
            optionId: "look_up",
            name: `Look it up first: ${question.lookUp}`,
            kind: "allow_once" as const,
            answer: { choice: "look-up" as const },
          },
        ]),
    {
      optionId: "reject_always",
      name: "Reject always in this session",
      kind: "reject_always",
      answer: { choice: "reject", note: "Rejected for the rest of the session." },
      isForGood: true,
    },
  ];
}

function landingChoices(question: Question): readonly Choice[] {
  const asking = askingPaths(question);
  return [
    { optionId: "land", name: "Land all", kind: "allow_once", answer: { choice: "once" } },
    ...(asking.length === 0
      ? []
      : [
          {
            optionId: "land_without",
            name: `Land without ${asking.length === 1 ? "that 1" : `those ${asking.length}`}`,
            kind: "allow_once" as const,
            answer: { choice: "without" as const, paths: asking },
          },
        ]),
    {
      optionId: "drop",
      name: "Drop everything",
      kind: "reject_once",
      answer: { choice: "reject" },
    },
  ];
}

/** The answer that an outcome means. */
export function readOutcome(
  choices: readonly Choice[],
  outcome: RequestPermissionOutcome,
): Pick<Choice, "answer" | "isForGood"> {
  if (outcome.outcome !== "selected") return none("the client closed the question unanswered");
  const picked = choices.find(({ optionId }) => optionId === outcome.optionId);
  return picked ?? none("the client answered with none of the options");
}

export function none(why: string): { readonly answer: AcpAnswer } {
  return { answer: { choice: "none", why } };
}

/** The card below the call's title. */
export function questionContent(question: Question, cwd: string): ToolCallContent[] {
  const lines = question.kind === "landing" ? landingLines(question) : permissionLines(question);
  return [
    textContent(lines.join("\n")),
    ...(question.changes ?? []).flatMap((change) => changeContent(change, cwd)),
  ];
}

function permissionLines(question: Question): readonly string[] {
  const { resources, flow, facts } = splitLines(question);
  return [
    question.title,
    ...boundLines(resources.map(indent)),
    ...whyLines(question),
    ...flow.map(indent),
    ...(facts.length === 0 ? [] : ["The registry says:", ...boundLines(facts.map(indent))]),
    ...coverLines(question),
  ];
}

function landingLines(question: Question): readonly string[] {
  const counts = countChanges(question.changeSet ?? { changes: [] });
  const asking = askingPaths(question);
  const { command } = question.arguments;
  return [
    `${question.title}: ${describeFiles(counts)} (${describeCounts(counts)})`,
    ...boundLines(asking.map((path) => indent(escapeHidden(path)))),
    ...whyLines(question),
    ...(typeof command === "string" ? ["The command:", indent(foldLine(command))] : []),
    "Nothing has landed yet.",
  ];
}

function whyLines({ reasons }: Question): readonly string[] {
  const lines = new Set(reasons.map(({ reason }) => `Why it asks: ${reason}`));
  return boundLines([...lines]);
}

function coverLines({ byKey, cover, footprint, lines }: Question): readonly string[] {
  if (byKey) return [byKey.note];
  if (cover === null)
    return ["It cannot be allowed for good: part of it is not known before it runs."];
  const covered = cover.flatMap(({ key, cover: resources }) =>
    resources.length === 0
      ? [escapeHidden(key)]
      : resources.map((one) => lines[footprint.resources.indexOf(one)] ?? escapeHidden(key)),
  );
  return [
    "Allowing it always would cover exactly:",
    ...boundLines([...new Set(covered)].map(indent)),
  ];
}

function askingPaths({ footprint }: Question): readonly string[] {
  return footprint.resources.flatMap((one) => (one.capability === "fs.write" ? [one.path] : []));
}

function changeContent(change: ShownChange, cwd: string): ToolCallContent[] {
  const { path, kind, added, removed, diff } = change;
  const shown = diffContent(diff, { path, cwd });
  if (shown.length > 0) return shown;
  return [textContent(`${escapeHidden(path)}: ${kind}, +${added} -${removed}`)];
}

function indent(line: string): string {
  return `  ${line}`;
}

function boundLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `  … ${lines.length - MAX_LINES} more`];
}
