/**
 * One call of a server's tool. The call's own signal is its deadline: it stands still while a person is asked. What the server still
 * needs before it can answer is asked for here, at most so often, and only of the person behind this call.
 */
import {
  type CallToolResult,
  type Client,
  type InputRequiredResult,
  isInputRequiredResult,
  type Progress,
  type Tool as RemoteTool,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/client";
import { type AnyRuntime, type Clock, type JsonObject, ToolError } from "@toolplane/contract";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { answerElicitation, type QuestionContext } from "../question/answer-elicitation.ts";
import { cleanLine } from "../text/clean-text.ts";

export interface RunCallOptions {
  readonly client: Client;
  readonly definition: JsonObject;
  readonly arguments: JsonObject;
  readonly runtime: AnyRuntime;
  readonly clock: Clock;
  readonly limits: Pick<UpstreamLimits, "maxQuestions">;
  readonly questions: QuestionContext;
  readonly roots: readonly { readonly uri: string; readonly name?: string }[];
}

/** The signal of the call ends it; the client's own timer must never be the first. */
const NO_TIMEOUT_MS = 2_147_483_647;

export async function runCall(options: RunCallOptions): Promise<CallToolResult> {
  const { limits } = options;
  let more: JsonObject = {};
  let hasOpened = false;
  for (let round = 0; round <= limits.maxQuestions; round += 1) {
    try {
      const result: unknown = await request(options, more);
      if (!isInputRequiredResult(result)) return result as CallToolResult;
      more = await answerRequests(result, options);
    } catch (error) {
      if (!(error instanceof UrlElicitationRequiredError) || hasOpened) throw error;
      hasOpened = true;
      for (const { url, message } of error.elicitations.slice(0, limits.maxQuestions)) {
        const asked = { mode: "url", url, message };
        const { action } = await answerElicitation(asked, options.questions);
        if (action !== "accept")
          throw new ToolError("approval_rejected", "The server needs an address to be opened.");
      }
    }
  }
  throw new ToolError("failed", `The server asked for more than ${limits.maxQuestions} times.`);
}

function request(options: RunCallOptions, more: JsonObject): Promise<unknown> {
  const { client, definition, runtime, clock } = options;
  // Its output schema is left out: the client would hold an unfinished answer to it.
  const { outputSchema: _, ...toolDefinition } = definition;
  return client.callTool(
    { name: String(definition.name), arguments: options.arguments, ...more },
    {
      signal: runtime.signal,
      timeout: NO_TIMEOUT_MS,
      onprogress: tellProgress(runtime, clock),
      allowInputRequired: true,
      toolDefinition: toolDefinition as unknown as RemoteTool,
    },
  );
}

const PROGRESS_EVERY_MS = 100;
const MAX_PROGRESS = 200;

function tellProgress(runtime: AnyRuntime, clock: Clock): (progress: Progress) => void {
  let last = Number.NEGATIVE_INFINITY;
  return ({ progress, total, message }) => {
    if (clock.nowMs() - last < PROGRESS_EVERY_MS && progress !== total) return;
    last = clock.nowMs();
    const share = total === undefined ? `${progress}` : `${progress}/${total}`;
    runtime.progress(message ? `${share} ${cleanLine(message, MAX_PROGRESS)}` : share);
  };
}

/** What the next round carries. The server's own state is echoed as it came and never looked into. */
async function answerRequests(
  { inputRequests = {}, requestState }: InputRequiredResult,
  options: RunCallOptions,
): Promise<JsonObject> {
  const entries = Object.entries(inputRequests);
  if (entries.length > options.limits.maxQuestions)
    throw new ToolError("failed", `The server asks for ${entries.length} things at once.`);
  const inputResponses: Record<string, JsonObject> = {};
  for (const [key, asked] of entries)
    inputResponses[key] = await answerRequest(asked as InputRequest, options);
  return {
    ...(entries.length === 0 ? {} : { inputResponses }),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

interface InputRequest {
  readonly method?: unknown;
  readonly params?: unknown;
}

async function answerRequest(
  { method, params }: InputRequest,
  { questions, roots }: RunCallOptions,
): Promise<JsonObject> {
  if (method === "elicitation/create") return { ...(await answerElicitation(params, questions)) };
  if (method === "roots/list") return { roots: roots.map((root) => ({ ...root })) };
  throw new ToolError("failed", "The server asks for something that nobody here gives.");
}
