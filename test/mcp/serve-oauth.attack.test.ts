import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";

const RESOURCE = "https://tools.example/mcp";
const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let others: typeof keys;
let issuer: Server;
let origin = "";
let world: CliWorld;
let url = "";
const ending = new AbortController();
let served: Promise<unknown>;

beforeAll(async () => {
  keys = await generateKeyPair("ES256", { extractable: true });
  others = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "ES256" };
  issuer = createServer(async (request, response) => {
    const { url: path, headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const said =
      path === "/.well-known/openid-configuration"
        ? {
            issuer: origin,
            jwks_uri: `${origin}/keys`,
            introspection_endpoint: `${origin}/introspect`,
          }
        : path === "/keys"
          ? { keys: [jwk] }
          : path === "/introspect"
            ? introspected(Buffer.concat(chunks).toString(), headers.authorization)
            : null;
    response.writeHead(said ? 200 : 404).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  world = openCliWorld();
  const started = Promise.withResolvers<string>();
  const words = [
    ...["--oauth-issuer", origin, "--oauth-resource", RESOURCE, "--oauth-scope", "tools"],
    ...["--oauth-client", "toolplane"],
  ];
  served = world.run(["serve", "--port", "0", ...words], {
    abort: ending,
    env: { TOOLPLANE_OAUTH_SECRET: "of this server: only" },
    onOutput: (text) => started.resolve(text.trim()),
  });
  url = await started.promise;
});

afterAll(async () => {
  ending.abort("SIGTERM");
  await served;
  issuer.close();
  world.remove();
});

/** Tokens that say nothing by themselves, and what the authorization server says of each. */
const OPAQUE: Readonly<Record<string, object>> = {
  good: { active: true, aud: RESOURCE, scope: "read tools" },
  listed: { active: true, aud: ["https://a.example", RESOURCE], scope: "tools", exp: 4e9 },
  ended: { active: true, aud: RESOURCE, scope: "tools", exp: 1_000 },
  early: { active: true, aud: RESOURCE, scope: "tools", nbf: 4e9 },
  inactive: { active: false, aud: RESOURCE, scope: "tools" },
  nearly: { active: "true", aud: RESOURCE, scope: "tools" },
  elsewhere: { active: true, aud: "https://other.example/mcp", scope: "tools" },
  anywhere: { active: true, scope: "tools" },
  foreign: { active: true, aud: RESOURCE, iss: "https://evil.example", scope: "tools" },
  weak: { active: true, aud: RESOURCE, scope: "toolset" },
};
let introspections = 0;

function introspected(body: string, authorization: string | undefined): object | null {
  introspections += 1;
  const secret = encodeURIComponent("of this server: only");
  const expected = `Basic ${Buffer.from(`toolplane:${secret}`).toString("base64")}`;
  if (authorization !== expected) return null;
  return OPAQUE[new URLSearchParams(body).get("token") ?? ""] ?? { active: false };
}

interface Claims {
  readonly iss?: string;
  readonly aud?: string;
  readonly scope?: string;
  readonly exp?: string | null;
}

function claimsOf({ iss = origin, aud = RESOURCE, scope = "read tools", exp = "5m" }: Claims) {
  const claims = new SignJWT({ scope }).setIssuer(iss).setAudience(aud).setIssuedAt();
  return exp === null ? claims : claims.setExpirationTime(exp);
}

async function token(claims: Claims = {}, key = keys.privateKey): Promise<string> {
  return claimsOf(claims).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(key);
}

async function statusFor(bearer: string): Promise<number> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${bearer}`,
    },
    body: LIST,
  });
  await answer.body?.cancel();
  return answer.status;
}

it("lets in who has a signed token of the authorization server, issued for this address", async () => {
  expect(await statusFor(await token())).not.toBe(401);
});

it("says which server gives tokens out, and for which address", async () => {
  const answer = await fetch(new URL("/.well-known/oauth-protected-resource/mcp", url));
  expect(await answer.json()).toMatchObject({
    resource: RESOURCE,
    authorization_servers: [origin],
    scopes_supported: ["tools"],
  });
});

it.each<[string, () => Promise<string>]>([
  ["for another address", () => token({ aud: "https://other.example/mcp" })],
  ["by another server", () => token({ iss: "https://evil.example" })],
  ["that has ended", () => token({ exp: "-5m" })],
  ["that never ends", () => token({ exp: null })],
  ["without the scope", () => token({ scope: "read" })],
  ["with a part of the scope's name", () => token({ scope: "toolset" })],
  ["by another key", () => token({}, others.privateKey)],
  ["that nobody signed", async () => unsigned()],
  ["signed with the public key as if it were a secret", signedWithPublicKey],
  ["that is no token", async () => "made-up-token-of-nobody"],
])("turns away a token %s", async (_, made) => {
  expect(await statusFor(await made())).toBe(401);
});

function unsigned(): string {
  const claims = new UnsecuredJWT({ scope: "tools" }).setIssuer(origin).setAudience(RESOURCE);
  return claims.setExpirationTime("5m").encode();
}

async function signedWithPublicKey(): Promise<string> {
  const pem = await exportSPKI(keys.publicKey);
  const header = { alg: "HS256", kid: "one" };
  return claimsOf({}).setProtectedHeader(header).sign(new TextEncoder().encode(pem));
}

it("asks about a token that is not signed, once for many requests", async () => {
  const before = introspections;
  for (const name of ["good", "good", "listed"]) expect(await statusFor(name)).not.toBe(401);
  expect(introspections - before).toBe(2);
});

it.each(Object.keys(OPAQUE).slice(2))(
  "turns away a token that is not signed and is %s",
  async (name) => {
    expect(await statusFor(name)).toBe(401);
  },
);

it("asks nobody about a signed token whose signature is wrong", async () => {
  const before = introspections;
  expect(await statusFor(await token({}, others.privateKey))).toBe(401);
  expect(introspections).toBe(before);
});

it("is addressed by the name that tokens are issued for, and by no other", async () => {
  const statusAt = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(url, { method: "POST", headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.on("error", reject).end();
    });
  expect([await statusAt("tools.example"), await statusAt("other.example")]).toEqual([401, 403]);
});

it("needs a secret to ask about tokens, and takes none from the command line", async () => {
  const words = ["--oauth-issuer", origin, "--oauth-client", "toolplane"];
  expect(await world.run(["serve", ...words])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("TOOLPLANE_OAUTH_SECRET"),
  });
});

it("is refused where tokens would travel in the open, or for no address", async () => {
  const open = await world.run(["serve", "--oauth-issuer", "http://login.example"]);
  expect(open).toMatchObject({ code: 2 });
  const none = await world.run(["serve", "--port", "0", "--oauth-issuer", "https://login.example"]);
  expect(none).toMatchObject({ code: 2 });
});
