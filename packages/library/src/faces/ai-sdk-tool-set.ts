/**
 * The tools of a session as the AI SDK takes them. The SDK runs the calls of one response by itself, each through its tool's
 * `execute`, so the session's strategy does not hold there; locks and the order of questions do.
 */
import { type AiSdkTool, type SetAside, toAiSdkTools } from "@toolplane/kernel/projection";
import { type FaceSource, sessionTools } from "./session-tools.ts";
import { watchReports } from "./watch-reports.ts";

/** For `tools` of `generateText`, `streamText` and the agents of the SDK. */
export type AiSdkToolSet = Record<string, AiSdkTool>;

/** Makes it. `onSetAside` hears of each tool that cannot be offered: nothing in a ToolSet could say so. */
export function aiSdkToolSet(
  source: FaceSource,
  onSetAside: (tool: SetAside) => void,
): AiSdkToolSet {
  const { session, nonce } = source;
  const { tools, quarantined } = toAiSdkTools({
    definitions: sessionTools(source),
    call: (call, options) => session.call(call, options),
    nonce,
    watch: (callId, onText) => watchReports(source, { callId, onText }),
  });
  for (const tool of quarantined) onSetAside(tool);
  return { ...tools };
}
