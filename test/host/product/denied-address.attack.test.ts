/** A rule that denies an address holds for every name that leads to it, at every connection, for tools and for processes. */
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Rule } from "@toolplane/contract";
import { bashTool, httpRequestTool } from "@toolplane/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { allowAll, openProduct } from "./fixture.ts";

const DENY: Rule = { permission: "net.fetch", pattern: "203.0.113.9:*", action: "deny" };

/** Names that lead to it, by IPv4 and by forms that carry it in IPv6. */
const FORMS: Readonly<Record<string, string>> = {
  "bad.test": "203.0.113.9",
  "mapped.test": "::ffff:203.0.113.9",
  "hex.test": "::FFFF:cb00:7109",
  "nat64.test": "64:ff9b::cb00:7109",
  "6to4.test": "2002:cb00:7109::1",
};

async function openNet(rules: readonly Rule[]) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.host ?? "");
    response.end("REACHED");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  let lookups = 0;
  const product = await openProduct({
    tools: [bashTool, httpRequestTool],
    rules,
    sandbox: hasSandbox ? "auto" : "none",
    resolver: {
      async resolve(host) {
        lookups += 1;
        if (host === "turning.test") return [lookups > 1 ? "203.0.113.9" : "203.0.113.1"];
        if (host === "both.test") return ["203.0.113.1", "203.0.113.9"];
        return [FORMS[host] ?? "203.0.113.1"];
      },
    },
    connector: {
      connect: async () => {
        const socket = connect(port, "127.0.0.1");
        await new Promise((resolve, reject) => {
          socket.once("connect", resolve);
          socket.once("error", reject);
        });
        return socket;
      },
    },
  });
  const get = async (url: string) =>
    JSON.stringify(await product.call("http_request", { url, method: "GET" }));
  return { product, seen, get };
}

describe("a denied address", () => {
  it("is reached by no name through the network door, also when a name turns to it later", async () => {
    const { get, seen } = await openNet([allowAll, DENY]);
    expect(await get("http://good.test/")).toContain("REACHED");
    for (const url of ["http://bad.test/", "http://both.test/", "http://203.0.113.9/"])
      expect(await get(url)).toMatch(/permission_denied/);
    expect(seen).toEqual(["good.test"]);
  });

  it.each([
    "203.0.113.9",
    "3405803785",
    "0xcb007109:*",
    "0313.0.0161.011",
    "203.0.28937",
    "[::ffff:203.0.113.9]",
    "64:ff9b::cb00:7109",
  ])("is the same in every spelling of a rule and of where a name leads: %s", async (pattern) => {
    const { get, seen } = await openNet([
      allowAll,
      { permission: "net.fetch", pattern, action: "deny" },
    ]);
    for (const host of [...Object.keys(FORMS), "203.0.113.9", "[::ffff:cb00:7109]", "3405803785"])
      expect(await get(`http://${host}/`)).toMatch(/permission_denied/);
    expect(await get("http://good.test/")).toContain("REACHED");
    expect(seen).toEqual(["good.test"]);
  });

  it("is denied by a subagent's rules too where the session denies all hosts but a few", async () => {
    const few: readonly Rule[] = [
      { permission: "net.fetch", pattern: "*", action: "deny" },
      { permission: "net.fetch", pattern: "bad.test", action: "allow" },
    ];
    const { product, get } = await openNet(few);
    expect(await get("http://bad.test/")).toContain("REACHED");
    const child = product.toolplane.session({ parent: product.session, rules: [DENY] });
    const result = await child.call({
      id: "child",
      name: "http_request",
      arguments: { url: "http://bad.test/", method: "GET" },
    });
    expect(JSON.stringify(result)).toMatch(/permission_denied/);
  });

  it("is looked for again at every connection", async () => {
    const { get, seen } = await openNet([allowAll, DENY]);
    expect(await get("http://turning.test/")).toContain("REACHED");
    expect(await get("http://turning.test/")).toMatch(/an address that a rule denies/);
    expect(seen).toHaveLength(1);
  });

  it("is no reason to refuse a name where a rule denies all hosts and another opens that name", async () => {
    const { get } = await openNet([
      { permission: "net.fetch", pattern: "*", action: "deny" },
      { permission: "net.fetch", pattern: "good.test", action: "allow" },
    ]);
    expect(await get("http://good.test/")).toContain("REACHED");
  });

  it.skipIf(!hasSandbox)("is reached by no name from a process (needs bubblewrap)", async () => {
    const { product, seen } = await openNet([allowAll, DENY]);
    const run = async (host: string) =>
      JSON.stringify(await product.call("bash", { command: `curl -s -m 9 http://${host}/` }));
    expect(await run("good.test")).toContain("REACHED");
    for (const host of ["bad.test", "both.test"]) expect(await run(host)).not.toContain("REACHED");
    expect(seen).toEqual(["good.test"]);
  });
});
