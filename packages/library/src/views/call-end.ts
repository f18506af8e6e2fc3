/** Adds to a call's result what became of its changes, where checks are required. */
import type { ToolResult } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import type { ViewEnd } from "./own-view.ts";

/** How the changes of a call were checked and landed when it had ended. For programs it is `details.view` of the result. */
export interface CallEnd {
  /** Null: it wrote into the project itself. */
  readonly view: string | null;
  readonly end: Exclude<ViewEnd, { readonly state: "empty" }>;
}

/** It went wrong on the way: what is in the view stays there. */
export function keptEnd(error: unknown): CallEnd["end"] {
  const why = error instanceof Error ? error.message : String(error);
  return { state: "kept", text: why, lines: [why] };
}

/** Null where every change of a call is where it was made. */
export function callEndOf({ details }: Pick<ToolResult, "details">): CallEnd | null {
  const found = isRecord(details) ? details.view : null;
  return isRecord(found) && isRecord(found.end) ? (found as unknown as CallEnd) : null;
}

/** True when the call's changes are there for everybody. */
export function isInProject({ end }: CallEnd): boolean {
  return end.state === "landed" || end.state === "passed";
}

/** A model reads it where something did not land. */
export function withCallEnd(result: ToolResult, ended: CallEnd): ToolResult {
  const { details, content = [] } = result;
  const text = waitsText(ended);
  return {
    ...result,
    details: isRecord(details) ? { ...inView(details, ended), view: ended } : { view: ended },
    ...(text === null ? {} : { content: [...content, { type: "text", text }] }),
  };
}

/** The same without what is said for a model. */
export function withoutCallEnd(result: ToolResult): ToolResult {
  const ended = callEndOf(result);
  const text = ended && waitsText(ended);
  if (text === null) return result;
  return {
    ...result,
    content: (result.content ?? []).filter((part) => part.type !== "text" || part.text !== text),
  };
}

/** A command tells of what landed in the view; what landed in the project is another matter. */
function inView(
  { report, ...details }: Readonly<Record<string, unknown>>,
  { end }: CallEnd,
): Readonly<Record<string, unknown>> {
  if (!isRecord(report) || report.landing === undefined) return { ...details, report };
  const { landing: _landing, undo: _undo, ...rest } = report;
  return {
    ...details,
    report: end.state === "landed" ? { ...rest, landing: end.landing } : rest,
  };
}

const WITHOUT_VIEW = {
  undone: "What was changed was taken back: it does not pass what the project requires.",
  left: "What was changed does not pass what the project requires, and not all of it could be taken back.",
} as const;

function waitsText({ view, end }: CallEnd): string | null {
  if (!("text" in end)) return null;
  if (view === null)
    return [WITHOUT_VIEW[end.state === "undone" ? "undone" : "left"], end.text].join("\n");
  return [
    `What was changed is not in the project: it waits in the view ${view} of this session, where your next calls go on, and lands with them when it passes. A person can land it with toolplane views land ${view} when the session is over.`,
    end.text,
  ].join("\n");
}
