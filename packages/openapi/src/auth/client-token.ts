/**
 * A token by OAuth client credentials. The client's secret goes in a header, which no redirect carries to another origin. One
 * request at a time; the token serves every call until it ends, where the time is known, or until the API refuses it.
 */
import { type NetDoor, ToolError } from "@toolplane/contract";
import { memberOf, textIn } from "../document/spec-value.ts";
import { formEncode } from "../wire/percent-encode.ts";
import type { CredentialSource } from "./applied-credential.ts";
import type { ClientCredential } from "./credential.ts";
import { secretText } from "./secret-text.ts";

export interface ClientTokenInput {
  readonly credential: ClientCredential;
  readonly tokenUrl: string;
  readonly now?: () => number;
}

interface Token {
  readonly text: string;
  readonly endsAtMs: number;
}

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 15_000;
/** A token is not used in its last moments: it would end on the way. */
const EARLY_MS = 10_000;

export function createClientToken({
  credential,
  tokenUrl,
  now,
}: ClientTokenInput): CredentialSource {
  let token: Token | null = null;
  let running: Promise<Token> | null = null;
  const fetchToken = async (net: NetDoor, secret: string): Promise<Token> => {
    const id = formEncode(credential.clientId);
    const scope = credential.scopes?.length
      ? `&scope=${formEncode(credential.scopes.join(" "))}`
      : "";
    const { status, body } = await net.fetch(tokenUrl, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${formEncode(secret)}`).toString("base64")}`,
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: `grant_type=client_credentials${scope}`,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    const answer = status === 200 ? parse(body) : null;
    const text = textIn(answer, "access_token");
    if (text === null || !/^[\x21-\x7e]+$/.test(text))
      throw new ToolError("unavailable", `The API's sign-in answered ${status} and gave no token.`);
    const seconds = Number(memberOf(answer, "expires_in"));
    const lastsMs = seconds > 0 ? seconds * 1000 - EARLY_MS : Number.POSITIVE_INFINITY;
    return { text, endsAtMs: (now?.() ?? 0) + lastsMs };
  };
  return {
    tokenUrl,
    renew() {
      const had = token !== null;
      token = null;
      return had;
    },
    async get(net) {
      const secret = await secretText(credential.clientSecret);
      if (token === null || (now !== undefined && now() >= token.endsAtMs)) {
        running ??= fetchToken(net, secret).finally(() => {
          running = null;
        });
        token = await running;
      }
      return { text: `Bearer ${token.text}`, secrets: [token.text, secret] };
    },
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return null;
  }
}
