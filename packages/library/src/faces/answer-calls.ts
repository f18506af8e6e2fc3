/** The calls of one response, answered as one batch: in call order, each with its result, and with what steering brought. */
import type { Json, ToolResult } from "@toolplane/contract";
import type { Projection, ProviderCall } from "@toolplane/kernel/projection";
import type { FaceSource } from "./session-tools.ts";

export interface AnswerCallsOptions {
  /** Cancels every call of the response; each is still answered. */
  readonly signal?: AbortSignal;
}

/** One call with what it settled with. */
interface AnsweredCall {
  readonly callId: string;
  readonly nonce: string;
  readonly result: ToolResult;
}

export interface AnsweredCalls {
  readonly calls: readonly AnsweredCall[];
  /** A person's words meanwhile; a model must hear them after the answers. */
  readonly steering: readonly string[];
}

/** Never rejects: a model that made calls must be answered, whatever became of them. */
export async function answerCalls(
  { session, nonce }: FaceSource,
  projection: Pick<Projection<unknown>, "toCall">,
  { calls, signal }: AnswerCallsOptions & { readonly calls: readonly ProviderCall[] },
): Promise<AnsweredCalls> {
  if (calls.length === 0) return { calls: [], steering: [] };
  const batch = calls.map((call) => projection.toCall(call));
  const { results, steering } = await session.callAll(batch, signal ? { signal } : {});
  return {
    calls: calls.flatMap(({ id }, index) => {
      const result = results[index];
      return result ? [{ callId: id, nonce: nonce(id), result }] : [];
    }),
    steering: steering.map(inWords),
  };
}

function inWords(said: Json): string {
  return typeof said === "string" ? said : JSON.stringify(said);
}
