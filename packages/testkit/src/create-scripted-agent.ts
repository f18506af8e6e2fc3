/** Subagents without a model: each spawn gets the next reply of a script. */
import {
  type AgentSession,
  ConfigurationError,
  type SpawnContext,
  type SpawnRequest,
  type SpawnResult,
  ToolError,
} from "@toolplane/contract";

/** The final text of a subagent, or its whole result. */
export type ScriptedReply = string | SpawnResult;

/** Replies in order, or a function that may also report updates and wait for the signal. */
export type AgentScript =
  | readonly ScriptedReply[]
  | ((request: SpawnRequest, context: SpawnContext) => ScriptedReply | Promise<ScriptedReply>);

/** An agent session that can be looked at. */
export interface ScriptedAgent extends AgentSession {
  /** Every spawn so far, in order. */
  spawns(): readonly { readonly request: SpawnRequest; readonly context: SpawnContext }[];
}

/** Makes an agent session. A spawn that the script did not foresee is an error of the test. */
export function createScriptedAgent(script: AgentScript): ScriptedAgent {
  const spawns: { readonly request: SpawnRequest; readonly context: SpawnContext }[] = [];

  function replyTo(request: SpawnRequest, context: SpawnContext) {
    if (typeof script === "function") return script(request, context);
    const reply = script[spawns.length - 1];
    if (reply !== undefined) return reply;
    throw new ConfigurationError("scripted agent", `nobody foresaw the prompt: ${request.prompt}`);
  }

  return {
    async spawn(request, context) {
      spawns.push({ request, context });
      const sessionId = `child_${String(spawns.length).padStart(4, "0")}`;
      if (context.signal.aborted) throw new ToolError("cancelled", "Cancelled");
      const reply = await replyTo(request, context);
      if (typeof reply !== "string") return reply;
      return request.background === true
        ? { status: "running", sessionId }
        : { status: "done", output: reply, sessionId };
    },
    spawns: () => spawns,
    background: () => ({ list: () => [], wait: async () => null, stop: () => false }),
  };
}
