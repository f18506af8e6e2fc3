/**
 * Answers a server that wants to know who we act for: with a refreshed token, else by letting a person sign in. The
 * server's own metadata gives every address for that.
 */
import {
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  type FetchLike,
  isStrictScopeSuperset,
} from "@modelcontextprotocol/client";
import { isToolError } from "@toolplane/contract";
import { TransportError } from "../../wire/transport-error.ts";
import type { Credentials } from "./credentials.ts";
import { SignInNeeded } from "./sign-in-needed.ts";

export interface Challenged {
  readonly url: string;
  /** Never carries a token. */
  readonly fetch: FetchLike;
  readonly credentials: Credentials;
  readonly signal: AbortSignal;
}

/**
 * Rejects with `SignInNeeded` where there is no token in the end, and with the failure itself where no person could be
 * asked for one.
 */
export async function answerChallenge(response: Response, challenged: Challenged): Promise<void> {
  try {
    await answer(response, challenged);
  } catch (error) {
    // A place that cannot be reached may be there later; one that does not know us never will.
    const isKnown = error instanceof SignInNeeded || error instanceof TransportError;
    if (isKnown || isToolError(error) || challenged.signal.aborted) throw error;
    throw new SignInNeeded("It takes no sign-in that we know of.", { cause: error });
  }
}

async function answer(
  response: Response,
  { credentials, fetch, url, signal }: Challenged,
): Promise<void> {
  const { provider } = credentials;
  const { resourceMetadataUrl, scope: wanted } = extractWWWAuthenticateParams(response);
  const held = await provider.tokens();
  const scope = response.status === 403 ? computeScopeUnion(held?.scope, wanted) : wanted;
  // A token that is refused may belong to an authorization server that the resource no longer names.
  if (response.status === 401) await provider.invalidateCredentials?.("discovery");
  const request = {
    serverUrl: url,
    fetchFn: fetch,
    ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
    ...(scope === undefined ? {} : { scope }),
  };
  const forceReauthorization = isStrictScopeSuperset(scope, held?.scope);
  if ((await auth(provider, { ...request, forceReauthorization })) === "AUTHORIZED") return;
  const { code, iss } = await credentials.askPerson(signal);
  const ended = await auth(provider, {
    ...request,
    authorizationCode: code,
    ...(iss === null ? {} : { iss }),
  });
  if (ended !== "AUTHORIZED") throw new SignInNeeded("The sign-in did not end with a token.");
}

/** A 403 asks for a sign-in only when it says that the scope is too small. */
export function isChallenge(response: Response): boolean {
  if (response.status === 401) return true;
  return (
    response.status === 403 && extractWWWAuthenticateParams(response).error === "insufficient_scope"
  );
}
