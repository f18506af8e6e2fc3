/**
 * A call that did not run, or failed: what, by which rule at which line, whether that is final, what to try. A few lines, none of them cut.
 * The reasons come from the record of the call, so they are the ones that decided.
 */
import {
  type ErrorResult,
  landingOf,
  type Opinion,
  type Rule,
  type Variables,
  winnerOf,
} from "@toolplane/contract";
import { type RecordedCall, ruleCandidates } from "@toolplane/kernel/record";
import { jsonText } from "@toolplane/library/rooms/ground";
import { formatDuration, PRECEDENCE_WORDS, quoteVisibly } from "@toolplane/readings";
import { landingNote } from "../../terminal/changes/landing-words.ts";
import type { Mark } from "../../terminal/paint.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";
import { openingWords } from "../../terminal/words/opening-words.ts";
import { resourceText } from "../../terminal/words/resource-text.ts";
import { ruleText, ruleWords } from "../../terminal/words/rule-text.ts";

export interface RefusedCall {
  readonly tool: string;
  /** The argument that says most. */
  readonly what: string;
  readonly result: ErrorResult;
  readonly recorded: RecordedCall | null;
  readonly workspace: string | null;
  readonly variables: Variables;
  /** How the call was typed, without the program's name: `bash 'cat .env'`. */
  readonly line: string;
}

const MAX_LINES = 9;

/** Prints it to standard error. */
export function printRefusal(terminal: Terminal, call: RefusedCall): void {
  const { result, recorded } = call;
  const verdict = recorded?.verdict;
  const isHeadless = result.code === "permission_denied" && verdict?.action === "ask";
  const decider = verdict?.action === "deny" ? winnerOf(verdict) : undefined;
  const width = terminal.columns() - 2;
  const head = `${terminal.err.mark(markOf(result))} ${terminal.err.style("bold", escapeText(call.tool))}`;
  const what = call.what === "" ? "" : `  ${escapeText(call.what.split("\n")[0] ?? "")}`;
  const body = isHeadless
    ? headlessLines(call, verdict?.opinions ?? [], width)
    : decider
      ? denialLines(call, decider, width)
      : errorLines(call, width);
  terminal.note(`${head}${cutTo(what, width - call.tool.length - 12)}  ${wordOf(result)}`);
  for (const line of body.slice(0, MAX_LINES - 1)) terminal.note(`  ${line}`);
}

function markOf({ code }: ErrorResult): Mark {
  if (code === "cancelled") return "off";
  return /denied|rejected|exceeded|disabled|skipped/.test(code) ? "deny" : "failed";
}

function wordOf({ code }: ErrorResult): string {
  if (code === "approval_rejected") return "rejected";
  if (code === "cancelled" || code === "timeout") return code;
  return /denied/.test(code) ? "denied" : code.replaceAll("_", " ");
}

/** A rule, or another judge, said no. */
function denialLines(call: RefusedCall, winner: Opinion, width: number): readonly string[] {
  const named = resourceOf(call, winner);
  const { rule } = winner;
  const final = rule?.source.scope === "manifest" ? " It is final." : "";
  const why = rule
    ? `${named} is denied by ${ruleText(rule)} (${ruleWords(rule)}).`
    : escapeText(winner.reason);
  const text = rule ? `${why}${final} ${PRECEDENCE_WORDS} Every tool is bound by it.` : why;
  return [...wrapText(text, width).slice(0, 4), `toolplane policy explain ${call.line}`];
}

/** The call would ask, and no person is here: says exactly what to add, so that it would not ask. */
function headlessLines(
  call: RefusedCall,
  opinions: readonly Opinion[],
  width: number,
): readonly string[] {
  const asks = opinions.filter(({ action }) => action === "ask");
  const hard = asks.find(({ rule }) => rule);
  const place = hard?.rule ? ` (${ruleText(hard.rule)})` : "";
  const resources = call.recorded?.footprint?.resources ?? [];
  const rules = asks.flatMap(({ resource }) => {
    const found = resource === undefined ? undefined : resources[resource];
    if (!found) return [];
    return ruleCandidates([{ tool: call.tool, resource: found }], call.variables)
      .filter(({ breadth }) => breadth === "exact")
      .map(({ rule }) => ruleJson(rule));
  });
  const unique = [...new Set(rules)];
  const outside = openingWords(asks, resources);
  if (outside.length > 0)
    return [
      `It would ask a person and nobody is here to answer.`,
      "It reaches outside the workspace, which no rule opens. To open it:",
      ...outside.slice(0, 2).map((words) => `  ${words}`),
      `Or let it wait: toolplane call --wait ${call.line}`,
    ];
  const cannot = asks.find(({ judge }) => judge === "opaque");
  const first = `It would ask a person${place} and nobody is here to answer.`;
  const wait = `Or let it wait: toolplane call --wait ${call.line}`;
  if (cannot || unique.length === 0)
    return [
      first,
      ...wrapText(`No rule can allow it: ${escapeText((cannot ?? asks[0])?.reason ?? "")}`, width),
      wait,
    ];
  // More than two would not fit, and part of them would allow nothing.
  if (unique.length > 2)
    return [
      first,
      `To allow it, ${unique.length} rules are needed. See which:`,
      `  toolplane policy explain ${call.line}`,
      wait,
    ];
  // The rule that asks is named above; what else asks says so itself.
  const why = hard?.rule ? [] : wrapText(escapeText(hardest(asks)?.reason ?? ""), width);
  return [
    first,
    ...why.slice(0, MAX_WHY),
    "To allow it in unattended runs, add exactly this to .toolplane/policy.jsonc:",
    ...unique.map((rule) => `  ${rule}`),
    wait,
  ];
}

const MAX_WHY = 3;

function hardest(asks: readonly Opinion[]): Opinion | undefined {
  return asks.find(({ hard }) => hard) ?? asks[0];
}

/** A rule as it is written in a file. */
function ruleJson({ permission, pattern, action }: Rule): string {
  const parts = Object.entries({ permission, pattern, action });
  return `{ ${parts.map(([name, text]) => `"${name}": ${jsonText(text)}`).join(", ")} }`;
}

function errorLines({ result, line, tool }: RefusedCall, width: number): readonly string[] {
  const landing = landingOf(result);
  if (landing?.state === "dropped" && (result.code === "cancelled" || result.code === "timeout"))
    return [
      `stopped after ${formatDuration(result.metadata.duration_ms)}; ${landingNote(landing)}`,
    ];
  // The word at the end of the first line says it all.
  if (result.code === "cancelled") return [];
  const text = wrapText(escapeText(result.error_text.replaceAll("\n", " ")), width).slice(0, 4);
  if (result.code === "capability_denied") return [...text, `toolplane policy explain ${line}`];
  if (result.code === "invalid_input") return [...text, `toolplane tools ${quoteVisibly(tool)}`];
  return text;
}

function resourceOf({ recorded, workspace, tool }: RefusedCall, { resource }: Opinion): string {
  const found = resource === undefined ? undefined : recorded?.footprint?.resources[resource];
  if (!found) return escapeText(tool);
  const { capability, target } = resourceText(found, workspace);
  return `${capability} ${target}`;
}

function cutTo(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(1, width - 1))}…` : text;
}
