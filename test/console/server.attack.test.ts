import { get, type IncomingMessage } from "node:http";
import { type ConsoleWorld, openConsoleWorld, send } from "@toolplane/cli/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let ground: ConsoleWorld;
const MARKUP = '<img src=x onerror="alert(1)"><script>alert(1)</script>\u202e\u0000';

beforeAll(async () => {
  ground = await openConsoleWorld({ "README.md": "# Ledger\n", [`${"<b>"}x.txt`]: MARKUP });
});
afterAll(async () => {
  await ground.close();
});

describe("coming in", () => {
  it("takes the ticket of the printed address once, and gives a cookie that no script reads", async () => {
    const address = ground.server.ticketUrl();
    const first = await send(address);
    expect(first).toMatchObject({ status: 303 });
    const mark = /^\/#mark=([\w-]{43})$/.exec(String(first.headers.location))?.[1] ?? "";
    const [cookie = ""] = first.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^toolplane_\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
    expect(await send(address)).toMatchObject({ status: 401 });
    const own = { cookie: cookie.split(";")[0] ?? "" };
    const url = `${ground.server.url}/api/v1/here`;
    const marked = { ...own, "x-toolplane-console": mark };
    expect(await send(url, { headers: marked })).toMatchObject({ status: 200 });
    // Every server of this machine is sent the cookie: alone it opens nothing, and gets no mark.
    expect(await send(url, { headers: own })).toMatchObject({ status: 401 });
    expect(await send(address, { headers: own })).toMatchObject({
      status: 303,
      headers: { location: "/" },
    });
  });

  it.each(["", "?ticket=", "?ticket=AAAA", `?ticket=${"A".repeat(43)}`])(
    "refuses the ticket %j",
    async (query) => {
      const sent = await send(`${ground.server.url}/open${query}`);
      expect([sent.status, sent.headers["set-cookie"]]).toEqual([401, undefined]);
    },
  );

  it("does not spend the ticket for a page from elsewhere that found the address", async () => {
    const address = ground.server.ticketUrl();
    for (const site of ["cross-site", "same-site"])
      expect(await send(address, { headers: { "sec-fetch-site": site } })).toMatchObject({
        status: 403,
      });
    for (const url of [address, `${ground.server.url}/`])
      expect(await send(url, { headers: { host: "evil.example" } })).toMatchObject({ status: 403 });
    expect(await send(address)).toMatchObject({ status: 303 });
  });

  it("gives nothing to who has no pass, a ticket for a pass, or a page from elsewhere", async () => {
    const tries: readonly Readonly<Record<string, string | undefined>>[] = [
      { authorization: undefined },
      { authorization: "Bearer none" },
      { authorization: `Bearer ${new URL(ground.server.ticketUrl()).searchParams.get("ticket")}` },
      { host: "evil.example" },
      { host: `evil.example:${ground.server.port}` },
      { origin: "https://evil.example" },
      { origin: "http://localhost:1" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of tries)
      for (const path of [
        "/api/v1/here",
        "/api/v1/events",
        "/api/v1/openapi.json",
        "/api/v1/none",
        "/api/v1/chats",
        "/api/v1/chats/none/events",
      ]) {
        const sent = await ground.send(path, { headers });
        expect([401, 403], JSON.stringify(headers)).toContain(sent.status);
        expect(sent.headers["access-control-allow-origin"]).toBeUndefined();
        expect(sent.text).not.toContain(ground.world.workspace);
      }
    const preflight = await ground.send("/api/v1/here", {
      method: "OPTIONS",
      headers: { origin: "https://evil.example" },
    });
    expect(preflight.status).toBe(403);
  });

  it("takes nothing that changes something from a cookie without the page's own mark", async () => {
    const opened = await send(ground.server.ticketUrl());
    const cookie = (opened.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
    const mark = String(opened.headers.location).split("=")[1] ?? "";
    const path = `${ground.server.url}/api/v1/policy/check`;
    const body = { scope: "own", text: "{}" };
    for (const sent of ["", "1", cookie.split("=")[1] ?? ""]) {
      const headers = { cookie, "x-toolplane-console": sent, origin: ground.server.url };
      expect(await send(path, { method: "POST", body, headers })).toMatchObject({ status: 401 });
    }
    const form = { cookie, "content-type": "text/plain", "x-toolplane-console": mark };
    expect(await send(path, { method: "POST", body, headers: form })).toMatchObject({
      status: 415,
    });
    const own = { cookie, "x-toolplane-console": mark, origin: ground.server.url };
    expect(await send(path, { method: "POST", body, headers: own })).toMatchObject({ status: 200 });
  });
});

it("lets two consoles on one machine live beside each other, each with a pass of its own", async () => {
  const other = await openConsoleWorld({ "README.md": "# Other\n" });
  try {
    const open = async ({ server }: ConsoleWorld) => {
      const { headers } = await send(server.ticketUrl());
      const [cookie = ""] = (headers["set-cookie"]?.[0] ?? "").split(";");
      return { cookie, mark: String(headers.location).split("=")[1] ?? "" };
    };
    const first = await open(ground);
    const second = await open(other);
    // A browser sends the cookies of all ports of one machine to each of them.
    const cookie = `${first.cookie}; ${second.cookie}`;
    for (const { at, mark } of [
      { at: ground, mark: first.mark },
      { at: other, mark: second.mark },
    ]) {
      const headers = { cookie, "x-toolplane-console": mark };
      const here = await send(`${at.server.url}/api/v1/here`, { headers });
      expect([here.status, here.json.workspace]).toEqual([200, at.world.workspace]);
    }
    const pass = first.cookie.split("=")[1] ?? "";
    for (const headers of [
      { cookie: `toolplane_${other.server.port}=${pass}`, "x-toolplane-console": first.mark },
      { cookie, "x-toolplane-console": first.mark },
      { authorization: `Bearer ${pass}` },
    ])
      expect((await send(`${other.server.url}/api/v1/here`, { headers })).status).toBe(401);
  } finally {
    await other.close();
  }
});

describe("what is asked for", () => {
  it.each([
    "/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2f..%2fetc%2fpasswd",
    "/assets/../../../package.json",
    "/assets/..%5c..%5cpackage.json",
    "//etc/passwd",
    "/assets/%00index.html.js",
    "/.env",
  ])("is a name in a list, so %j is nothing", async (path) => {
    const sent = await ground.send(path);
    expect([
      sent.status === 404 || sent.headers["content-type"] === "text/html; charset=utf-8",
      sent.text.includes("root:"),
    ]).toEqual([true, false]);
  });

  it.each([
    "/api/v1/sessions/..%2f..%2fetc%2fpasswd",
    "/api/v1/sessions/%00",
    "/api/v1/sessions/%",
    "/api/v1/tools/__proto__",
    "/api/v1/tools/constructor",
    "/api/v1//sessions",
    "/api/v1/policy/files/..%2f",
  ])("is no place where there is none: %j", async (path) => {
    expect([404, 405]).toContain((await ground.send(path)).status);
  });

  it("refuses bodies that are too large, whether they say so or not, and what is no JSON", async () => {
    const text = JSON.stringify({ scope: "own", text: "x".repeat(2_200_000) });
    const path = "/api/v1/policy/check";
    expect(await ground.send(path, { method: "POST", body: text })).toMatchObject({ status: 413 });
    const chunked = { "transfer-encoding": "chunked", "content-type": "application/json" };
    const sent = await ground
      .send(path, { method: "POST", body: text, headers: chunked })
      .catch(() => ({ status: 413 }));
    expect(sent.status).toBe(413);
    expect(await ground.send(path, { method: "POST", body: "{" })).toMatchObject({ status: 400 });
    expect(await ground.send(path, { method: "POST", body: [] })).toMatchObject({ status: 400 });
    const gzip = { "content-encoding": "gzip" };
    expect(await ground.send(path, { method: "POST", body: {}, headers: gzip })).toMatchObject({
      status: 415,
    });
  });

  it("comes with headers that leave a page nothing to do for text of strangers", async () => {
    for (const path of ["/", "/api/v1/here", "/none.js", "/open"]) {
      const { headers } = await ground.send(path);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
      });
    }
  });
});

it("gives markup of models and tools back as text in JSON, whatever field it stands in", async () => {
  const { sessionId } = await ground.world.record([
    ["read", { path: "<b>x.txt" }],
    ["bash", { command: `echo '${MARKUP.replaceAll("\u0000", "")}'` }],
    [MARKUP.slice(0, 40), { [MARKUP]: MARKUP }],
  ]);
  for (const path of [
    "/sessions",
    `/sessions/${sessionId}/calls`,
    `/sessions/${sessionId}/calls/call_1`,
    `/sessions/${sessionId}/calls/call_2`,
    `/sessions/${sessionId}/calls/call_3`,
    `/sessions/${sessionId}/export?content=true`,
  ]) {
    const { status, headers } = await ground.send(`/api/v1${path}`);
    expect([path, status]).toEqual([path, 200]);
    expect(String(headers["content-type"])).toMatch(/^(application\/json|text\/plain)/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
  const { text } = await ground.send(`/api/v1/sessions/${sessionId}/export?content=true`);
  expect(text).toContain("onerror");
});

describe("the stream of events", () => {
  const open = (headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { port } = ground.server;
      const options = { host: "127.0.0.1", port, path: "/api/v1/events", agent: false };
      const sent = get(
        { ...options, headers: { authorization: `Bearer ${ground.pass}`, ...headers } },
        resolve,
      );
      sent.on("error", reject);
    });
  const reading = (stream: IncomingMessage): { readonly text: () => string } => {
    let text = "";
    stream.on("data", (chunk: Buffer) => {
      text += chunk;
    });
    stream.on("error", () => {});
    return { text: () => text };
  };

  it("goes on where a page left off, and says when it cannot", async () => {
    const first = await open();
    const heard = reading(first);
    await expect.poll(heard.text).toContain("event: hello");
    await ground.world.record([["read", { path: "README.md" }]]);
    await expect.poll(heard.text).toContain("event: sessions");
    const ids = [...heard.text().matchAll(/^id: (.+)$/gm)].map(([, id = ""]) => id);
    first.destroy();
    const again = await open({ "last-event-id": ids[0] ?? "" });
    const missed = reading(again);
    await expect.poll(missed.text).toContain("event: sessions");
    again.destroy();
    const stranger = await open({ "last-event-id": "another-run-7" });
    const told = reading(stranger);
    await expect.poll(told.text).toContain("event: reset");
    stranger.destroy();
  });

  it("holds a thousand pages, refuses more, and goes on for the others", async () => {
    const streams: IncomingMessage[] = [];
    for (let left = 1_000; left > 0; left -= 50)
      streams.push(...(await Promise.all(Array.from({ length: 50 }, () => open()))));
    const good = streams.filter(({ statusCode }) => statusCode === 200);
    // One or two of the test before may not be gone yet.
    expect(good.length).toBeGreaterThan(990);
    const over = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(over.some(({ statusCode }) => statusCode === 503)).toBe(true);
    const last = reading(good[0] as IncomingMessage);
    await ground.world.record([["read", { path: "README.md" }]]);
    await expect.poll(last.text).toContain("event: sessions");
    expect(await ground.send("/api/v1/here")).toMatchObject({ status: 200 });
    for (const stream of [...streams, ...over]) stream.destroy();
    expect(ground.faults).toEqual([]);
  });
});
