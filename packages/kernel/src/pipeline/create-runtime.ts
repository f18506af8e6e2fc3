/**
 * The runtime of one call: what every tool may use, and the doors its requirements opened. A door that was not declared is
 * not there. Everything that costs something is made when it is first touched.
 */
import { type AnyRuntime, type Json, ToolError, type ToolQuestion } from "@toolplane/contract";
import type { SessionTool } from "../session/session-tool.ts";
import { addDoors } from "./add-doors.ts";
import { askUser } from "./ask-user.ts";
import type { CallRecord } from "./call-record.ts";
import { callScope } from "./call-scope.ts";
import { emitProgress, emitUpdate } from "./emit-update.ts";
import { spawnSubagent } from "./spawn-subagent.ts";

/** Makes the runtime that `execute` is given. */
export function createRuntime(call: CallRecord, tool: SessionTool): AnyRuntime {
  const { session } = call;
  const runtime: AnyRuntime = {
    get call() {
      return {
        callId: call.id,
        toolId: call.name,
        sessionId: session.manifest.sessionId,
        role: session.manifest.role,
        workspace: session.manifest.workspace,
        attempt: call.attempt,
        depth: session.manifest.depth,
      };
    },
    get signal() {
      return callScope(call).signal();
    },
    update: (partial: Json) => emitUpdate(call, partial),
    progress: (text: string) => emitProgress(call, text),
    ask: (questions: readonly ToolQuestion[]) => askUser(call, questions),
    spawn: (request) => spawnSubagent(call, request),
    services: session.services,
    config: tool.entry.config,
    get state() {
      if (!tool.entry.tool.contract.stateSlot) {
        throw new ToolError("internal", `${call.name} declares no state.`);
      }
      return session.stateSlot(tool.entry.tool.id);
    },
  };
  return tool.hasDoors ? addDoors(runtime, call, tool) : runtime;
}
