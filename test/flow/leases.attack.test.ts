/** Connections and servers that rules opened, and what becomes of them when a rule closes them. */
import { join } from "node:path";
import type { PolicyRule, ToolResult } from "@toolplane/contract";
import { openState } from "@toolplane/library/rooms/state";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PRODUCT_LEVELS } from "../sandbox-levels.ts";
import { WAITING_MS } from "../setup/hanging.ts";
import { type FlowWorld, openFlowWorld } from "./flow-world.ts";

/** Holds a connection that its command line does not name. */
const TALK = [
  "import sys, urllib.request",
  "host = open(sys.argv[1]).read().strip()",
  "answer = urllib.request.urlopen('http://' + host + '/hold')",
  "while answer.read(1): pass",
].join("\n");

/** An MCP server that notes its starts, reads a file, and has a tool that never answers. */
const SERVER = `
const fs = require("node:fs");
fs.appendFileSync("starts.log", "started\\n");
const tool = (name) => ({ name, inputSchema: { type: "object", properties: {} } });
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const say = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  if (method === "initialize")
    say({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } });
  else if (method === "tools/list") say({ tools: [tool("look"), tool("slow")] });
  else if (method === "tools/call" && params.name === "look") {
    let text = "closed";
    try { text = fs.readFileSync("a.txt", "utf8"); } catch {}
    say({ content: [{ type: "text", text: process.pid + " " + text }] });
  } else if (method !== "tools/call") say({});
});
`;

const RULES: readonly PolicyRule[] = [
  { permission: "*", pattern: "**", action: "allow" },
  { permission: "net.fetch", pattern: "*:*", action: "allow" },
];
const deny = (permission: string, pattern: string): PolicyRule => ({
  permission,
  pattern,
  action: "deny",
});
const WAIT = { timeout: WAITING_MS, interval: 50 };

const SANDBOXED = PRODUCT_LEVELS.filter(({ level }) => level !== "none");
const FILES = {
  "talk.py": TALK,
  "one.txt": "one.example",
  "two.txt": "two.example",
  "a.txt": "alpha",
  "starts.log": "",
  "server.cjs": SERVER,
};

const textOf = (result: ToolResult): string => JSON.stringify(result);

for (const { level, sandbox, userDataInside, needs, runs } of SANDBOXED)
  describe.skipIf(!runs)(
    `a rule that comes while something runs at ${level} (needs ${needs})`,
    () => {
      let world: FlowWorld;
      beforeAll(async () => {
        world = await openFlowWorld(FILES, {
          sandbox,
          userDataInside,
          sources: {
            s: { command: process.execPath, args: ["server.cjs"], writes: ["starts.log"] },
          },
        });
        expect(world.toolplane.host.sandbox.level).toBe(level);
      });
      afterAll(() => world.close());

      it("cuts the connections to the host that it denies, ends who spoke with it, and nobody else", async () => {
        const { call, session } = world.open();
        for (const file of ["one.txt", "two.txt"])
          await call("background", { action: "start", command: `python3 talk.py ${file}` }, "once");
        const arrived = () => world.arrived.join("\n");
        await vi.waitFor(
          () =>
            expect(arrived()).toMatch(
              /one.example GET.*two.example GET|two.example GET.*one.example GET/s,
            ),
          WAIT,
        );
        await world.toolplane.setPolicy([...RULES, deny("net.fetch", "one.example")]);
        await vi.waitFor(() => expect(world.arrived).toContain("one.example closed"), WAIT);
        const listed = textOf(await call("background", { action: "list" }));
        expect(listed).toMatch(/was ended by rules: [^\n]*net\.fetch one\.example deny/);
        expect(listed).toMatch(/is running {2}python3 talk\.py two\.txt/);
        expect(world.arrived).not.toContain("two.example closed");
        await world.toolplane.setPolicy(RULES);
        await session.close();
      });

      it("is heard from another process too: an approval that is revoked there ends what it let run", async () => {
        const { call, session } = world.open();
        await world.toolplane.setPolicy([
          ...RULES,
          { permission: "shell.run", pattern: "sleep **", action: "ask" },
        ]);
        await call("background", { action: "start", command: "sleep 600" }, "session");
        const [approval] = session.approvals();
        const elsewhere = await openState({
          userData: join(world.workspace, userDataInside ? ".data" : "../.data"),
          recordPlace: null,
        });
        // A person revokes what they see listed.
        await vi.waitFor(
          async () => expect(await elsewhere.store.approvals.list()).toHaveLength(1),
          WAIT,
        );
        await vi.waitFor(
          () =>
            expect(world.toolplane.host.processes.list(session.id)).toMatchObject([
              { running: true },
            ]),
          WAIT,
        );
        await elsewhere.store.approvals.revoke(approval?.id ?? "");
        await elsewhere.close();
        await vi.waitFor(
          () =>
            expect(world.toolplane.host.processes.list(session.id)).toMatchObject([
              { running: false, endedBy: expect.stringContaining("was revoked") },
            ]),
          WAIT,
        );
        expect(session.approvals()).toEqual([]);
        await world.toolplane.setPolicy(RULES);
        await session.close();
      });

      it("starts an MCP server again without what it closes, once for many of them, and tells its calls", async () => {
        const { call, session } = world.open();
        const look = async () => textOf(await call("mcp__s__look", {}, "once"));
        const first = await look();
        expect(first).toContain("alpha");
        const slow = call("mcp__s__slow", {}, "once");
        // Nothing of these is about the server, or opens more to it: a call under way is not disturbed.
        await world.toolplane.setPolicy([...RULES, deny("fs.read", "/srv/**")]);
        await world.toolplane.setPolicy(RULES);
        const pid = /(\d+) alpha/.exec(first)?.[1];
        expect(await look()).toContain(`${pid} alpha`);
        for (const pattern of ["**/a.txt", "**/b.txt", "**/c.txt"])
          await world.toolplane.setPolicy([
            ...RULES,
            deny("fs.read", "**/a.txt"),
            deny("fs.read", pattern),
          ]);
        expect(textOf(await slow)).toContain("fs.read **/a.txt deny");
        expect(await look()).toContain("closed");
        await world.toolplane.setPolicy(RULES);
        expect(await look()).toContain("alpha");
        await session.close();
      });
    },
  );
