/**
 * Makes one call of a server's tool. The call's own signal is its deadline: it pauses while a person is asked. When the
 * server needs more before it can answer, the program in front of this call is asked for it here, at most so often.
 */

import {
  type CallToolResult,
  type Client,
  type Progress,
  type Tool as RemoteTool,
  specTypeSchemas,
} from "@modelcontextprotocol/client";
import type { AnyRuntime, JsonObject } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { showOnLine } from "@toolplane/readings";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import type { Front } from "../front/create-front.ts";
import { createPace } from "../front/pace.ts";
import { runRounds } from "../front/run-rounds.ts";

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

export async function callServerTool(options: RunCallOptions): Promise<CallToolResult> {
  const { client, definition, runtime, clock, limits, front } = options;
  const onprogress = tellProgress(runtime, clock);
  const { signal } = runtime;
  const asking = { signal, timeout: NO_TIMEOUT_MS, onprogress, allowInputRequired: true } as const;
  const isPlain = needsNoHeaders(client);
  const result = await runRounds({ client, limits, front }, (more) => {
    const params = { name: String(definition.name), arguments: options.arguments, ...more };
    return isPlain
      ? client.request({ method: "tools/call", params }, specTypeSchemas.CallToolResult, asking)
      : client.callTool(params, { ...asking, toolDefinition: withoutOutput(definition) });
  });
  return result as CallToolResult;
}

/**
 * True where a call can be made as a plain request whose result schema we name: of a program, in the newest revision,
 * where the official client has held the answer to the revision's own schema before. With `callTool` it tries its
 * schema on nothing first, for each call, and composes a text about what is wrong with that. Over HTTP it is needed,
 * for the headers that a definition may ask for.
 */
function needsNoHeaders(client: Client): boolean {
  const { transport } = client;
  return client.getProtocolEra() === "modern" && transport !== undefined && "pid" in transport;
}

/** Its output schema is left out: the client would hold an unfinished answer to it. */
function withoutOutput({ outputSchema: _, ...definition }: JsonObject): RemoteTool {
  return definition as RemoteTool;
}

const PROGRESS_PACE = { burst: 20, everyMs: 100 };
const MAX_PROGRESS = 200;

/** Reports progress: figures for programs, words for people. */
function tellProgress(runtime: AnyRuntime, clock: Clock): (progress: Progress) => void {
  const may = createPace(clock, PROGRESS_PACE);
  return ({ progress, total, message }) => {
    if (!may()) return;
    const figures = { progress, ...(total === undefined ? {} : { total }) };
    const share = total === undefined ? `${progress}` : `${progress}/${total}`;
    runtime.progress(message ? `${share} ${showOnLine(message, MAX_PROGRESS)}` : share, figures);
  };
}
