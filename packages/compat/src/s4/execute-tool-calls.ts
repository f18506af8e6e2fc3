/** S4's turn: the calls of one model response run by the session's strategy, and each result enters as its message. */
import type { Json, ToolCall, ToolCallText } from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import { type ToolResultMessage, toToolResultMessage } from "./to-tool-result-message.ts";

/** The input of a turn. Clock and nonces are the host's. */
export interface AgentTurn {
  readonly session: Session;
  readonly host: Pick<Host, "clock" | "ids">;
  readonly calls: readonly (ToolCall | ToolCallText)[];
  readonly signal?: AbortSignal;
}

/** The outcome: one message for each call, in call order, and the messages of steering. */
export interface AgentTurnOutcome {
  readonly messages: readonly ToolResultMessage[];
  readonly steering: readonly Json[];
}

/** Never rejects. */
export async function executeToolCalls(turn: AgentTurn): Promise<AgentTurnOutcome> {
  const { session, host, calls, signal } = turn;
  const { results, steering } = await session.callAll(calls, signal ? { signal } : {});
  const timestampMs = host.clock.wallMs();
  const messages = results.map((result, index) => {
    // A caller may hand on whatever a model said; what is no call was answered as such.
    const call: Partial<ToolCall | ToolCallText> | null | undefined = calls[index];
    return toToolResultMessage(result, {
      toolCallId: String(call?.id ?? ""),
      toolName: String(call?.name ?? ""),
      timestampMs,
      nonce: () => host.ids.nonce(),
    });
  });
  return { messages, steering };
}
