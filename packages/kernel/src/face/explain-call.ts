/** Judges a call through the same stages as a real one and says why, in data and in a few lines of text. */
import type { Explanation, Opinion, ToolCall, ToolCallText, Verdict } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";
import { type CallOptions, type CallState, createCallState } from "../call/call-state.ts";
import { describeRule } from "../judge/describe-rule.ts";
import { APPROVE_AT } from "../pipeline/stage-order.ts";
import { walk } from "../pipeline/walk.ts";
import { describeTarget } from "../resource/describe-target.ts";
import type { SessionState } from "../session/session-state.ts";
import { readCall } from "./read-call.ts";

/** Explains. The call gets an id of its own, so that explaining it does not use up the real one. */
export async function explainCall(
  state: SessionState,
  call: ToolCall | ToolCallText,
  options: Pick<CallOptions, "byName">,
): Promise<Explanation> {
  const read = readCall(call);
  const record = createCallState(
    state,
    {
      id: state.ids.next("why"),
      name: read.fault === null ? read.call.name : "",
      arguments: read.fault === null ? read.call.arguments : {},
    },
    options,
  );
  await walk(record, 0, APPROVE_AT);
  const { redactor } = state;
  return redactor.value({
    tool: record.name,
    origin: record.tool?.entry.origin ?? "unknown",
    footprint: record.footprint ?? { resources: [] },
    ...(record.verdict ? { verdict: record.verdict } : {}),
    ...(record.result?.type === "error"
      ? {
          settled: {
            stage: record.stage,
            code: record.result.code,
            error_text: record.result.error_text,
          },
        }
      : {}),
    text: explanationText(record),
  });
}

function explanationText(record: CallState): string {
  const lines = [`${record.name || "(no tool)"}: ${outcomeWord(record)}`];
  for (const resource of record.footprint?.resources ?? []) {
    lines.push(`  touches ${describeTarget(resource)} (${resource.origin})`);
  }
  for (const [index, opinion] of record.verdict?.opinions.entries() ?? []) {
    const mark = index === record.verdict?.winner ? ">" : "-";
    lines.push(`  ${mark} ${opinion.judge}: ${wordOf(opinion)}. ${opinion.reason}`);
    for (const lost of opinion.considered ?? [])
      lines.push(`      also matched: ${describeRule(lost)}`);
  }
  if (record.verdict?.answeredBy)
    lines.push(`  the ask was soft and is answered by: ${record.verdict.answeredBy}`);
  if (record.result?.type === "error")
    lines.push(`  settled at ${record.stage}: ${record.result.error_text}`);
  return lines.map(escapeHidden).join("\n");
}

function wordOf(opinion: Opinion): string {
  return opinion.action === "ask" ? (opinion.hard ? "ask (hard)" : "ask (soft)") : opinion.action;
}

function outcomeWord({ verdict, result }: CallState): string {
  if (!verdict) return result?.type === "error" ? result.code : "not judged";
  return answered(verdict);
}

function answered(verdict: Verdict): string {
  return verdict.action === "ask"
    ? verdict.hard
      ? "asks, and only a person can answer"
      : "asks"
    : verdict.action;
}
