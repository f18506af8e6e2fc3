/** How a tool starts a subagent. The kernel keeps depth, permissions and cancellation; the agent package runs the loop. */
import type { Json } from "../json-schema.ts";
import type { RequirementSet } from "../requirement.ts";
import type { Rule } from "../rule.ts";

/** What a subagent is to do. Its permissions are the parent's, narrowed by what is declared here; a parent's deny is final. */
export interface SpawnRequest {
  readonly prompt: string;
  readonly subagentType?: string;
  readonly background?: boolean;
  readonly metadata?: Json;
  readonly requires?: RequirementSet;
  readonly rules?: readonly Rule[];
}

/** What came of it: the final text, or for a background run the session to look into. */
export type SpawnResult =
  | { readonly status: "done"; readonly output: string; readonly sessionId: string }
  | { readonly status: "running"; readonly sessionId: string }
  | { readonly status: "failed"; readonly message: string; readonly sessionId: string };

/** What a child inherits. The runner must hand these to the session it opens. */
export interface SpawnContext {
  readonly parentSessionId: string;
  readonly parentCallId: string;
  readonly depth: number;
  readonly signal: AbortSignal;
  readonly onUpdate: (partial: Json) => void;
  readonly onProgress: (text: string) => void;
}

/** Port: implemented by `agent`, a scripted one in `testkit`. */
export interface AgentSession {
  spawn(request: SpawnRequest, context: SpawnContext): Promise<SpawnResult>;
}
