import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld, type RunAnswer } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { type HostileHttp, openHostileHttp, sendJson } from "../../mcp/upstream/hostile-http.ts";

const TOKEN = "token-1a2b3c4d5e6f";
const REFRESH = "refresh-9z8y7x6w";
const worlds: CliWorld[] = [];
const servers: HostileHttp[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) world.remove();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server that wants a token, and one elsewhere that gives them out; both may be reached. */
async function openSignIn() {
  const issuer = await openHostileHttp(({ path, body }, response) => {
    const own = issuer.origin;
    if (path.startsWith("/.well-known/oauth-authorization-server"))
      return sendJson(response, {
        issuer: own,
        authorization_endpoint: `${own}/authorize`,
        token_endpoint: `${own}/token`,
        registration_endpoint: `${own}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
    if (path === "/register")
      return sendJson(response, { ...JSON.parse(body), client_id: "made-here" }, 201);
    if (path !== "/token") return false;
    const given = { access_token: TOKEN, token_type: "Bearer", refresh_token: REFRESH };
    return sendJson(response, given);
  });
  const server = await openHostileHttp(({ path, headers }, response) => {
    if (path.startsWith("/.well-known/oauth-protected-resource"))
      return sendJson(response, { resource: server.url, authorization_servers: [issuer.origin] });
    if (path !== "/mcp" || headers.authorization === `Bearer ${TOKEN}`) return false;
    response.writeHead(401).end();
    return true;
  });
  servers.push(issuer, server);
  const world = openCliWorld();
  worlds.push(world);
  const hosts = [issuer, server].map(({ origin }) => new URL(origin).host);
  mkdirSync(world.config, { recursive: true });
  writeFileSync(join(world.config, "config.jsonc"), JSON.stringify({ reach: { hosts } }));
  return { world, server, issuer };
}

/** Runs it with a person at a browser, who goes where they are told and comes back as `back` says. */
function runAtBrowser(
  world: CliWorld,
  words: readonly string[],
  back: (url: URL) => Promise<void> | void = comeBack,
): Promise<RunAnswer> {
  let seen = "";
  let isOpened = false;
  return world.run(words, {
    onNote(text) {
      seen += text;
      const [, url] = /^ {2}(http\S+authorize\S+)$/m.exec(seen) ?? [];
      if (url === undefined || isOpened) return;
      isOpened = true;
      void back(new URL(url));
    },
  });
}

function returnOf(url: URL): URL {
  const back = new URL(url.searchParams.get("redirect_uri") ?? "");
  back.searchParams.set("code", "the-code");
  back.searchParams.set("state", url.searchParams.get("state") ?? "");
  return back;
}

async function comeBack(url: URL): Promise<void> {
  await fetch(returnOf(url));
}

const keptFiles = (world: CliWorld): readonly string[] => {
  const folder = join(world.data, "sources");
  const names = readdirSync(folder).filter((name) => name.endsWith(".credentials"));
  return names.map((name) => join(folder, name));
};

describe("a server that wants to know who you are", () => {
  it("is signed in to by a browser, and its token is kept and shown nowhere", async () => {
    const { world, server, issuer } = await openSignIn();
    const add = ["add", "docs", "--url", server.url, "--oauth", "--port", "0", "--yes"];
    const added = await runAtBrowser(world, add);
    expect(added).toMatchObject({ code: 0 });
    const [file = ""] = keptFiles(world);
    expect(readFileSync(file, "utf8")).toContain(TOKEN);
    expect(statSync(file).mode & 0o077).toBe(0);
    const shown = await world.run(["sources", "--json"]);
    expect(JSON.parse(shown.stdout).sources).toMatchObject([
      { name: "docs", trusted: true, health: { state: "ready" } },
    ]);
    const host = new URL(issuer.origin).host;
    expect(JSON.parse(shown.stdout).sources[0].server).toMatchObject({
      oauth: true,
      hosts: [host],
    });
    for (const text of [added.stdout, added.stderr, shown.stdout, shown.stderr]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(REFRESH);
    }
  });

  it("is unauthorized once the token is gone, and says what helps; a sign-in helps", async () => {
    const { world, server } = await openSignIn();
    const add = ["add", "docs", "--url", server.url, "--oauth", "--port", "0", "--yes"];
    await runAtBrowser(world, add);
    expect(await world.run(["sources", "logout", "docs"])).toMatchObject({ code: 0 });
    expect(keptFiles(world)).toEqual([]);
    const out = await world.run(["sources", "--json"]);
    expect(JSON.parse(out.stdout).sources[0].health).toMatchObject({ state: "unauthorized" });
    expect(out.stdout).toContain("toolplane sources login docs");
    const login = ["sources", "login", "docs", "--port", "0", "--yes"];
    expect(await runAtBrowser(world, login)).toMatchObject({ code: 0 });
    const again = await world.run(["sources", "--json"]);
    expect(JSON.parse(again.stdout).sources[0].health).toMatchObject({ state: "ready" });
  });

  it("is not signed in to by a page that sends the browser back without having been asked", async () => {
    const { world, server } = await openSignIn();
    const add = ["add", "docs", "--url", server.url, "--oauth", "--port", "0", "--yes"];
    const turned: number[] = [];
    const added = await runAtBrowser(world, add, async (url) => {
      const odd = returnOf(url);
      odd.searchParams.set("state", "guessed");
      odd.searchParams.set("code", "<script>");
      const page = await fetch(odd);
      turned.push(page.status);
      expect(await page.text()).not.toContain("script");
      turned.push((await fetch(new URL("/", odd))).status);
      await comeBack(url);
    });
    expect(turned).toEqual([404, 404]);
    expect(added).toMatchObject({ code: 0 });
  });

  it("names where people sign in, and nobody goes there without a word of the person", async () => {
    const { world, server, issuer } = await openSignIn();
    const add = ["add", "docs", "--url", server.url, "--header", `Authorization=Bearer ${TOKEN}`];
    expect(await world.run([...add, "--yes"])).toMatchObject({ code: 0 });
    const before = issuer.hits.length;
    const login = await world.run(["sources", "login", "docs", "--port", "0"]);
    expect(login).toMatchObject({ code: 1 });
    expect(login.stderr).toContain(new URL(issuer.origin).host);
    expect(issuer.hits.length).toBe(before);
    expect(keptFiles(world)).toEqual([]);
  });

  it("is not kept without a sign-in, and says how there is one", async () => {
    const { world, server } = await openSignIn();
    const added = await world.run(["add", "docs", "--url", server.url, "--yes"]);
    expect(added).toMatchObject({ code: 1 });
    expect(added.stdout).toContain("--oauth");
  });
});
