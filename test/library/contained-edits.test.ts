/** On real files, with nobody to ask and no sandbox: what can be undone is written, and what could not be is left alone. */
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { createMemoryStore } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

async function open(options: ToolplaneOptions = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-held-")));
  const workspace = mkdtempSync(join(root, "ws-"));
  const userData = mkdtempSync(join(root, "data-"));
  const tp = await createToolplane({
    workspace,
    userData,
    preset: "everyday",
    record: false,
    sandbox: "none",
    onWarning: () => {},
    ...options,
  });
  onTestFinished(async () => {
    // A record that cannot be written says so at the end.
    await tp.close().catch(() => {});
    rmSync(root, { recursive: true, force: true });
  });
  let calls = 0;
  const call = async (name: string, args: JsonObject) => {
    calls += 1;
    const result = await tp.call({ id: `call_${calls}`, name, arguments: args });
    return result.type === "error" ? result.code : "output";
  };
  const text = (path: string) => readFileSync(join(workspace, path), "utf8");
  return { root, workspace, call, text };
}

describe("edits that nobody is asked about", () => {
  it("are made by every file tool, and undone without a question", async () => {
    const { call, text, workspace } = await open();
    writeFileSync(join(workspace, "a.txt"), "one\n");
    const patch = "*** Begin Patch\n*** Add File: c.txt\n+new\n*** End Patch\n";
    const edits = [{ old_string: "1", new_string: "2" }];
    expect([
      await call("edit", { path: "a.txt", old_string: "one", new_string: "1" }),
      await call("multi_edit", { path: "a.txt", edits }),
      await call("write", { path: "b.txt", content: "b\n" }),
      await call("apply_patch", { patch }),
    ]).toEqual(["output", "output", "output", "output"]);
    expect([text("a.txt"), text("b.txt"), text("c.txt")]).toEqual(["2\n", "b\n", "new\n"]);
    expect(await call("undo", { paths: ["a.txt"] })).toBe("output");
    expect(text("a.txt")).toBe("1\n");
  });

  it("stop at the workspace, by name and by link, and at files that run by themselves", async () => {
    const { call, root, text, workspace } = await open();
    writeFileSync(join(root, "mine.txt"), "mine\n");
    symlinkSync(root, join(workspace, "up"));
    writeFileSync(join(workspace, ".envrc"), "");
    symlinkSync(".envrc", join(workspace, "plain.txt"));
    for (const path of [join(root, "mine.txt"), "../mine.txt", "up/mine.txt", "plain.txt"])
      expect(await call("write", { path, content: "x" })).toMatch(/denied$/);
    expect([readFileSync(join(root, "mine.txt"), "utf8"), text(".envrc")]).toEqual(["mine\n", ""]);
  });

  it("do not replace what is larger than a door can put back", async () => {
    const { call, text, workspace } = await open({ maxFileBytes: 1_000 });
    writeFileSync(join(workspace, "large.txt"), "x".repeat(1_001));
    expect(await call("write", { path: "large.txt", content: "small" })).toBe("too_large");
    expect(await call("write", { path: "new.txt", content: "x".repeat(1_001) })).toBe("too_large");
    expect(text("large.txt")).toHaveLength(1_001);
    writeFileSync(join(workspace, "large.txt"), "x".repeat(1_000));
    expect(await call("write", { path: "large.txt", content: "small" })).toBe("output");
  });

  it.each(["payloads", "journal"] as const)(
    "do not happen where %s cannot be kept",
    async (part) => {
      const store = createMemoryStore();
      const full = async () => {
        throw new Error("no space");
      };
      const broken: Partial<Store> =
        part === "payloads"
          ? { payloads: { ...store.payloads, put: full } }
          : { record: (batch) => (batch.changes?.length ? full() : store.record(batch)) };
      const { call, text, workspace } = await open({
        record: { store: { ...store, ...broken }, key: new Uint8Array(32) },
      });
      writeFileSync(join(workspace, "a.txt"), "one\n");
      expect(await call("write", { path: "a.txt", content: "two\n" })).not.toBe("output");
      expect(text("a.txt")).toBe("one\n");
    },
  );

  it("do not overwrite what somebody changed since it was read", async () => {
    const { call, text, workspace } = await open();
    writeFileSync(join(workspace, "a.txt"), "one\n");
    expect(await call("read", { path: "a.txt" })).toBe("output");
    writeFileSync(join(workspace, "a.txt"), "by hand\n");
    expect(await call("write", { path: "a.txt", content: "two\n" })).toBe("conflict");
    expect(text("a.txt")).toBe("by hand\n");
  });
});
