/**
 * Proves to a server of the web who we act for: OAuth with PKCE, with everything found by the server's own metadata. A challenge is
 * answered once: by refreshing what we have, else by letting a person sign in. Tokens go to the origin that they were given for
 * and nowhere else, and nothing that is said of a failure holds one.
 */
import {
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  type FetchLike,
  isStrictScopeSuperset,
} from "@modelcontextprotocol/client";
import { isLoopbackAddress, isPublicHost } from "@toolplane/readings";
import { createCredentials } from "./credentials.ts";
import type { McpAuth } from "./mcp-auth.ts";
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
  const { origin, hostname } = new URL(url);
  const fetch: FetchLike = (input, init) => {
    refuseInward(new URL(input), hostname);
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

/**
 * Where to sign in is the server's word, and we would ask there for it: so it may name public places over https, itself, and, when
 * it runs on this computer, others that do. It may name no machine of a network that only we can reach.
 */
function refuseInward({ protocol, hostname }: URL, server: string): void {
  if (hostname === server || (isThisComputer(hostname) && isThisComputer(server))) return;
  if (!isPublicHost(hostname))
    throw new SignInNeeded(`The server names ${hostname} for its sign-in, which is not public.`);
  if (protocol !== "https:")
    throw new SignInNeeded(`The server names ${hostname} for its sign-in, without https.`);
}

function isThisComputer(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host.replace(/^\[|\]$/g, ""));
}

/** A 403 asks for a sign-in only when it says that the scope is too small. */
function isChallenge(response: Response): boolean {
  if (response.status === 401) return true;
  return (
    response.status === 403 && extractWWWAuthenticateParams(response).error === "insufficient_scope"
  );
}

interface Challenge extends AuthorizedFetchOptions {
  readonly credentials: ReturnType<typeof createCredentials>;
}

async function answerChallenge(response: Response, challenge: Challenge): Promise<void> {
  const { credentials, fetch, url } = challenge;
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
  const { code, iss } = await credentials.askPerson(challenge.signal);
  const ended = await auth(provider, {
    ...request,
    authorizationCode: code,
    ...(iss === null ? {} : { iss }),
  });
  if (ended !== "AUTHORIZED") throw new SignInNeeded("The sign-in did not end with a token.");
}
