/**
 * Proves to a server of the web who we act for: OAuth with PKCE, with everything found by the server's own metadata. A
 * challenge is answered once: by refreshing the token, else by letting a person sign in. A token goes only to the
 * origin that it was given for, and no text about a failure holds one.
 */
import type { FetchLike } from "@modelcontextprotocol/client";
import { answerChallenge, isChallenge } from "./answer-challenge.ts";
import { createCredentials } from "./credentials.ts";
import type { McpAuth } from "./mcp-auth.ts";
import { refuseInward } from "./refuse-inward.ts";
import { SignInNeeded } from "./sign-in-needed.ts";

export interface AuthorizedFetchOptions {
  readonly auth: McpAuth;
  readonly url: string;
  readonly fetch: FetchLike;
  readonly clientName: string;
  readonly signal: AbortSignal;
}

/** A fetch that sends our token to the server, and answers its challenges. */
export function createAuthorizedFetch(options: AuthorizedFetchOptions): FetchLike {
  const { url } = options;
  const server = new URL(url);
  const { origin } = server;
  const fetch: FetchLike = (input, init) => {
    refuseInward(new URL(input), server);
    return options.fetch(input, { signal: options.signal, ...init });
  };
  const credentials = createCredentials(options);
  let signingIn: Promise<void> | null = null;
  const send = async (input: string | URL, init: RequestInit): Promise<Response> => {
    const tokens = await credentials.provider.tokens();
    const headers = new Headers(init.headers);
    if (tokens) headers.set("authorization", `Bearer ${tokens.access_token}`);
    return fetch(input, { ...init, headers });
  };
  return async (input, init = {}) => {
    // The requests of a sign-in go elsewhere and never carry the token.
    if (new URL(input).origin !== origin) return fetch(input, init);
    const first = await send(input, init);
    if (!isChallenge(first)) return first;
    await first.text().catch(() => "");
    // Several requests may meet the same challenge; one person signs in once.
    signingIn ??= answerChallenge(first, { ...options, fetch, credentials }).finally(() => {
      signingIn = null;
    });
    await signingIn;
    const second = await send(input, init);
    if (!isChallenge(second)) return second;
    await second.text().catch(() => "");
    throw new SignInNeeded("The server does not accept the sign-in.");
  };
}
