import { fileURLToPath } from "node:url";
import { isToolError } from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import { type Compute, createCompute } from "./create-compute.ts";

const module = new URL("./modules.fixture.ts", import.meta.url).href;
const opened: Compute[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((compute) => compute.close()));
});

function open(maxMemoryMb = 128) {
  const compute = createCompute({ maxMemoryMb });
  opened.push(compute);
  return (
    input: unknown,
    more: { timeoutMs?: number; signal?: AbortSignal; module?: string } = {},
  ) =>
    compute.run({
      module,
      input,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
      ...more,
    });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => "settled",
    (thrown: unknown) => thrown,
  );
  return isToolError(error) ? error.code : String(error);
}

describe("createCompute", () => {
  it("runs a module by URL or path; values cross whole", async () => {
    const run = open();
    const value = { bytes: new Uint8Array([1, 2]), when: new Date(0), map: new Map([[1, "é"]]) };
    expect(await run({ do: "echo", value })).toEqual(value);
    expect(await run({ do: "echo", value: 1 }, { module: fileURLToPath(module) })).toBe(1);
  });

  it("uses a worker again, and not after it was stopped", async () => {
    const run = open();
    expect([await run({ do: "count" }), await run({ do: "count" })]).toEqual([1, 2]);
    expect(await codeOf(run({ do: "hang" }, { timeoutMs: 20 }))).toBe("timeout");
    expect(await run({ do: "count" })).toBe(1);
  });

  it("counts a job's time from where its module is loaded", async () => {
    const armed: number[] = [];
    const setTimer = (ms: number) => {
      armed.push(ms);
      return () => {};
    };
    const compute = createCompute({ clock: { nowMs: () => 0, wallMs: () => 0, setTimer } });
    opened.push(compute);
    const { signal } = new AbortController();
    await compute.run({ module, input: { do: "echo" }, timeoutMs: 7, signal });
    const [loading, computing, look, ...more] = armed;
    expect(loading).toBeGreaterThan(10_000);
    expect(look).toBeLessThan(100);
    expect([computing, more]).toEqual([7, []]);
  });

  it("runs several at once", async () => {
    const run = open();
    const inputs = Array.from({ length: 5 }, (_, value) => ({ do: "echo", value }));
    expect(await Promise.all(inputs.map((input) => run(input)))).toEqual([0, 1, 2, 3, 4]);
  });

  it("ends a parser that never ends, at its deadline or when the call is cancelled", async () => {
    const run = open();
    expect(await codeOf(run({ do: "loop" }, { timeoutMs: 100 }))).toBe("timeout");
    const abort = new AbortController();
    const looping = codeOf(run({ do: "loop" }, { signal: abort.signal }));
    abort.abort();
    expect(await looping).toBe("cancelled");
    expect(await codeOf(run({ do: "echo" }, { signal: abort.signal }))).toBe("cancelled");
  });

  it("keeps its own memory when a parser fills its worker's", async () => {
    expect(await codeOf(open(32)({ do: "fill" }))).toBe("too_large");
    expect(await codeOf(open(32)({ do: "fill-buffers" }))).toBe("too_large");
  });

  it("tells the module's own errors from a breakdown", async () => {
    const run = open();
    const failures = { "tool-error": "not_found", error: "internal", exit: "internal" };
    for (const [what, code] of Object.entries(failures))
      expect([what, await codeOf(run({ do: what }))]).toEqual([what, code]);
    const error: unknown = await run({ do: "error" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: "The parser failed", cause: "detail of the parser" });
    expect(await codeOf(run({ do: "function" }))).toBe("internal");
    expect(await codeOf(run({ do: "echo", value: () => {} }))).toBe("invalid_input");
  });

  it("gives the worker no environment, takes no answer but its job's, and prints nothing", async () => {
    const run = open();
    expect(await run({ do: "environment" })).toEqual([]);
    expect(await run({ do: "forge" })).toBe("real");
    expect(await run({ do: "print" })).toBeUndefined();
  });

  it("refuses what is no file, and says when there is no such module", async () => {
    const run = open();
    for (const other of [
      "./modules.ts",
      "node:fs",
      "data:text/javascript,1",
      "https://a.test/x.js",
    ])
      expect([other, await codeOf(run({}, { module: other }))]).toEqual([other, "invalid_input"]);
    expect(await codeOf(run({}, { module: "/nowhere/x.js" }))).toBe("internal");
    const contract = new URL("../../../contract/src/result/error.ts", import.meta.url).href;
    expect(await codeOf(run({}, { module: contract }))).toBe("unavailable");
  });
});
