/** Calls that a person makes beside the model's, and how the model comes to know of them. */
import type { LoopInput } from "@toolplane/agent";
import type { ToolCall, ToolResult } from "@toolplane/contract";
import { tellingArgument } from "@toolplane/kernel";
import { toModelText } from "@toolplane/kernel/projection";
import type { FaceSource } from "../faces/session-tools.ts";
import type { Agent } from "./agent.ts";

/** More calls than this between two prompts: the model is told of the newest. */
const MOST_NOTES = 20;

interface OwnCalls {
  readonly call: Agent["ownCall"];
  /** Takes what came of calls that no run was there to hear of. */
  takeNotes(): readonly string[];
}

export function createOwnCalls({
  source,
  isWorking,
  inbox,
}: {
  readonly source: Pick<FaceSource, "session" | "nonce">;
  readonly isWorking: () => boolean;
  readonly inbox: LoopInput[];
}): OwnCalls {
  const notes: string[] = [];
  return {
    async call(call, { signal } = {}) {
      const result = await source.session.call(call, signal ? { signal } : {});
      const text = noteOf(call, result, source.nonce(call.id));
      if (isWorking()) inbox.push({ type: "note", text });
      else notes.push(text);
      notes.splice(0, notes.length - MOST_NOTES);
      return result;
    },
    takeNotes: () => notes.splice(0),
  };
}

function noteOf(call: ToolCall, result: ToolResult, nonce: string): string {
  const what = tellingArgument(call.arguments);
  return `The user ran ${call.name} themselves: ${what}\n\n${toModelText(result, { nonce })}`;
}
