/**
 * Lets a person sign in to a server before anything of it is used. The kept credentials stay until the new sign-in has
 * worked: an unfinished one leaves everything as it was.
 */
import type { FetchLike } from "@modelcontextprotocol/client";
import type { Streams } from "@toolplane/contract/ports";
import { answerChallenge, isChallenge } from "../auth/answer-challenge.ts";
import { createCredentials, withoutTokens } from "../auth/credentials.ts";
import type { CredentialKeeper, McpAuth } from "../auth/mcp-auth.ts";
import { refuseInward } from "../auth/refuse-inward.ts";
import { SignInNeeded } from "../auth/sign-in-needed.ts";
import { createStreamFetch } from "../transport/stream-fetch.ts";

export interface SignInToServerOptions {
  readonly streams: Streams;
  readonly url: string;
  /** Sent to the server's own origin alone. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth: McpAuth;
  readonly signal: AbortSignal;
}

const MAX_ANSWER_BYTES = 1_048_576;
const TIMEOUT_MS = 60_000;
const CLIENT_NAME = "toolplane";

/** A question that needs no session: a server that requires a sign-in answers with that before anything else. */
const QUESTION = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

/** Rejects with `SignInNeeded`, or with what broke. */
export async function signInToServer(options: SignInToServerOptions): Promise<void> {
  const { auth, url, signal } = options;
  const plain = createStreamFetch({
    streams: options.streams,
    maxMessageBytes: MAX_ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  const server = new URL(url);
  const fetch: FetchLike = (input, init) => {
    refuseInward(new URL(input), server);
    return plain(input, { signal, ...init });
  };
  const staged = stage(withoutTokens(await auth.keeper.read(), auth.redirectUrl));
  const credentials = createCredentials({
    url,
    auth: { ...auth, keeper: staged },
    clientName: CLIENT_NAME,
  });
  const ask = async (token: string | undefined): Promise<Response> => {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        ...options.headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: QUESTION,
    });
    await answer.body?.cancel().catch(() => {});
    return answer;
  };
  const first = await ask(undefined);
  // Some servers answer any question, and want a sign-in for calls; their metadata names the place all the same.
  const challenge = isChallenge(first) ? first : new Response(null, { status: 401 });
  await answerChallenge(challenge, { url, fetch, credentials, signal });
  const tokens = await credentials.provider.tokens();
  if (isChallenge(await ask(tokens?.access_token)))
    throw new SignInNeeded("The server does not accept the sign-in.");
  await auth.keeper.write(await staged.read());
}

function stage(text: string | null): CredentialKeeper {
  let held = text;
  return {
    read: async () => held,
    async write(secret) {
      held = secret;
    },
  };
}
