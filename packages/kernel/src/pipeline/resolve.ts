/** Stage 1: which tool is meant. Tools switched off, an empty name, an unknown tool, an id used twice. */
import { emit } from "../session/session-state.ts";
import type { CallRecord } from "./call-record.ts";
import { type StageOutcome, settle } from "./stage.ts";

/** Finds the tool, or says what was wrong with the name. */
export function resolve(call: CallRecord): StageOutcome {
  const { session } = call;
  if (!session.toolsEnabled()) {
    emit(session, {
      type: "tools-disable",
      sessionId: session.manifest.sessionId,
      atMs: session.host.clock.wallMs(),
    });
    return settle(call, "disabled", "Tools are switched off in this session.");
  }
  if (call.name.trim() === "") return settle(call, "unknown_tool", "The call names no tool.");
  if (session.seen(call.id)) {
    return settle(
      call,
      "conflict",
      "A call with this id was made in this session already; use a new id.",
    );
  }
  const tool = session.tools(call.name);
  if (!tool) return settle(call, "unknown_tool", `Tool not found: ${call.name.slice(0, 200)}`);
  call.tool = tool;
  if (!tool.entry.enabled)
    return settle(call, "disabled", `${call.name} is switched off by its configuration.`);
  return undefined;
}
