/** MCP clients of `toolplane mcp` in views: their own, and those that a required check gives them. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Client } from "@modelcontextprotocol/client";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { createLineTransport } from "@toolplane/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { createClient, textOf } from "./world.ts";

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const CHECK = "grep -q BROKEN list.txt && { echo list.txt is broken; exit 1; }; exit 0\n";
const FILES = { "list.txt": "one\ntwo\nthree\nfour\nfive\n", "verify.sh": CHECK };

const requires = (per: string): Readonly<Record<string, string>> => ({
  "../config/policy.jsonc": JSON.stringify({
    land: { require: [{ name: "whole", run: "sh verify.sh", per }] },
  }),
});

interface Connected {
  readonly world: CliWorld;
  readonly client: Client;
  read(path: string): string;
  said(): string;
  call(name: string, given: object): Promise<{ readonly isError: boolean; readonly text: string }>;
  replace(from: string, to: string): Promise<string>;
  /** Ends the client, and settles when its server has ended. */
  leave(): Promise<void>;
  views(): Promise<readonly { readonly id: string; readonly sessionId: string }[]>;
}

async function connect(
  words: readonly string[],
  {
    files = {},
    env = {},
  }: {
    readonly files?: Readonly<Record<string, string>>;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Connected> {
  const world = openCliWorld({ ...FILES, ...files });
  cleanups.push(() => world.remove());
  const child = world.spawn(["mcp", ...words], { env });
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += String(chunk);
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const client = createClient("2025-11-25");
  const pipes = { input: child.stdout as Readable, output: child.stdin as Writable };
  await client.connect(createLineTransport(pipes));
  cleanups.push(() => client.close());
  const call: Connected["call"] = async (name, given) => {
    const result = await client.callTool({ name, arguments: given as Record<string, unknown> });
    return { isError: result.isError === true, text: textOf(result) };
  };
  return {
    world,
    client,
    call,
    read: (path) => readFileSync(join(world.workspace, path), "utf8"),
    said: () => said.replace(/\s+/g, " "),
    async replace(from, to) {
      await call("read", { path: "list.txt" });
      const given = { path: "list.txt", old_string: from, new_string: to };
      return (await call("edit", given)).text;
    },
    async leave() {
      // As a client does that waits: the protocol's own one ends its server by force a few seconds later.
      child.stdin?.end();
      await ended;
    },
    async views() {
      const { stdout } = await world.run(["views", "--json"]);
      return JSON.parse(stdout).views;
    },
  };
}

describe.skipIf(!hasSandbox)("toolplane mcp --view own (needs a sandbox)", () => {
  it("keeps what a client changed in its view, and lands it when the client has left", async () => {
    const { world, client, call, read, leave, said, replace, views } = await connect([
      "--view",
      "own",
    ]);
    await client.listTools();
    await replace("two", "TWO");
    // A command of the same client finds what its tools wrote, and the other way round.
    expect(
      (await call("bash", { command: "cp list.txt copy.txt && cat copy.txt" })).text,
    ).toContain("TWO");
    expect((await call("read", { path: "copy.txt" })).text).toContain("TWO");
    expect(read("list.txt")).toBe(FILES["list.txt"]);
    expect(existsSync(join(world.workspace, "copy.txt"))).toBe(false);
    // Meanwhile somebody works on the same file.
    writeFileSync(join(world.workspace, "list.txt"), FILES["list.txt"].replace("five", "FIVE"));
    await leave();
    expect(said()).toContain("2 files landed");
    expect(read("list.txt")).toBe("one\nTWO\nthree\nfour\nFIVE\n");
    expect(read("copy.txt")).toContain("TWO");
    expect(await views()).toEqual([]);
  });

  it("leaves in the view what conflicts, and names it", async () => {
    const { world, read, leave, said, replace, views } = await connect(["--set", "view=own"]);
    await replace("two", "TWO");
    writeFileSync(join(world.workspace, "list.txt"), FILES["list.txt"].replace("two", "zwei"));
    await leave();
    const [left] = await views();
    expect(said()).toContain("nothing landed: the project was changed in the same places");
    expect(said()).toMatch(/list\.txt: .* toolplane views show/);
    expect(said()).toContain(`toolplane views show ${left?.id}`);
    expect(read("list.txt")).toContain("zwei");
    expect((await world.run(["views", "land", left?.id ?? "", "--yes"])).code).toBe(1);
    const answered = await world.run(["views", "rebase", left?.id ?? "", "--ours", "list.txt"]);
    expect(answered.code).toBe(0);
    expect((await world.run(["views", "land", left?.id ?? "", "--yes"])).code).toBe(0);
    expect(read("list.txt")).toContain("TWO");
  });

  it("lands nothing that a required check does not pass", async () => {
    const { read, leave, said, replace, views } = await connect(["--view", "own"], {
      files: requires("turn"),
    });
    expect(await replace("two", "BROKEN")).not.toContain("not in the project");
    await leave();
    expect(said()).toContain("nothing landed: a required check does not pass");
    expect(said()).toContain("list.txt is broken");
    expect(read("list.txt")).toBe(FILES["list.txt"]);
    expect(await views()).toHaveLength(1);
  });
});

describe.skipIf(!hasSandbox)("a client of a project that requires checks (needs a sandbox)", () => {
  it("lands each call by itself, and goes on in its view where one is red", async () => {
    const { call, read, leave, replace, views } = await connect([], { files: requires("turn") });
    await replace("one", "ONE");
    expect(read("list.txt")).toBe(FILES["list.txt"].replace("one", "ONE"));
    const red = await replace("two", "BROKEN");
    expect(red).toMatch(/not in the project: it waits in the view \w+/);
    expect(red).toContain("list.txt is broken");
    expect(read("list.txt")).not.toContain("BROKEN");
    expect((await call("read", { path: "list.txt" })).text).toContain("BROKEN");
    const mended = await call("bash", { command: "sed -i s/BROKEN/TWO/ list.txt" });
    expect(mended.text).not.toContain("not in the project");
    expect(read("list.txt")).toBe("ONE\nTWO\nthree\nfour\nfive\n");
    await leave();
    expect(await views()).toEqual([]);
  });

  it("hears of a check of each call at once, also where its changes wait for the end", async () => {
    const { leave, replace, views } = await connect(["--view", "own"], { files: requires("call") });
    expect(await replace("two", "BROKEN")).toContain("list.txt is broken");
    await leave();
    expect(await views()).toHaveLength(1);
  });
});

describe("toolplane mcp where no view can be held", () => {
  const env = { TOOLPLANE_SANDBOX: "none" };

  it("makes no call with --view own, and says why", async () => {
    const { call, read } = await connect(["--view", "own"], { env });
    const refused = await call("write", { path: "new.txt", content: "new\n" });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("cannot hold") });
    expect(() => read("new.txt")).toThrow("ENOENT");
  });
});
