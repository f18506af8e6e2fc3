/** S4's result of a tool (content, details, child loop) and the envelope. */
import {
  type ContentPart,
  type OutputResult,
  output,
  type ToolOutput,
  type ToolResult,
  type TruncatedData,
} from "@toolplane/contract";

/** The return value of an S4 tool. `details` is for people and programs, never for a model. */
export interface AgentToolResult {
  readonly content: readonly ContentPart[];
  readonly details: unknown;
  /** The child loop that did the work; null for every tool but a sub-agent's. */
  readonly childLoopId: string | null;
}

/** The result in S4's shape. An error is content like any other; that it is one is said by the message around it. */
export function toAgentResult(result: ToolResult): AgentToolResult {
  return {
    content: resultParts(result),
    details: result.details ?? null,
    childLoopId: result.child_session ?? null,
  };
}

/** An S4 result as the envelope. Its data is what its text parts say, so that the other faces have something to show. */
export function fromAgentResult(agent: AgentToolResult): ToolResult {
  return {
    type: "output",
    data: joinedText(agent.content),
    content: agent.content,
    ...(agent.details === null ? {} : { details: agent.details }),
    ...(agent.childLoopId === null ? {} : { child_session: agent.childLoopId }),
    metadata: { duration_ms: 0 },
  };
}

/** The same for a tool that runs: what its `execute` returns. */
export function toToolOutput(agent: AgentToolResult): ToolOutput<string> {
  return output(joinedText(agent.content), {
    content: agent.content,
    ...(agent.details === null ? {} : { details: agent.details }),
    ...(agent.childLoopId === null ? {} : { child_session: agent.childLoopId }),
  });
}

/** The text parts of a content, joined by line ends. */
export function joinedText(content: readonly ContentPart[]): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function resultParts(result: ToolResult): readonly ContentPart[] {
  if (result.type === "error") return [{ type: "text", text: result.error_text }];
  return result.content ?? [{ type: "text", text: dataText(result) }];
}

/** A cut output is `{ head }`; a model is shown the head itself. */
function dataText({ data, metadata }: OutputResult): string {
  const shown = metadata.truncated ? ((data as Partial<TruncatedData> | null)?.head ?? data) : data;
  return typeof shown === "string" ? shown : (JSON.stringify(shown) ?? "null");
}
