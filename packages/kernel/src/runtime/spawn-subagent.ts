/** Starts a subagent for a tool. Depth is counted here, so that no agent package can forget it. */
import {
  isToolError,
  type SpawnRequest,
  type SpawnResult,
  suspendedBy,
  ToolError,
} from "@toolplane/contract";
import type { CallState } from "../call/call-state.ts";
import { signalOf } from "../session/running-calls.ts";
import { emitProgress, emitUpdate } from "./emit-update.ts";

/** How deep subagents may nest when the host says nothing else. */
export const MAX_DEPTH = 5;

/** Spawns; a ToolError where no agent is wired or the depth is used up. */
export async function spawnSubagent(call: CallState, request: SpawnRequest): Promise<SpawnResult> {
  const { session } = call;
  if (!session.agent)
    throw new ToolError("unavailable", "No agent is wired that could run a subagent.");
  const depth = session.manifest.depth + 1;
  if (depth > session.maxDepth) {
    throw new ToolError(
      "budget_exceeded",
      `Subagents may nest ${session.maxDepth} deep. Do this part yourself.`,
    );
  }
  // A stranger's tool could name a model of its own, and with it where everything that the child reads is sent.
  if (request.agent && !call.tool?.entry.bundled)
    throw new ToolError("capability_denied", "Only a tool of the program itself brings an agent.");
  try {
    return await session.agent.spawn(request, {
      parentSessionId: session.manifest.sessionId,
      parentCallId: call.id,
      depth,
      signal: signalOf(call),
      onUpdate: (partial) => emitUpdate(call, partial),
      onProgress: (text) => emitProgress(call, text),
      hold: () => holdDeadline(call),
    });
  } catch (error) {
    // The child waits for a person and is kept, so this call waits with it; made again, it goes on with that child.
    if (isToolError(error) && !call.intended) call.suspended = suspendedBy(error);
    throw error;
  }
}

/** Pauses the deadline until the returned function is called, once. */
function holdDeadline(call: CallState): () => void {
  const { running } = call.session;
  let isHeld = true;
  running.pause(call);
  return () => {
    if (!isHeld) return;
    isHeld = false;
    running.resume(call);
  };
}
