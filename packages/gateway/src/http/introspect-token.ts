/**
 * Asks the authorization server about a token that says nothing by itself (RFC 7662). Its word is kept for a few seconds, so that
 * a client's requests do not each become one of ours; a token that was taken back opens nothing after that. Whatever is not said
 * to be active, for this very address, is no token.
 */
import { createHash } from "node:crypto";

export interface IntrospectionClient {
  readonly id: string;
  readonly secret: string;
}

export interface IntrospectorOptions {
  readonly issuer: string;
  readonly resource: string;
  readonly client: IntrospectionClient;
  /** The address to ask; rejects where that is not known. */
  readonly endpoint: () => Promise<URL>;
  /** The caller that gives it bounds its time and its bytes. */
  readonly fetch: typeof globalThis.fetch;
  readonly nowMs: () => number;
}

/** Null for what is no token of this server; else the scopes that it carries. */
export type IntrospectToken = (token: string) => Promise<readonly string[] | null>;

const KEPT_MS = 10_000;
const MAX_KEPT = 1_000;
/** Strangers can make tokens up faster than a server can be asked about them. */
const MAX_ASKED_AT_ONCE = 8;

interface Kept {
  readonly untilMs: number;
  readonly scopes: Promise<readonly string[] | null>;
}

export function createIntrospector(options: IntrospectorOptions): IntrospectToken {
  const kept = new Map<string, Kept>();
  let asked = 0;
  const ask = async (token: string): Promise<readonly string[] | null> => {
    if (asked >= MAX_ASKED_AT_ONCE) return null;
    asked += 1;
    try {
      return readAnswer(await askIssuer(token, options), options);
    } finally {
      asked -= 1;
    }
  };
  return (token) => {
    const name = createHash("sha256").update(token).digest("base64");
    const known = kept.get(name);
    if (known !== undefined && known.untilMs > options.nowMs()) return known.scopes;
    const scopes = ask(token);
    // A token that could not be asked about is asked about again with the next request.
    scopes.catch(() => kept.delete(name));
    kept.delete(name);
    kept.set(name, { untilMs: options.nowMs() + KEPT_MS, scopes });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return scopes;
  };
}

async function askIssuer(
  token: string,
  { client, endpoint, fetch }: IntrospectorOptions,
): Promise<unknown> {
  const words = [client.id, client.secret].map(encodeURIComponent).join(":");
  const answer = await fetch(await endpoint(), {
    method: "POST",
    headers: {
      accept: "application/json",
      authorization: `Basic ${Buffer.from(words).toString("base64")}`,
    },
    body: new URLSearchParams({ token, token_type_hint: "access_token" }),
  });
  return answer.ok ? answer.json() : null;
}

function readAnswer(
  answer: unknown,
  { issuer, resource, nowMs }: IntrospectorOptions,
): readonly string[] | null {
  if (typeof answer !== "object" || answer === null) return null;
  const { active, aud, iss, exp, nbf, scope } = answer as Readonly<Record<string, unknown>>;
  const now = nowMs() / 1_000;
  const isFor = Array.isArray(aud) ? aud.includes(resource) : aud === resource;
  if (active !== true || !isFor || (iss !== undefined && iss !== issuer)) return null;
  if (exp !== undefined && !(typeof exp === "number" && exp > now)) return null;
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= now)) return null;
  return typeof scope === "string" ? scope.split(" ") : [];
}
