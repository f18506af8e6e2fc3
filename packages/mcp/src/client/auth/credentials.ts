/**
 * Keeps the credentials of one server of the web, as the official client asks for them; the caller's keeper holds them
 * as one secret text.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { McpAuth } from "./mcp-auth.ts";
import { refuseInward } from "./refuse-inward.ts";
import { SignInNeeded } from "./sign-in-needed.ts";

interface Kept {
  readonly client?: StoredOAuthClientInformation;
  readonly tokens?: StoredOAuthTokens;
}

/** Lives as long as one sign-in. */
interface Pending {
  verifier: string;
  state: string;
  url: string | null;
}

export interface Credentials {
  readonly provider: OAuthClientProvider;
  /** Lets a person sign in at the address that was prepared; settles with what the browser brought back. */
  askPerson(signal: AbortSignal): Promise<{ readonly code: string; readonly iss: string | null }>;
}

export function createCredentials(options: {
  /** The server that they are for. */
  readonly url: string;
  readonly auth: McpAuth;
  readonly clientName: string;
}): Credentials {
  const { auth, clientName } = options;
  const { keeper } = auth;
  const pending: Pending = { verifier: "", state: "", url: null };
  // Discovery is not kept: what a server names today need not be what it named yesterday.
  let discovery: OAuthDiscoveryState | undefined;
  const read = async (): Promise<Kept> => readKept(await keeper.read());
  const change = async (part: Partial<Kept>): Promise<void> => {
    await keeper.write(JSON.stringify({ ...(await read()), ...part }));
  };
  const provider: OAuthClientProvider = {
    redirectUrl: auth.redirectUrl,
    clientMetadata: {
      client_name: clientName,
      redirect_uris: [auth.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      ...(auth.scope === undefined ? {} : { scope: auth.scope }),
    },
    ...(auth.clientMetadataUrl === undefined ? {} : { clientMetadataUrl: auth.clientMetadataUrl }),
    state() {
      pending.state = randomBytes(32).toString("base64url");
      return pending.state;
    },
    async clientInformation() {
      const { client } = auth;
      if (!client) return (await read()).client;
      return {
        client_id: client.id,
        ...(client.secret === undefined ? {} : { client_secret: client.secret }),
      };
    },
    async saveClientInformation(client) {
      if (!auth.client) await change({ client });
    },
    tokens: async () => (await read()).tokens,
    saveTokens: (tokens) => change({ tokens }),
    redirectToAuthorization(url) {
      refuseInward(url, new URL(options.url));
      pending.url = url.href;
    },
    saveCodeVerifier(verifier) {
      pending.verifier = verifier;
    },
    codeVerifier: () => pending.verifier,
    saveDiscoveryState(state) {
      discovery = state;
    },
    discoveryState: () => discovery,
    async invalidateCredentials(what) {
      if (what === "all" || what === "discovery") discovery = undefined;
      if (what === "all" || what === "verifier") pending.verifier = "";
      const { client, tokens } = await read();
      const dropsClient = what === "all" || what === "client";
      const dropsTokens = what === "all" || what === "tokens";
      if (!dropsClient && !dropsTokens) return;
      const left: Kept = {
        ...(client && !dropsClient ? { client } : {}),
        ...(tokens && !dropsTokens ? { tokens } : {}),
      };
      await keeper.write(Object.keys(left).length === 0 ? null : JSON.stringify(left));
    },
  };
  return {
    provider,
    async askPerson(signal) {
      const { url, state } = pending;
      pending.url = null;
      if (url === null || !auth.signIn) throw new SignInNeeded("A person must sign in.");
      return readReturn(await letSignIn(auth.signIn, url, signal), { state, auth });
    },
  };
}

async function letSignIn(
  signIn: NonNullable<McpAuth["signIn"]>,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await signIn(url, signal);
  } catch (cause) {
    throw new SignInNeeded("Nobody signed in.", { cause });
  }
}

/**
 * Reads the address that the browser was sent back to. Nothing that a stranger could have put into it is repeated: not
 * its error text, not its code.
 */
function readReturn(
  address: string,
  { state, auth }: { readonly state: string; readonly auth: McpAuth },
): { readonly code: string; readonly iss: string | null } {
  const { searchParams: given, origin, pathname } = new URL(address);
  const expected = new URL(auth.redirectUrl);
  if (origin !== expected.origin || pathname !== expected.pathname)
    throw new SignInNeeded("The browser came back to another address.");
  if (!isSameSecret(given.get("state") ?? "", state))
    throw new SignInNeeded("The browser came back from another sign-in.");
  const code = given.get("code");
  if (code === null) throw new SignInNeeded("The sign-in was refused.");
  return { code, iss: given.get("iss") };
}

function isSameSecret(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && left.length > 0 && timingSafeEqual(left, right);
}

/** Keeps the part for a new sign-in: our client registration, if it names our redirect address, and no token. */
export function withoutTokens(text: string | null, redirectUrl: string): string | null {
  const { client } = readKept(text);
  const places = client && "redirect_uris" in client ? client.redirect_uris : [];
  return client && places?.includes(redirectUrl) ? JSON.stringify({ client }) : null;
}

function readKept(text: string | null): Kept {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Kept) : {};
  } catch {
    return {};
  }
}
