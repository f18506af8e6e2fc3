import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CliWorld, openCliWorld } from "../../packages/toolplane/src/cli/cli-world.fixture.ts";

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
  issuer = createServer(({ url: path }, response) => {
    const said =
      path === "/.well-known/openid-configuration"
        ? { issuer: origin, jwks_uri: `${origin}/keys` }
        : path === "/keys"
          ? { keys: [jwk] }
          : null;
    response.writeHead(said ? 200 : 404).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => issuer.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  world = openCliWorld();
  const started = Promise.withResolvers<string>();
  const words = ["--oauth-issuer", origin, "--oauth-resource", RESOURCE, "--oauth-scope", "tools"];
  served = world.run(["serve", "--port", "0", ...words], {
    abort: ending,
    onOutput: (text) => started.resolve(text.trim()),
  });
  url = await started.promise;
}, 60_000);

afterAll(async () => {
  ending.abort("SIGTERM");
  await served;
  issuer.close();
  world.remove();
});

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

it("is refused where tokens would travel in the open, or for no address", async () => {
  const open = await world.run(["serve", "--oauth-issuer", "http://login.example"]);
  expect(open).toMatchObject({ code: 2 });
  const none = await world.run(["serve", "--port", "0", "--oauth-issuer", "https://login.example"]);
  expect(none).toMatchObject({ code: 2 });
});
