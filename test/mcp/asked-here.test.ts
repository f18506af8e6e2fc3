/** Clients that show no forms, and the two places where somebody else is asked: the terminal of start, and the waiting room. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { runInPty } from "../cli/approvals/pty.fixture.ts";
import { serve } from "./running-server.ts";
import { createClient, REVISIONS, type Revision, textOf } from "./world.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function open(): CliWorld {
  const world = openCliWorld({ "a.txt": "alpha\n" });
  cleanups.push(() => world.remove());
  return world;
}

async function connect(url: string, token: string, revision: Revision) {
  const client = createClient(revision);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  cleanups.push(() => client.close());
  return client;
}

const write = (path: string) => ({ name: "write", arguments: { path, content: "hello" } });

describe("a question that the client cannot show", () => {
  it("is a card in the terminal of start; calls that settle meanwhile stand below it afterwards", async () => {
    const world = open();
    const run = runInPty(world, ["start", "--port", "0"], { env: { NO_COLOR: "1" } });
    cleanups.push(() => run.signal("SIGKILL"));
    await run.shows(/Calls stand here/);
    const url = /http:\S+/.exec(run.raw())?.[0] ?? "";
    const token = readFileSync(join(world.data, "mcp.token"), "utf8").trim();
    expect(run.raw()).not.toContain(token);
    const asking = await connect(url, token, "2025-11-25");
    const reading = await connect(url, token, "2026-07-28");
    const asked = asking.callTool(write(".envrc"));
    await run.shows(/write asks[\s\S]*then Enter/);
    const read = await reading.callTool({ name: "read", arguments: { path: "a.txt" } });
    expect(textOf(read)).toContain("alpha");
    expect(run.frame()).not.toContain("✓ read");
    expect(existsSync(join(world.workspace, ".envrc"))).toBe(false);
    await run.typesUntil("o", /› o {2}Allow once/);
    run.type("\r");
    expect(await asked).toMatchObject({ structuredContent: { action: "created" } });
    const shown = await run.shows(/✓ read {2}a\.txt[\s\S]*✓ write {2}\.envrc/);
    for (const line of shown.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    run.type("\u0003");
    expect(await run.ended).toBe(130);
  });

  it.each(REVISIONS)("waits for toolplane approvals with --wait, revision %s", async (revision) => {
    const world = open();
    const server = await serve(world, ["serve", "--port", "0", "--wait"]);
    cleanups.push(() => server.stop());
    const client = await connect(server.url, server.token, revision);
    const asked = client.callTool(write(".envrc"));
    const waiting = async (): Promise<string> => (await world.run(["approvals", "--json"])).stdout;
    await expect.poll(waiting, { interval: 300 }).toContain('"state":"waiting"');
    expect(existsSync(join(world.workspace, ".envrc"))).toBe(false);
    expect(await world.run(["approvals", "answer", "--next", "once"])).toMatchObject({ code: 0 });
    expect(await asked).toMatchObject({ structuredContent: { action: "created" } });
    expect(readFileSync(join(world.workspace, ".envrc"), "utf8")).toBe("hello");
  });
});
