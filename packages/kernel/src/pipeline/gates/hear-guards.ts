/** The guards of a host, heard about one call. */
import type { JsonObject, Opinion } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";
import { judgeGuards } from "../../judge/judge-guards.ts";

export type GuardedCall = CallView<{
  reads: "id" | "name" | "args" | "tool" | "footprint";
  session: "judges" | "manifest";
}>;

/** Adds their opinions; returns a promise only when a guard does. */
export function hearGuards(call: GuardedCall, opinions: Opinion[]): undefined | Promise<undefined> {
  const { guards } = call.session.judges;
  if (guards.length === 0) return undefined;
  const { tool, footprint, session } = call;
  if (!tool || !footprint) return undefined;
  const { sessionId, role, workspace } = session.manifest;
  const { layer, source, tool: declared } = tool.entry;
  const view = {
    tool: call.name,
    callId: call.id,
    sessionId,
    arguments: call.args as JsonObject,
    role,
    workspace,
    mode: declared.mode,
    server: layer === "mcp" ? source : null,
    resources: footprint.resources,
  };
  return judgeGuards(guards, view, opinions);
}
