import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { someObservation } from "./case-fixture.ts";
import { firedCanaries, hasHappened } from "./harness/check-oracle.ts";
import { changedUnder, readTree } from "./harness/file-tree.ts";
import { CANARIES } from "./harness/fixture.ts";
import { textsOf } from "./harness/read-sinks.ts";

const root = mkdtempSync(join(tmpdir(), "oracle-"));
afterAll(() => rmSync(root, { recursive: true }));

const quiet = someObservation({ workspace: root });

describe("the oracle", () => {
  it.each(["output", "log", "audit", "prompt", "sidecar", "display"] as const)(
    "finds a text in the sink %s and nowhere else",
    (name) => {
      const seen = { ...quiet, sinks: { ...quiet.sinks, [name]: ["a needle b"] } };
      expect(hasHappened({ [name]: "needle" }, seen)).toBe(true);
      expect(hasHappened({ [name]: "needle" }, quiet)).toBe(false);
    },
  );

  it("counts an invisible character in a question only where a person sees it", () => {
    const seen = { ...quiet, sinks: { ...quiet.sinks, promptData: ["a\u202eb KEY"] } };
    expect(hasHappened({ prompt: "\u202e" }, seen)).toBe(false);
    expect(hasHappened({ prompt: "KEY" }, seen)).toBe(true);
  });

  it("looks at files as they are", () => {
    writeFileSync(join(root, "f"), "x = 2\n");
    expect(hasHappened({ file: "f" }, quiet)).toBe(true);
    expect(hasHappened({ file: "g" }, quiet)).toBe(false);
    expect(hasHappened({ fileText: ["f", "x = 2"] }, quiet)).toBe(true);
    expect(hasHappened({ fileText: ["f", "x = 3"] }, quiet)).toBe(false);
  });

  it("knows who was contacted, how often and with which headers", () => {
    const servers = {
      a: { connections: 2, hits: [{ path: "/", headers: { authorization: "x" } }] },
      b: { connections: 0, hits: [] },
    };
    const seen = { ...quiet, servers, connects: ["203.0.113.9", "203.0.113.9:80"] };
    expect(hasHappened({ hit: "a" }, seen)).toBe(true);
    expect(hasHappened({ hit: "b" }, seen)).toBe(false);
    expect(hasHappened({ hits: ["a", 1] }, seen)).toBe(true);
    expect(hasHappened({ hits: ["a", 2] }, seen)).toBe(false);
    expect(hasHappened({ hitHeader: ["a", "Authorization"] }, seen)).toBe(true);
    expect(hasHappened({ connect: "203.0.113.9" }, seen)).toBe(true);
    expect(() => hasHappened({ hit: "c" }, seen)).toThrow(/no server/);
  });

  it("measures bytes, modes, processes and truncation", () => {
    const measures = {
      ...quiet.measures,
      outputBytes: 10,
      mostProcesses: 3,
      sidecarModes: [0o640],
      leftoverProcesses: ["9 sleep"],
      isTruncated: true,
    };
    const seen = { ...quiet, measures, modelCalls: 1, proto: ["polluted"] };
    expect(hasHappened({ outputBytesOver: 9 }, seen)).toBe(true);
    expect(hasHappened({ outputBytesOver: 10 }, seen)).toBe(false);
    expect(hasHappened({ processesOver: 2 }, seen)).toBe(true);
    expect(hasHappened({ sidecarModeOver: "0600" }, seen)).toBe(true);
    expect(hasHappened({ sidecarModeOver: "0600" }, quiet)).toBe(false);
    expect(hasHappened({ leftoverProcess: true }, seen)).toBe(true);
    expect(hasHappened({ truncated: true }, seen)).toBe(true);
    expect(hasHappened({ modelCall: true }, seen)).toBe(true);
    expect(hasHappened({ proto: "polluted" }, seen)).toBe(true);
  });

  it("refuses an item it does not know", () => {
    expect(() => hasHappened({ teleported: 1 }, quiet)).toThrow(/not known/);
  });
});

describe("canaries", () => {
  it.each(CANARIES)("fire when %s shows in any sink", (canary) => {
    for (const name of ["output", "log", "audit", "prompt", "promptData"] as const) {
      const seen = { ...quiet, sinks: { ...quiet.sinks, [name]: [`x ${canary}`] } };
      expect(firedCanaries(seen)).toHaveLength(1);
    }
    expect(firedCanaries({ ...quiet, everyEnvelope: [canary] })).toHaveLength(1);
    expect(
      firedCanaries({ ...quiet, everyEnvelope: [canary] }, `a call that says ${canary}`),
    ).toEqual([]);
  });

  it("fire on any change of a guarded place and on a file called pwned", () => {
    const guarded = join(root, "guarded");
    mkdirSync(guarded);
    writeFileSync(join(guarded, "f"), "1");
    const before = readTree(root);
    const look = () =>
      firedCanaries({ ...quiet, guarded: [guarded], before, after: readTree(root) });
    expect(look()).toEqual([]);
    writeFileSync(join(guarded, "f"), "2");
    expect(look()).toEqual([`changed: ${join(guarded, "f")}`]);
    writeFileSync(join(guarded, "f"), "1");
    symlinkSync("f", join(guarded, "l"));
    expect(look()).toEqual([`changed: ${join(guarded, "l")}`]);
    rmSync(join(guarded, "l"));
    writeFileSync(join(root, "pwned"), "");
    expect(look()).toEqual([`exists: ${join(root, "pwned")}`]);
  });
});

describe("a file tree", () => {
  it("tells a changed mode and a missing file", () => {
    const folder = join(root, "tree");
    mkdirSync(folder);
    writeFileSync(join(folder, "a"), "1", { mode: 0o644 });
    writeFileSync(join(folder, "b"), "1");
    const before = readTree(folder);
    chmodSync(join(folder, "a"), 0o755);
    rmSync(join(folder, "b"));
    const paths = [...changedUnder(folder, before, readTree(folder))].sort();
    expect(paths).toEqual([join(folder, "a"), join(folder, "b")]);
  });
});

describe("texts of a value", () => {
  it("are found as they are and as JSON, keys included, however deep", () => {
    let deep: unknown = 'say "x"';
    for (let level = 0; level < 20_000; level += 1) deep = { a: deep };
    expect(textsOf(deep)).toContain('say "x"');
    expect(textsOf({ key: 'a"b' }).join("\n")).toContain('a\\"b');
    expect(textsOf({ key: 1 })).toContain("key");
  });
});
