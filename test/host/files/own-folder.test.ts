/** A tool's own folder in the user-data directory, on the real file system. Everything else there stays closed to it. */
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTool, type RequirementSet, type Tool, ToolError } from "@toolplane/contract";
import type { ToolOrigin } from "@toolplane/kernel";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

const OWN: RequirementSet = {
  fs: { read: ["{user-data}/**"], write: ["{user-data}/**"] },
};

interface FileDoor {
  read(path: string): Promise<{ readonly bytes: Uint8Array }>;
  write(path: string, content: string): Promise<unknown>;
}

/** Writes and reads by name: `own:x` is x in its folder, anything else the path itself. */
const keeper = (id: string, requires: RequirementSet = OWN): Tool =>
  defineTool({
    id,
    description: "Keeps notes.",
    parameters: {
      type: "object",
      properties: { put: { type: "string" }, get: { type: "string" } },
    },
    requires,
    gated: false,
    execute: async ({ put, get }, runtime) => {
      const { dataFolder } = runtime.call;
      if (!("fs" in runtime)) throw new ToolError("failed", "no door");
      const { fs } = runtime as { readonly fs: FileDoor };
      const placed = (name: string) => name.replace("own:", `${dataFolder}/`);
      if (put !== undefined) await fs.write(placed(put), `by ${id}`);
      if (get !== undefined) return new TextDecoder().decode((await fs.read(placed(get))).bytes);
      return dataFolder ?? null;
    },
  });

async function open(...tools: readonly Tool[]) {
  const root = mkdtempSync(join(tmpdir(), "toolplane-own-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const data = join(root, "data");
  const tp = await createToolplane({
    workspace: mkdtempSync(join(root, "ws-")),
    userData: data,
    tools,
    sandbox: "none",
    onWarning: () => {},
  });
  onTestFinished(() => tp.close());
  let made = 0;
  const call = async (name: string, args: object = {}) => {
    made += 1;
    const result = await tp.call({ id: `c${made}`, name, arguments: args as never });
    return result.type === "output" ? result.data : result.code;
  };
  return { tp, data, call };
}

describe("{user-data} of a tool that declares it", () => {
  it("is its own folder: it writes there, unasked, and reads it back [R169]", async () => {
    const { call, data } = await open(keeper("notes"));
    const folder = String(await call("notes"));
    expect(folder.startsWith(join(data, "tools", "notes-"))).toBe(true);
    expect(await call("notes", { put: "own:a/b.txt", get: "own:a/b.txt" })).toBe("by notes");
    expect(existsSync(join(folder, "a/b.txt"))).toBe(true);
    expect(await call("notes")).toBe(folder);
  });

  it("never opens the keys, the store or anything else that lies there [R169]", async () => {
    const { call, data } = await open(keeper("notes"), keeper("other"));
    await call("notes", { put: "own:mine.txt" });
    await call("other", { put: "own:theirs.txt" });
    const folder = String(await call("notes"));
    const theirs = String(await call("other"));
    expect(readdirSync(data).length).toBeGreaterThan(1);
    for (const name of readdirSync(data).filter((one) => one !== "tools"))
      expect([name, await call("notes", { get: join(data, name) })]).toEqual([
        name,
        "capability_denied",
      ]);
    writeFileSync(join(data, "secret"), "canary");
    symlinkSync(join(data, "secret"), join(folder, "link"));
    for (const path of [
      join(data, "secret"),
      "own:link",
      "own:../../secret",
      join(theirs, "theirs.txt"),
      `${folder}x/y`,
    ])
      expect([path, await call("notes", { get: path })]).toEqual([path, "capability_denied"]);
    expect(await call("notes", { put: join(data, "tools/new.txt") })).toBe("capability_denied");
  });

  it("is not there for a tool that does not declare it, however much it may read [R169]", async () => {
    const { call, data } = await open(keeper("notes"), keeper("wide", { fs: { read: ["/**"] } }));
    await call("notes", { put: "own:mine.txt" });
    const folder = String(await call("notes"));
    expect(await call("wide")).toBeNull();
    expect(await call("wide", { get: join(folder, "mine.txt") })).toBe("capability_denied");
    expect(await call("wide", { get: join(data, "tools") })).toBe("capability_denied");
  });

  it("is another folder for a tool of the same name from elsewhere [R169]", async () => {
    const { tp, call } = await open(keeper("notes"));
    const own = await call("notes");
    const folders = [own];
    const origins: readonly ToolOrigin[] = [
      { layer: "global" },
      { layer: "project", trusted: true },
    ];
    for (const origin of origins) {
      const shadow = tp.kernel.register(keeper("notes"), origin);
      folders.push(await call("notes"));
      await shadow.close();
    }
    expect(new Set(folders).size).toBe(3);
    expect(await call("notes")).toBe(own);
  });
});
