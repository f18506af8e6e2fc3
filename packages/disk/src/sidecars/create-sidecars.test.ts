import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defineTool } from "@toolplane/contract";
import { createKernel, type KernelOptions } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSidecars } from "./create-sidecars.ts";

let base = "";
let scratch = "";
let outside = "";
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "sidecars-"));
  scratch = join(base, "scratch");
  outside = join(base, "outside");
  mkdirSync(scratch, { mode: 0o700 });
  mkdirSync(outside);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const open = () => createSidecars({ places: { scratch } });
const entry = { sessionId: "session_1", callId: "call_1", text: "whole text é\n" };

describe("createSidecars", () => {
  it("keeps the whole text in a private file of the session's directory", async () => {
    const path = await open().write(entry);
    expect(dirname(path)).toBe(join(scratch, "session_1"));
    expect(readFileSync(path, "utf8")).toBe("whole text é\n");
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
  });

  it("gives every file its own name, also for the same call and at the same time", async () => {
    const sidecars = open();
    const paths = await Promise.all(Array.from({ length: 20 }, () => sidecars.write(entry)));
    expect(new Set(paths).size).toBe(20);
    await sidecars.close("session_1");
    expect(readdirSync(scratch)).toEqual([]);
  });

  it("removes the files of the session that closes and no others", async () => {
    const sidecars = open();
    await sidecars.write(entry);
    const kept = await sidecars.write({ ...entry, sessionId: "session_2" });
    await sidecars.close("session_1");
    await sidecars.close("session_1");
    expect(readdirSync(scratch)).toEqual(["session_2"]);
    expect(readFileSync(kept, "utf8")).toBe(entry.text);
  });

  it("leaves alone what others put beside its files", async () => {
    const sidecars = open();
    const path = await sidecars.write(entry);
    const theirs = join(dirname(path), "theirs");
    writeFileSync(theirs, "x");
    await sidecars.close("session_1");
    expect(readdirSync(dirname(path))).toEqual(["theirs"]);
  });

  it("makes one name of any id", async () => {
    const ids = [
      "../../outside/x",
      "/etc/passwd",
      "",
      ".",
      "..",
      "a/b",
      "x".repeat(5_000),
      "\0é\n",
    ];
    for (const id of ids) {
      const path = await open().write({ sessionId: id, callId: id, text: "x" });
      expect(dirname(dirname(path))).toBe(scratch);
    }
    expect(readdirSync(outside)).toEqual([]);
  });

  it("follows no link that stands in its way, and still keeps the text", async () => {
    symlinkSync(outside, join(scratch, "session_1"));
    const sidecars = open();
    const path = await sidecars.write(entry);
    expect(readFileSync(path, "utf8")).toBe(entry.text);
    expect([dirname(dirname(path)), readdirSync(outside)]).toEqual([scratch, []]);
    writeFileSync(join(scratch, "session_2"), "a file");
    const second = await sidecars.write({ ...entry, sessionId: "session_2" });
    expect(readFileSync(second, "utf8")).toBe(entry.text);
  });

  it("removes nothing through a link that took the place of its directory", async () => {
    const sidecars = open();
    const path = await sidecars.write(entry);
    const target = join(outside, path.slice(dirname(path).length + 1));
    writeFileSync(target, "precious");
    rmSync(dirname(path), { recursive: true });
    symlinkSync(outside, dirname(path));
    await sidecars.close("session_1");
    expect(readFileSync(target, "utf8")).toBe("precious");
  });
});

describe("bounded output over real files", () => {
  const big = (maxOutput: number) =>
    defineTool({
      id: "big",
      description: "Says a lot.",
      parameters: { type: "object", properties: { size: { type: "integer" } }, required: ["size"] },
      requires: {},
      limits: { maxOutput },
      execute: ({ size }) => "é".repeat(size),
    });
  const openSession = (options: Partial<KernelOptions>) => {
    const host = { ...createMemoryHost(), sidecars: open() };
    const rules = [{ permission: "*", pattern: "**", action: "allow" }] as const;
    const policy = [{ scope: "session", rules }] as const;
    return createKernel({ host, policy, ...options }).session({ id: "session_9" });
  };
  const call = (size: number) => ({ id: "c1", name: "big", arguments: { size } });

  it("cuts at the tool's cap; head, mark and path come back, the whole lies in the session's directory [R205] [R206] [R208]", async () => {
    const session = openSession({ tools: [big(1_001)] });
    const result = await session.call(call(5_000));
    expect(result).toMatchObject({
      type: "output",
      data: { head: "é".repeat(500) },
      metadata: { truncated: true, output_path: expect.any(String) },
    });
    const path = result.metadata.output_path ?? "";
    expect(dirname(path)).toBe(join(scratch, "session_9"));
    expect(readFileSync(path, "utf8")).toBe("é".repeat(5_000));
    await session.close();
    expect(readdirSync(scratch)).toEqual([]);
  });

  it("lets a host tune the cap, in the same shape [R214]", async () => {
    const session = openSession({ tools: [big(1_000_000)], maxOutput: { big: 10 } });
    expect(await session.call(call(100))).toMatchObject({
      data: { head: "é".repeat(5) },
      metadata: { truncated: true, output_path: expect.any(String) },
    });
    await session.close();
  });
});
