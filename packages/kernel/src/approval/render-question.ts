/**
 * Renders a question for a person (corpus U1). Made from the footprint, not from what the tool or the model claims: one
 * line for each command, file, host, variable and part that was not understood, then one for each argument. Long text
 * is folded with its length; no resource is ever left out. All of it is plain text, escaped, for a face that must not
 * interpret it.
 */
import {
  type Change,
  type ChangeSet,
  countChanges,
  type Json,
  type Opinion,
  type Question,
  type Resource,
  type ShownFact,
} from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";
import { kindOf } from "../resource/kinds.ts";
import { foldLine } from "./fold-line.ts";

/** Past this many arguments the rest is counted: the resources they name are listed above in any case. */
const MAX_ARGUMENT_LINES = 50;
const MAX_FACTS = 20;
const MAX_FACT_CHARS = 300;

const ASKS: Readonly<Record<Question["kind"], string>> = {
  permission: "asks",
  egress: "asks while it runs",
  "wider-rerun": "met a wall and asks to run again with more access",
  landing: "has ended and asks to land its changes",
  tool: "has a question",
};

/** Everything of a question but its words. */
export interface QuestionFacts extends Omit<Question, "title" | "lines" | "byKey"> {
  /** The tool's own key, where the answer that lasts is kept for it alone. */
  readonly byKey?: string;
}

export interface RenderOptions {
  /** Masks secrets. Here, because folding a long line first could leave a piece of one that no mask recognises. */
  readonly mask?: (text: string) => string;
}

/** The question with its title, its lines, and the reasons that asked. */
export function renderQuestion(input: QuestionFacts, options: RenderOptions = {}): Question {
  const { mask = (text) => text } = options;
  const show = (text: string): string => foldLine(mask(text));
  const { byKey, offer, lookUp, facts: found, ...facts } = input;
  const looked = found?.slice(0, MAX_FACTS).map((fact) => shownFact(fact, show));
  return {
    ...facts,
    ...(lookUp === undefined ? {} : { lookUp: show(lookUp) }),
    ...(looked === undefined ? {} : { facts: looked }),
    ...(offer === undefined ? {} : { offer: { rules: offer.rules, words: show(offer.words) } }),
    ...(byKey === undefined ? {} : { byKey: keyPart(input.tool, show(byKey)) }),
    title: `${askedByNote(input)}${escapeHidden(input.tool)}${originNote(input.origin)} ${ASKS[input.kind]}`,
    lines: [
      ...(input.changeSet
        ? landingLines(input.changeSet, input)
        : input.footprint.resources.map(resourceText)
      ).map(show),
      ...flowLines(input).map(show),
      ...(looked ?? []).map(factLine),
      ...argumentLines(input, show),
    ],
    reasons: input.reasons
      .filter(({ action }) => action === "ask")
      .map((opinion) => shownReason(opinion, show)),
  };
}

type Show = (text: string) => string;

/** The one text about an answer that is kept by its key; every face shows it. */
function keyPart(tool: string, key: string): NonNullable<Question["byKey"]> {
  const name = escapeHidden(tool);
  return {
    key,
    note: `Approval key: ${key}. "This session" covers every later call of ${name} with this key in this session, whatever it touches. What a rule denies stays denied; what a rule asks about, protected files and places outside are still asked about.`,
  };
}

/** Names the subagents that ask: `agent > search: `. */
function askedByNote({ askedBy = [] }: QuestionFacts): string {
  return askedBy.length === 0 ? "" : `${askedBy.map(escapeHidden).join(" > ")}: `;
}

function originNote(origin: string): string {
  return origin === "bundled" ? "" : ` (${escapeHidden(origin)})`;
}

/** A reason quotes paths and words of the call. */
function shownReason(opinion: Opinion, show: Show): Opinion {
  const reason = show(opinion.reason);
  return reason === opinion.reason ? opinion : { ...opinion, reason };
}

function resourceText(resource: Resource): string {
  return `${kindOf(resource).ask(resource)}${viaNote(resource)}`;
}

function viaNote({ via, unitIndex }: Resource): string {
  if (via === "argument" || via === "unit") return "";
  return unitIndex === undefined ? ` (${via})` : ` (${via} of command ${unitIndex + 1})`;
}

/** Lines about what was read before, from where and when, and what would leave to which destination. */
function flowLines({ seen = [], sends = [] }: QuestionFacts): readonly string[] {
  return [
    ...seen.map(
      ({ label, source, tool, atMs }) =>
        `was shown: ${source} (${label}, ${tool}, ${timeText(atMs)})`,
    ),
    ...sends.map(({ text, from }) => `would go to: ${text} (${from})`),
  ];
}

/** Texts from outside: each bounded, so that none of them can fill the card. */
function shownFact({ label, text, warns }: ShownFact, show: Show): ShownFact {
  return {
    label: show(label).slice(0, MAX_FACT_CHARS),
    text: show(text).slice(0, MAX_FACT_CHARS),
    ...(warns === true ? { warns } : {}),
  };
}

function factLine({ label, text, warns }: ShownFact): string {
  return `${label}: ${text}${warns ? " (warning)" : ""}`;
}

function timeText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function argumentLines({ kind, arguments: args }: QuestionFacts, show: Show): readonly string[] {
  if (kind === "tool") return [];
  const names = Object.keys(args);
  const lines = names
    .slice(0, MAX_ARGUMENT_LINES)
    .map((name) => `${show(name)} = ${show(valueText(args[name] as Json))}`);
  const left = names.length - lines.length;
  return left > 0 ? [...lines, `… ${left} more arguments`] : lines;
}

function valueText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Of what asks nothing is left out; of the rest so many. */
const MOST_ALONG = 20;

/**
 * Lines of a question about a landing: how much there is, what asks, then what comes along, as far as a person would
 * read it. Not escaped yet.
 */
function landingLines(
  set: ChangeSet,
  { footprint }: Pick<Question, "footprint">,
): readonly string[] {
  const asks = new Set(
    footprint.resources.flatMap((resource) => ("path" in resource ? [resource.path] : [])),
  );
  const along = set.changes.filter(({ path }) => !asks.has(path));
  const asking = set.changes.filter(({ path }) => asks.has(path));
  const { added, changed, removed } = countChanges(set);
  const rest = added + changed + removed - asking.length - Math.min(along.length, MOST_ALONG);
  const ordered = [...asks].flatMap((path) => asking.filter((change) => change.path === path));
  return [
    `${added} added, ${changed} changed, ${removed} removed; asked about: ${asks.size}`,
    ...ordered.map((change) => `asks: ${changeText(change)}`),
    ...along.slice(0, MOST_ALONG).map(changeText),
    ...(rest > 0 ? [`… ${rest} more`] : []),
  ];
}

function changeText({ kind, path, target, tree }: Change): string {
  const whole =
    tree === true ? (kind === "removed" ? " and all below it" : ", in place of a folder") : "";
  return `${kind} ${path}${target === undefined ? "" : ` → ${target}`}${whole}`;
}
