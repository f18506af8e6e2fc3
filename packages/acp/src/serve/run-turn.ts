/** Runs one prompt of a session, from its beginning until every call of it has settled and everything was sent. */
import { type PromptResponse, RequestError } from "@agentclientprotocol/sdk";
import type { AcpOutcome, AcpPrompt, AcpSession } from "../port/acp-agent.ts";
import type { CallUpdates } from "../updates/call-updates.ts";

export interface OpenSession {
  readonly session: AcpSession;
  readonly updates: CallUpdates;
  readonly unhear: () => void;
  turn: AbortController | null;
  /** Settles when the turn is over. */
  idle: Promise<unknown>;
}

export interface TurnOptions {
  readonly prompt: AcpPrompt;
  readonly signal: AbortSignal;
  readonly flush: () => Promise<void>;
}

/** Rejects with a RequestError: while another one is worked on, and where the agent failed. */
export async function runTurn(
  open: OpenSession,
  { prompt, signal, flush }: TurnOptions,
): Promise<PromptResponse> {
  if (open.turn)
    throw RequestError.invalidRequest(undefined, "this session works on a prompt already");
  const turn = new AbortController();
  open.turn = turn;
  const working = open.session.prompt(prompt, AbortSignal.any([turn.signal, signal]));
  open.idle = working;
  try {
    return endTurn(await working, (delta) => open.updates.hear({ type: "text", delta }));
  } finally {
    open.turn = null;
    open.updates.endTurn("The turn was over before it ran.");
    await flush();
  }
}

/** Why it stopped, where a person could not see it otherwise, is said as the agent's own words. */
function endTurn(outcome: AcpOutcome, say: (text: string) => void): PromptResponse {
  switch (outcome.status) {
    case "done":
      return { stopReason: "end_turn" };
    case "cancelled":
      return { stopReason: "cancelled" };
    case "refused":
      say(outcome.message);
      return { stopReason: "refusal" };
    case "limit":
      say(outcome.message);
      return { stopReason: outcome.by === "tokens" ? "max_tokens" : "max_turn_requests" };
    case "failed":
      throw RequestError.internalError(undefined, outcome.message);
  }
}
