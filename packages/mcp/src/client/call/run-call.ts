/**
 * One call of a server's tool. The call's own signal is its deadline: it stands still while somebody is asked. What the server still
 * needs before it can answer is asked for here, at most so often, and only of whoever is in front of this call.
 */
import type {
  CallToolResult,
  Client,
  Progress,
  Tool as RemoteTool,
} from "@modelcontextprotocol/client";
import type { AnyRuntime, Clock, JsonObject } from "@toolplane/contract";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import type { Front } from "../front/create-front.ts";
import { createPace } from "../front/pace.ts";
import { runRounds } from "../front/run-rounds.ts";
import { cleanLine } from "../text/clean-text.ts";

export interface RunCallOptions {
  readonly client: Client;
  readonly definition: JsonObject;
  readonly arguments: JsonObject;
  readonly runtime: AnyRuntime;
  readonly clock: Clock;
  readonly limits: Pick<UpstreamLimits, "maxQuestions">;
  readonly front: Front;
}

/** The signal of the call ends it; the client's own timer must never be the first. */
const NO_TIMEOUT_MS = 2_147_483_647;

export async function runCall(options: RunCallOptions): Promise<CallToolResult> {
  const { client, definition, runtime, clock, limits, front } = options;
  // Its output schema is left out: the client would hold an unfinished answer to it.
  const { outputSchema: _, ...toolDefinition } = definition;
  const onprogress = tellProgress(runtime, clock);
  const result = await runRounds({ client, limits, front }, (more) =>
    client.callTool(
      { name: String(definition.name), arguments: options.arguments, ...more },
      {
        ...{ signal: runtime.signal, timeout: NO_TIMEOUT_MS, onprogress },
        allowInputRequired: true,
        toolDefinition: toolDefinition as unknown as RemoteTool,
      },
    ),
  );
  return result as CallToolResult;
}

const PROGRESS_PACE = { burst: 20, everyMs: 100 };
const MAX_PROGRESS = 200;

/** Its figures for whoever counts, its words for people. */
function tellProgress(runtime: AnyRuntime, clock: Clock): (progress: Progress) => void {
  const may = createPace(clock, PROGRESS_PACE);
  return ({ progress, total, message }) => {
    if (!may()) return;
    const figures = { progress, ...(total === undefined ? {} : { total }) };
    const share = total === undefined ? `${progress}` : `${progress}/${total}`;
    runtime.progress(message ? `${share} ${cleanLine(message, MAX_PROGRESS)}` : share, figures);
  };
}
