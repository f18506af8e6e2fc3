/**
 * A client cancels while every core is busy: what its call began is gone, and the call is over. The product's own bound is five
 * seconds. A machine that others use as well cannot prove that, so the wait here has patience; `npm run clients` measures it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openCliWorld, openEditor, programWords } from "@toolplane/cli/fixtures";
import { createChannelTransport } from "@toolplane/mcp/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { processesOf } from "./processes-of.ts";
import { openChildChannel } from "./upstream/child-channel.ts";
import { openUpstreamWorld } from "./upstream/upstream-world.ts";
import { createClient } from "./world.ts";

/** The client gives up long after the test would: what ends the call is the cancel. */
const CLIENT_MS = 600_000;
const PATIENCE = { timeout: 60_000, interval: 20 };

/** Holds every core until it is told to stop. */
function holdCores(): () => void {
  const loops: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  const stop = (): void => {
    for (const loop of loops) loop.kill("SIGKILL");
  };
  onTestFinished(stop);
  return stop;
}

/** Cancels with busy cores; settles when `isGone`. */
async function cancelBusy(cancel: () => unknown, isGone: () => boolean): Promise<void> {
  const release = holdCores();
  const began = performance.now();
  await cancel();
  await expect.poll(isGone, PATIENCE).toBe(true);
  release();
  const took = Math.round(performance.now() - began);
  if (process.env.TOOLPLANE_TELL_TIMES) process.stdout.write(`cancelled in ${took} ms\n`);
}

async function connect(): Promise<Client> {
  const world = openCliWorld({ "a.txt": "alpha\n" });
  const client = createClient("2025-11-25");
  onTestFinished(async () => {
    await client.close();
    world.remove();
  });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...programWords(), "mcp", "--tools", "everyday"],
    cwd: world.workspace,
    env: { ...world.environment, TOOLPLANE_MODE: "yolo" },
    stderr: "ignore",
  });
  await client.connect(transport);
  return client;
}

const runs = (words: string): boolean => processesOf(words).length > 0;
/** A word of the command line that no other process has. */
const mark = (place: number): string => `61${place}.${process.pid}`;

describe("a call that is cancelled with busy cores", () => {
  it("is over for a client of MCP: a command, a program, a request", async () => {
    const client = await connect();
    let open = 0;
    const server = createServer((request) => {
      open += 1;
      request.on("close", () => {
        open -= 1;
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.closeAllConnections());
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const program = `await tools.bash({ command: "sleep ${mark(1)}" });`;
    const calls = [
      ["bash", { command: `trap '' TERM INT; sleep ${mark(0)}; sleep ${mark(0)}` }, mark(0)],
      ["code_mode", { program }, mark(1)],
      ["http_request", { url, method: "GET" }, null],
    ] as const;
    for (const [name, given, word] of calls) {
      const stopping = new AbortController();
      const { signal } = stopping;
      const call = client.callTool({ name, arguments: given }, { signal, timeout: CLIENT_MS });
      let isOver = false;
      const ended = call
        .catch(() => undefined)
        .finally(() => {
          isOver = true;
        });
      const isThere = (): boolean => (word === null ? open > 0 : runs(word));
      await expect.poll(() => isThere() || isOver, PATIENCE).toBe(true);
      expect([name, isOver ? await call : null]).toEqual([name, null]);
      await cancelBusy(
        () => stopping.abort("enough"),
        () => isOver && !isThere(),
      );
      await ended;
    }
    // The server itself is well, and serves the next call.
    const next = await client.callTool({ name: "read", arguments: { path: "a.txt" } });
    expect(JSON.stringify(next)).toContain("alpha");
  });

  it("is over for an editor", async () => {
    const command = `trap '' TERM; sleep ${mark(2)}; sleep ${mark(2)}`;
    const script = [{ calls: [{ name: "bash", arguments: { command } }] }];
    const editor = await openEditor({ script, answer: () => "allow_once" });
    onTestFinished(() => editor.close());
    const sessionId = await editor.session();
    const prompting = editor.prompt(sessionId, "Wait.");
    await expect.poll(() => runs(mark(2)), PATIENCE).toBe(true);
    await cancelBusy(
      () => editor.agent.notify("session/cancel", { sessionId }),
      () => !runs(mark(2)),
    );
    expect(await prompting).toEqual({ stopReason: "cancelled" });
  }, 60_000);

  it("is over where a server behind it is silent", async () => {
    const program = join(import.meta.dirname, "upstream/hostile-server.ts");
    const words = ["--disable-warning=ExperimentalWarning", program, "silent"];
    const world = await openUpstreamWorld({
      revision: "2025-11-25",
      connect: () => createChannelTransport(openChildChannel([process.execPath, ...words])),
    });
    onTestFinished(() => world.close());
    const stopping = new AbortController();
    let given: unknown = null;
    void world.call("do", {}, { signal: stopping.signal }).then((result) => {
      given = result;
    });
    await cancelBusy(
      () => stopping.abort(),
      () => given !== null,
    );
    expect(given).toMatchObject({ code: "cancelled" });
  }, 60_000);
});
