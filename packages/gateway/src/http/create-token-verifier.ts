/**
 * Tells whether a token that a client brings was issued for this server by the authorization server that its owner named: a signed
 * token (JWT) whose key that server publishes, or any other that the server itself vouches for when it is asked. Its metadata and
 * keys are asked for when the first token arrives, kept, and asked for again at a bounded pace. Whatever cannot be checked is no
 * token.
 */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from "jose";
import { findIssuer, type IssuerMetadata } from "./find-issuer.ts";
import { createIntrospector, type IntrospectionClient } from "./introspect-token.ts";
import { ISSUER_TIMEOUT_MS, IssuerFault, issuerFetch } from "./issuer-fetch.ts";

export interface TokenVerifierOptions {
  /** The authorization server, exactly as it calls itself. */
  readonly issuer: string;
  /** The address of this server: what a token has to be issued for. */
  readonly resource: string;
  /** A token has to carry all of them. */
  readonly scopes: readonly string[];
  /** This server's identity at the authorization server. Without it only signed tokens are taken. */
  readonly client?: IntrospectionClient;
  readonly fetch: typeof globalThis.fetch;
  readonly nowMs: () => number;
}

/** Signatures by a key that only the authorization server has; none that this server could have made itself. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"].concat(
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
);
const MAX_TOKEN = 16_384;
/** Between two tries to learn about the authorization server. */
const COOLDOWN_MS = 30_000;
const TOLERANCE_SECONDS = 30;

interface Learnt {
  readonly metadata: IssuerMetadata;
  readonly keys: JWTVerifyGetKey | null;
}

export function createTokenVerifier(
  options: TokenVerifierOptions,
): (token: string) => Promise<boolean> {
  const { issuer, resource, scopes, client, nowMs } = options;
  const fetch = issuerFetch(options.fetch);
  const learn = createLearning(options, fetch);
  const introspect = client
    ? createIntrospector({
        issuer,
        resource,
        client,
        fetch,
        nowMs,
        endpoint: async () => (await learn()).metadata.introspection ?? refuse(),
      })
    : null;
  const scopesOf = async (token: string): Promise<readonly unknown[] | null> => {
    // A token in three parts is signed, and its signature is what counts: the server is not asked about a wrong one.
    if (token.split(".").length !== 3) return introspect ? introspect(token) : null;
    const { keys } = await learn();
    const { payload } = await jwtVerify(token, keys ?? refuse(), {
      issuer,
      audience: resource,
      algorithms: ALGORITHMS,
      requiredClaims: ["exp"],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(nowMs()),
    });
    const held: unknown = payload.scope ?? payload.scp;
    return typeof held === "string" ? held.split(" ") : Array.isArray(held) ? held : [];
  };
  return async (token) => {
    if (token.length > MAX_TOKEN) return false;
    try {
      const held = await scopesOf(token);
      return held !== null && scopes.every((scope) => held.includes(scope));
    } catch {
      return false;
    }
  };
}

function refuse(): never {
  throw new IssuerFault("The authorization server does not say how its tokens are checked.");
}

/** Asks once, and again at a bounded pace where that failed. */
function createLearning(
  { issuer, nowMs }: TokenVerifierOptions,
  fetch: typeof globalThis.fetch,
): () => Promise<Learnt> {
  let learnt: Promise<Learnt> | null = null;
  let triedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (learnt) return learnt;
    if (nowMs() - triedMs < COOLDOWN_MS)
      return Promise.reject(new IssuerFault("The authorization server did not answer just now."));
    triedMs = nowMs();
    const learning = findIssuer(issuer, fetch).then((metadata) => ({
      metadata,
      keys: metadata.keys && remoteKeys(metadata.keys, fetch),
    }));
    learning.catch(() => {
      learnt = null;
    });
    learnt = learning;
    return learning;
  };
}

function remoteKeys(url: URL, fetch: typeof globalThis.fetch): JWTVerifyGetKey {
  return createRemoteJWKSet(url, {
    timeoutDuration: ISSUER_TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: fetch as never,
  });
}
