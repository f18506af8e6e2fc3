/**
 * Tells whether a token that a client brings was issued for this server by the authorization server that its owner named: a signed
 * token (JWT) whose key that server publishes. Its metadata and keys are asked for when the first token arrives, kept, and asked
 * for again at a bounded pace. Whatever cannot be checked is no token.
 */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from "jose";
import { isLoopback } from "./read-bounds.ts";

export interface TokenVerifierOptions {
  /** The authorization server, exactly as it calls itself. */
  readonly issuer: string;
  /** The address of this server: what a token has to be issued for. */
  readonly resource: string;
  /** A token has to carry all of them. */
  readonly scopes: readonly string[];
  readonly fetch: typeof globalThis.fetch;
  readonly nowMs: () => number;
}

/** Signatures by a key that only the authorization server has; none that this server could have made itself. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"].concat(
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
);
const MAX_TOKEN = 16_384;
const MAX_ANSWER_BYTES = 262_144;
const TIMEOUT_MS = 5_000;
/** Between two tries to learn the keys. */
const COOLDOWN_MS = 30_000;
const TOLERANCE_SECONDS = 30;

export function createTokenVerifier(
  options: TokenVerifierOptions,
): (token: string) => Promise<boolean> {
  const { issuer, resource, scopes } = options;
  let keys: Promise<JWTVerifyGetKey> | null = null;
  let triedMs = Number.NEGATIVE_INFINITY;
  const learn = (): Promise<JWTVerifyGetKey> => {
    if (keys) return keys;
    if (options.nowMs() - triedMs < COOLDOWN_MS) return Promise.reject(new NoKeys());
    triedMs = options.nowMs();
    const learnt = findKeys(options);
    learnt.catch(() => {
      keys = null;
    });
    keys = learnt;
    return learnt;
  };
  return async (token) => {
    if (token.length > MAX_TOKEN) return false;
    try {
      const { payload } = await jwtVerify(token, await learn(), {
        ...{ issuer, audience: resource, algorithms: ALGORITHMS },
        ...{ requiredClaims: ["exp"], clockTolerance: TOLERANCE_SECONDS },
        currentDate: new Date(options.nowMs()),
      });
      const held = scopesOf(payload.scope ?? payload.scp);
      return scopes.every((scope) => held.includes(scope));
    } catch {
      return false;
    }
  };
}

function scopesOf(claim: unknown): readonly unknown[] {
  return typeof claim === "string" ? claim.split(" ") : Array.isArray(claim) ? claim : [];
}

async function findKeys({ issuer, fetch }: TokenVerifierOptions): Promise<JWTVerifyGetKey> {
  const bounded = boundedFetch(fetch);
  for (const address of metadataAddresses(issuer)) {
    const answer = await bounded(address, { headers: { accept: "application/json" } });
    if (!answer.ok) continue;
    const found = (await answer.json()) as {
      readonly issuer?: unknown;
      readonly jwks_uri?: unknown;
    };
    // Another's metadata under this address would have us trust another's keys.
    if (found.issuer !== issuer || typeof found.jwks_uri !== "string") throw new NoKeys();
    const url = new URL(found.jwks_uri);
    if (!isSafe(url)) throw new NoKeys();
    return createRemoteJWKSet(url, {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: bounded as never,
    });
  }
  throw new NoKeys();
}

/** RFC 8414 puts the well-known part before the path, OpenID Connect after it. */
function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

/** Keys that travel in the open could be anybody's. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

function boundedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const ends = [AbortSignal.timeout(TIMEOUT_MS), ...(init.signal ? [init.signal] : [])];
    const answer = await fetch(input, {
      ...init,
      redirect: "error",
      signal: AbortSignal.any(ends),
    });
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of answer.body ?? []) {
      bytes += piece.length;
      if (bytes > MAX_ANSWER_BYTES) throw new NoKeys();
      pieces.push(piece);
    }
    return new Response(Buffer.concat(pieces), { status: answer.status, headers: answer.headers });
  };
}

class NoKeys extends Error {
  constructor() {
    super("The authorization server does not say what it signs with.");
    this.name = "NoKeys";
  }
}
