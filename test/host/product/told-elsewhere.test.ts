/** Reports about our walls: hosts, landings, bounds, processes that run on, servers, tools, programs. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ToolResult } from "@toolplane/contract";
import { describe, expect, it, vi } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { WAITING_MS } from "../../setup/hanging.ts";
import { openFolderWorld, toolText } from "../tool-folders/fixture.ts";
import { ALLOWED, linesOf, openToldWorld } from "./told-world.ts";

const WAIT = { timeout: WAITING_MS, interval: 50 };
const HIDDEN = "Not shown to it, because a rule denies it: ";
const ENV_RULE = "(fs.read **/.env* deny (session rules))";

describe.skipIf(!hasSandbox)("a command (needs bubblewrap)", () => {
  it("is told which rule refused a host", async () => {
    const denied = { permission: "net.fetch", pattern: "closed.test", action: "deny" } as const;
    const { told } = await openToldWorld("full", { rules: [ALLOWED, denied] });
    expect(await told("curl -sSf http://closed.test/")).toMatch(
      /permission_denied: .*closed\.test deny/,
    );
    const said = await told("python3 fetch.py");
    expect(said).toBe(
      "[The network refused closed.test:80 (A rule denies net.fetch http://closed.test:80: net.fetch closed.test deny (session rules)). Do without, or ask the user to allow the host.]",
    );
  });

  it("is told which files did not land, and by which rule", async () => {
    const denied = { permission: "fs.write", pattern: "**/out-*.txt", action: "deny" } as const;
    const { told, ws } = await openToldWorld("full", { rules: [denied] });
    const said = await told("python3 write.py out-1.txt; echo ok > fine.txt");
    expect(said).toContain(
      `${ws}/out-1.txt: A rule denies fs.write ${ws}/out-1.txt: fs.write **/out-*.txt deny`,
    );
    expect(existsSync(join(ws, "fine.txt"))).toBe(false);
  });

  it("is told which bound ended it", async () => {
    const { call } = await openToldWorld("full", { landing: { maxBytes: 1_048_576 } });
    const result = await call("bash", {
      command: "head -c 50000000 /dev/zero > big.bin; sleep 60",
    });
    expect(JSON.stringify(result)).toMatch(/ended, and nothing of it landed: /);
  });

  it("is told at the end of a long output too, and never by what is hidden", async () => {
    const { call, ws } = await openToldWorld("full");
    const result = await call("bash", { command: "seq 100001 160000; python3 read.py .env" });
    expect(linesOf(result).join("\n")).toContain(`[${HIDDEN}${ws}/.env ${ENV_RULE}.`);
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });

  it("is told no more than five names of a kind, and nothing invisible in them", async () => {
    const { told, ws } = await openToldWorld("full");
    const many = Array.from({ length: 8 }, (_value, index) => `.env${index}`).join(" ");
    const said =
      (await told(`for name in ${many} $'.env\\e[2J'; do python3 read.py "$name"; done`)) ?? "";
    expect(said.match(/\(fs\.read/g)).toHaveLength(5);
    expect(said).toContain("and 4 more");
    expect(said).not.toContain("\u001b");
    expect(said).toContain(`${ws}/.env`);
  });
});

describe.skipIf(!hasSandbox)("a process that runs on (needs bubblewrap)", () => {
  async function start(command: string) {
    const world = await openToldWorld("full");
    const started = await world.call("background", {
      action: "start",
      command: world.named(command),
    });
    const { id } = (started as ToolResult & { details: { id: string } }).details;
    const read = async () =>
      linesOf(await world.call("background", { action: "read", id })).join("\n");
    return { ...world, started: linesOf(started).join("\n"), id, read };
  }

  it("tells while it runs which rule hides a file, what lies outside and what it cannot write", async () => {
    const { read, ws, named } = await start(
      "python3 read.py .env; python3 read.py {near}/notes.txt; python3 write.py out.txt; sleep 600",
    );
    await vi.waitFor(async () => expect(await read()).toContain("Read-only to a process"), WAIT);
    const said = await read();
    expect(said).toContain(`[${HIDDEN}${ws}/.env ${ENV_RULE}.`);
    expect(said).toContain(
      named("[Outside the workspace and not shown to the command: {near}/notes.txt."),
    );
    expect(said).toContain(
      `[Read-only to a process that runs on: ${ws}/out.txt. Name it in writes when you start it.]`,
    );
  });

  it("tells when it is started that its line names what it is not shown", async () => {
    const { started, named } = await start("tail -f {near}/notes.txt");
    expect(started).toContain(
      named("[Outside the workspace and not shown to the command: {near}/notes.txt."),
    );
  });

  it("tells it again when it is stopped, and of nothing where nothing stood in its way", async () => {
    const { call, id, read, ws } = await start("python3 read.py .env");
    await vi.waitFor(async () => expect(await read()).toContain("exit code 1"), WAIT);
    const stopped = await call("background", { action: "stop", id });
    expect(String((stopped as { data?: unknown }).data)).toContain(
      `[${HIDDEN}${ws}/.env ${ENV_RULE}.`,
    );
    const fine = await start("python3 read.py missing.txt");
    await vi.waitFor(async () => expect(await fine.read()).toContain("exit code 1"), WAIT);
    expect(await fine.read()).not.toMatch(/shown|Read-only|sandbox/);
  });
});

describe.skipIf(!hasSandbox)("beside commands (needs bubblewrap)", () => {
  it("a server that does not start tells model and operator which rule hides its file", async () => {
    const { call, toolplane, ws } = await openToldWorld("full", {
      policy: [{ permission: "fs.read", pattern: "**/.env*", action: "deny" }],
      sources: { files: { command: process.execPath, args: ["server.cjs"] } },
    });
    await toolplane.sources.start(["files"]);
    const health = toolplane.sources.list();
    const sentence = `[${HIDDEN}${ws}/.env (fs.read **/.env* deny (`;
    expect(JSON.stringify(health)).toContain(sentence);
    const called = await call("mcp__files__read", { path: "a.txt" });
    expect(JSON.stringify(called)).toContain(sentence);
    expect(JSON.stringify([health, called])).not.toContain("hunter2");
  });

  it("a program that calls tools tells what stood in the way of its commands", async () => {
    const { call, ws } = await openToldWorld("full");
    const program = 'await tools.bash({ command: "python3 read.py .env" }); return 1;';
    const result = await call("code_mode", { program });
    expect(result).toMatchObject({ type: "output", data: { result: 1 } });
    expect(linesOf(result).join("\n")).toContain(`[${HIDDEN}${ws}/.env ${ENV_RULE}.`);
  });

  it("a tool in a process of its own that ends tells which rule hides its file", async () => {
    const body =
      "try { readFileSync('.env') } catch (error) { console.error(String(error)); process.exit(1) }";
    const before = 'import { readFileSync } from "node:fs";';
    const { call } = await openFolderWorld({
      files: {
        "ws/.env": "hunter2\n",
        "ws/.toolplane/tools/peek.ts": toolText("peek", body, { before }),
      },
      policy: [
        {
          scope: "project",
          rules: [
            { permission: "*", pattern: "**", action: "allow" },
            { permission: "fs.read", pattern: "**/.env*", action: "deny" },
          ],
        },
      ],
    });
    const result = await call("peek");
    expect(result).toMatchObject({ type: "error", code: "unavailable" });
    // Its folder is a copy of its own.
    const { error_text } = result as { readonly error_text: string };
    expect(error_text).toContain(HIDDEN);
    expect(error_text).toContain("/.env (fs.read **/.env* deny (project rules))");
  });
});
