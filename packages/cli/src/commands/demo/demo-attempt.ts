/** One call of the demo and what is honestly known of its outcome. */
import {
  type JsonObject,
  type ProcessReport,
  type ToolResult,
  WALL_SENTENCES,
} from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";

/**
 * The reason a call stopped: a rule that a door or the parser saw it meet, the sandbox around a process, that no person can be
 * asked, or that there was no server to answer it.
 */
type StoppedBy = "rule" | "sandbox" | "nobody-to-ask" | "not-started";

export interface DemoAttempt {
  readonly tool: string;
  readonly what: string;
  readonly stoppedBy: StoppedBy | null;
  /** A few words for the right-hand side. */
  readonly note: string;
  readonly result: ToolResult;
}

/** The call that is tried, and its name on the screen where its arguments say too much. */
export interface DemoCall {
  readonly id: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly what?: string;
}

const RULE = /\((policy\.json:\d+)\)/;

export async function attemptCall(
  session: Session,
  call: DemoCall,
  signal: AbortSignal,
): Promise<DemoAttempt> {
  const { id, tool, arguments: args } = call;
  const result = await session.call({ id, name: tool, arguments: args }, { signal });
  const what = call.what ?? Object.values(args).flat().join(" ");
  return { tool, what, result, ...judge(result) };
}

function judge(result: ToolResult): Pick<DemoAttempt, "stoppedBy" | "note"> {
  if (result.type === "error") {
    // The tools of a server are known once it was started, and without a sandbox none is started.
    if (result.code === "unavailable" || result.code === "unknown_tool")
      return { stoppedBy: "not-started", note: "its server was not started" };
    const rule = RULE.exec(result.error_text)?.[1];
    // A server says only that there is no such file; the demo says that the rule hid it.
    if (rule && result.error_text.includes(WALL_SENTENCES.hidden.before))
      return { stoppedBy: "sandbox", note: `${rule}, likely` };
    return rule
      ? { stoppedBy: "rule", note: rule }
      : { stoppedBy: "nobody-to-ask", note: "asks, and nobody is here" };
  }
  // A process learns less than a tool: that its read failed at the hidden file is likely, not certain.
  if (wallsMet(result).length > 0) return { stoppedBy: "sandbox", note: "policy.json:2, likely" };
  return { stoppedBy: null, note: outcomeOf(result.data) };
}

function wallsMet(result: ToolResult): readonly string[] {
  const { report } = (result.details ?? {}) as { readonly report?: ProcessReport };
  return report?.likelyRefused ?? [];
}

interface Changes {
  readonly line?: number;
  readonly files?: readonly unknown[];
  readonly changes?: readonly unknown[];
}

function outcomeOf(data: unknown): string {
  if (typeof data === "string") return data.trim().split("\n").at(-1) ?? "";
  const { line, files, changes } = data as Changes;
  if (line !== undefined) return `line ${line} changed`;
  const count = (files ?? changes ?? []).length;
  return `${count} ${count === 1 ? "file" : "files"}`;
}
