/**
 * A server of the web names every address of its sign-in itself. Whichever of them it turns inwards, nothing is asked there, no
 * person is sent there, and no token is kept.
 */
import type { StreamRequest, StreamResponse, Streams } from "@toolplane/contract/ports";
import { signInToServer } from "@toolplane/mcp/client";
import { describe, expect, it } from "vitest";

const SERVER = "https://mcp.example.com/mcp";
const METADATA = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";
const ISSUER = "https://auth.example.com";
const KNOWN = ["mcp.example.com", "auth.example.com"];

/** The same place in the spellings that parsers know, other places of a network, and what is no web address. */
const INWARD = [
  "http://169.254.169.254",
  "https://169.254.169.254",
  "https://2852039166",
  "https://0xa9fea9fe",
  "https://0251.0376.0251.0376",
  "https://[::ffff:169.254.169.254]",
  "https://[64:ff9b::a9fe:a9fe]",
  "https://[fd00:ec2::254]",
  "https://127.0.0.1",
  "https://127.1",
  "https://[::1]",
  "https://localhost",
  "https://localhost.",
  "https://any.localhost",
  "https://10.0.0.1",
  "https://192.168.1.1",
  "https://100.64.0.1",
  "https://0.0.0.0",
  "http://mcp.example.com",
  "http://auth.example.com",
  "http://somewhere.example.com",
  "file://mcp.example.com",
  "ftp://mcp.example.com",
  "file://",
  "javascript:alert(1)//",
  "data:text/html,",
] as const;

interface Named {
  readonly metadata?: string;
  readonly issuer?: string;
  readonly authorize?: string;
  readonly token?: string;
  readonly register?: string;
  /** A path of a known host that leads elsewhere. */
  readonly redirects?: Readonly<Record<string, string>>;
}

/** A server and its authorization server, in memory; everything that is asked for is written down. */
function open(named: Named) {
  const asked: string[] = [];
  const told: string[] = [];
  let kept: string | null = null;
  const json = (url: string, value: object, status = 200): StreamResponse =>
    answer(url, { status, body: JSON.stringify(value) });
  const issuer = named.issuer ?? ISSUER;
  const streams: Streams = {
    async request(url: string, request: StreamRequest) {
      asked.push(url);
      const { pathname } = new URL(url);
      const location = named.redirects?.[pathname];
      if (location) return answer(url, { status: 307, headers: { location } });
      if (pathname.includes("oauth-protected-resource"))
        return json(url, { resource: SERVER, authorization_servers: [issuer] });
      if (pathname.includes("oauth-authorization-server") || pathname.includes("openid"))
        return json(url, {
          issuer,
          authorization_endpoint: named.authorize ?? `${ISSUER}/authorize`,
          token_endpoint: named.token ?? `${ISSUER}/token`,
          registration_endpoint: named.register ?? `${ISSUER}/register`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        });
      if (pathname.endsWith("/register"))
        return json(url, { ...JSON.parse(String(request.body)), client_id: "made" }, 201);
      if (pathname.endsWith("/token"))
        return json(url, { access_token: "token-9f8e7d6c", token_type: "Bearer" });
      if (request.headers?.authorization) return json(url, { jsonrpc: "2.0", id: 1, result: {} });
      const where = named.metadata ?? METADATA;
      const headers = { "www-authenticate": `Bearer resource_metadata="${where}"` };
      return answer(url, { status: 401, headers });
    },
  };
  const run = signInToServer({
    streams,
    url: SERVER,
    signal: new AbortController().signal,
    auth: {
      redirectUrl: "http://127.0.0.1:1/callback",
      keeper: {
        read: async () => kept,
        async write(secret) {
          kept = secret;
        },
      },
      async signIn(url) {
        told.push(url);
        const back = new URL("http://127.0.0.1:1/callback");
        back.searchParams.set("code", "the-code");
        back.searchParams.set("state", new URL(url).searchParams.get("state") ?? "");
        return back.href;
      },
    },
  });
  return run.then(
    () => ({ end: "signed in", asked, told, kept }),
    (error: Error) => ({ end: error.name, asked, told, kept }),
  );
}

function answer(
  url: string,
  given: { status: number; body?: string; headers?: Readonly<Record<string, string>> },
): StreamResponse {
  const { status, body = "", headers = {} } = given;
  return { status, statusText: "", url, headers, body: new Blob([body]).stream() };
}

/** Whatever was asked for or shown that is no https place of those that were named first. */
const strange = (urls: readonly string[]): readonly string[] =>
  urls.filter((url) => {
    const { protocol, hostname } = new URL(url);
    return protocol !== "https:" || !KNOWN.includes(hostname);
  });

describe("an address of a sign-in that the server names", () => {
  it("works where it is public, over https", async () => {
    expect(await open({})).toMatchObject({ end: "signed in", told: [expect.any(String)] });
  });

  it.each(INWARD)("is not gone to at %s, whichever it is", async (place) => {
    const path = (name: string): string => `${place}/${name}`;
    const ways: Readonly<Record<string, Named>> = {
      metadata: { metadata: path(".well-known/oauth-protected-resource") },
      issuer: { issuer: place },
      authorize: { authorize: path("authorize") },
      token: { token: path("token") },
      register: { register: path("register") },
      "redirect of the metadata": {
        redirects: { "/.well-known/oauth-protected-resource/mcp": path("x") },
      },
      "redirect of the issuer": {
        redirects: { "/.well-known/oauth-authorization-server": path("x") },
      },
      "redirect of the registration": { redirects: { "/register": path("x") } },
      "redirect of the token": { redirects: { "/token": path("x") } },
      "redirect of the server": { redirects: { "/mcp": path("x") } },
    };
    const broken: unknown[] = [];
    for (const [name, named] of Object.entries(ways)) {
      const { asked, told, kept, end } = await open(named);
      const bad = [...strange(asked), ...strange(told)];
      // A redirect of metadata that is not followed leaves the well-known places, which are public here.
      const isSafe = bad.length === 0 && (kept === null || name.startsWith("redirect"));
      if (!isSafe) broken.push({ name, end, bad });
    }
    expect(broken).toEqual([]);
  });
});
