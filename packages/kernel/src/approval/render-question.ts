/**
 * What a person is shown (corpus U1). Made from the footprint, not from what the tool or the model says of itself: one line
 * for each command, file, host, variable and part that was not understood, then one for each argument. Long text is folded
 * with its length; no resource is ever left out. All of it is plain text, escaped, for a face that must not interpret it.
 */
import type { FsTarget, Json, Opinion, Question, Resource, ShellUnit } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";
import { foldLine } from "./fold-line.ts";

/** Past this many arguments the rest is counted: the resources they name stand above in any case. */
const MAX_ARGUMENT_LINES = 50;

const ASKS: Readonly<Record<Question["kind"], string>> = {
  permission: "asks",
  egress: "asks while it runs",
  "wider-rerun": "met a wall and asks to run again with more access",
  tool: "has a question",
};

/** Everything of a question but its words. */
export type QuestionFacts = Omit<Question, "title" | "lines">;

/** How to render. */
export interface RenderOptions {
  /** Masks secrets. Here, because folding a long line first could leave a piece of one that nobody recognises. */
  readonly mask?: (text: string) => string;
}

/** The question with its title, its lines, and the reasons that asked. */
export function renderQuestion(input: QuestionFacts, options: RenderOptions = {}): Question {
  const { mask = (text) => text } = options;
  const show = (text: string): string => foldLine(mask(text));
  return {
    ...input,
    title: `${escapeHidden(input.tool)}${originNote(input.origin)} ${ASKS[input.kind]}`,
    lines: [
      ...input.footprint.resources.map((resource) => show(resourceText(resource))),
      ...argumentLines(input, show),
    ],
    reasons: input.reasons
      .filter(({ action }) => action === "ask")
      .map((opinion) => shownReason(opinion, show)),
  };
}

type Show = (text: string) => string;

function originNote(origin: string): string {
  return origin === "bundled" ? "" : ` (${escapeHidden(origin)})`;
}

/** A reason quotes paths and words of the call. */
function shownReason(opinion: Opinion, show: Show): Opinion {
  const reason = show(opinion.reason);
  return reason === opinion.reason ? opinion : { ...opinion, reason };
}

function resourceText(resource: Resource): string {
  return `${describe(resource)}${viaNote(resource)}`;
}

function describe(resource: Resource): string {
  switch (resource.capability) {
    case "fs.read":
    case "fs.write":
      return describeFile(resource);
    case "net.fetch":
      return `connect to ${resource.scheme}://${resource.host}:${resource.port}${resource.method ? ` (${resource.method})` : ""}`;
    case "shell.run":
      return describeUnit(resource.unit);
    case "env":
      return `read variable ${resource.name}`;
    case "named":
      return `use ${resource.name}`;
    case "opaque":
      return `not understood (${resource.of}; ${resource.reason}): ${resource.text}`;
  }
}

function describeFile(target: FsTarget): string {
  const verb = target.capability === "fs.read" ? "read" : "write";
  const what = target.tree === true ? `${verb} everything below` : verb;
  const link = target.real === target.path ? "" : ` → ${target.real}`;
  return `${what} ${target.path}${link}`;
}

function describeUnit({ text, argv, cwd, assignments = [] }: ShellUnit): string {
  const words = argv.map((word) => (typeof word === "string" ? word : word.dynamic)).join(" ");
  const set = assignments.map(
    ({ name, value }) => `${name}=${typeof value === "string" ? value : value.dynamic}`,
  );
  const wearing = set.length === 0 ? "" : `, with ${set.join(" ")}`;
  return `run ${text.trim() === "" ? words : text.trim()}  (in ${cwd ?? "a place that is not known"}${wearing})`;
}

function viaNote({ via, unitIndex }: Resource): string {
  if (via === "argument" || via === "unit") return "";
  return unitIndex === undefined ? ` (${via})` : ` (${via} of command ${unitIndex + 1})`;
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
