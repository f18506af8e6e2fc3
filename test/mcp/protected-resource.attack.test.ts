import { afterEach, expect, it } from "vitest";
import { createHttpWorld, type HttpWorld } from "./http-world.ts";

const worlds: HttpWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const asked: string[] = [];
async function open(verify: (token: string) => Promise<boolean>): Promise<HttpWorld> {
  asked.length = 0;
  const oauth = {
    resource: "https://tools.example/mcp",
    authorizationServers: ["https://login.example"],
    scopes: ["tools"],
    verify: (token: string) => {
      asked.push(token);
      return verify(token);
    },
  };
  const world = await createHttpWorld({}, { oauth });
  worlds.push(world);
  return world;
}

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const by = (token: string) => ({ authorization: `Bearer ${token}` });

it("tells a client without a token who gives them out, and nobody else's page", async () => {
  const { server, post } = await open(async () => false);
  const refused = await post(LIST, by("wrong"));
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer realm="toolplane", resource_metadata="https://tools.example/.well-known/oauth-protected-resource/mcp", scope="tools"',
  ]);
  for (const path of ["", "/mcp"]) {
    const url = new URL(`/.well-known/oauth-protected-resource${path}`, server.url);
    expect(await (await fetch(url)).json()).toEqual({
      resource: "https://tools.example/mcp",
      authorization_servers: ["https://login.example"],
      bearer_methods_supported: ["header"],
      resource_name: "toolplane",
      scopes_supported: ["tools"],
    });
    expect((await fetch(url, { headers: { origin: "https://evil.example" } })).status).toBe(403);
  }
});

it("lets in whom the authorization server vouches for, and asks it for nobody who is turned away anyway", async () => {
  const { server, post } = await open(async (token) => token === "given-by-login");
  expect((await post(LIST, by("given-by-login"))).status).not.toBe(401);
  expect((await post(LIST, by("made-up"))).status).toBe(401);
  expect((await post(LIST, by(server.token))).status).not.toBe(401);
  const foreign = { ...by("given-by-login"), origin: "https://evil.example" };
  expect((await post(LIST, foreign)).status).toBe(403);
  expect(asked).toEqual(["given-by-login", "made-up"]);
});

it("takes a failure to verify for a no", async () => {
  const { post } = await open(() => Promise.reject(new Error("down")));
  expect((await post(LIST, by("given-by-login"))).status).toBe(401);
});

it("has no such document without an authorization server", async () => {
  const world = await createHttpWorld();
  worlds.push(world);
  const url = new URL("/.well-known/oauth-protected-resource", world.server.url);
  expect((await fetch(url)).status).toBe(404);
});
