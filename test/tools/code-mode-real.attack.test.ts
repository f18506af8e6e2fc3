/** Hostile programs on this machine: each ends, within its bounds, and nothing but the given functions can be reached. */
import type { ToolResult } from "@toolplane/contract";
import { codeModeTool, readTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { openProduct } from "../host/product/fixture.ts";

/** A bound against hanging where no time is looked at: a busy machine takes longer over a thousand calls than a person waits. */
const PATIENCE = { busyMs: 110_000 };

async function open(config: { readonly busyMs: number } = PATIENCE) {
  const { call, session } = await openProduct({
    tools: [codeModeTool, readTool],
    toolConfig: { code_mode: config },
    files: { "a.txt": "one\n", ".env": "KEY=1\n" },
    rules: [
      { permission: "code_mode", pattern: "*", action: "allow" },
      { permission: "fs.read", pattern: "**/.env", action: "deny" },
    ],
  });
  const run = (program: string): Promise<ToolResult> => call("code_mode", { program });
  const value = async (program: string): Promise<unknown> => {
    const result = await run(program);
    return result.type === "output" ? (result.data as { result: unknown }).result : result;
  };
  return { run, value, session };
}

describe("hostile programs", () => {
  it("programs that never end are stopped, while the process goes on", async () => {
    const { run } = await open({ busyMs: 300 });
    const endless = [
      "for (;;) {}",
      "for (;;) { try { for (;;) {} } catch {} }",
      "const again = () => Promise.resolve().then(again); await again();",
      "/(a+)+$/.test('a'.repeat(50) + 'b');",
      // The engine itself cannot be interrupted here.
      "[].sort.call({ length: 2 ** 53 - 1 }, () => 1);",
      "await tools.read({ path: 'a.txt' }); [].sort.call({ length: 2 ** 53 - 1 }, () => 1);",
    ];
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 20);
    for (const program of endless)
      expect([program, await run(program)]).toMatchObject([program, { code: "timeout" }]);
    clearInterval(beat);
    expect(turns).toBeGreaterThan(endless.length);
  });

  it("programs that the engine stopped still say what they had printed", async () => {
    // Long enough to print first on a busy machine.
    const { run } = await open({ busyMs: 2_000 });
    expect(await run("console.log('so far'); for (;;) {}")).toMatchObject({
      code: "timeout",
      error_text: expect.stringContaining("It had printed:\nso far"),
    });
  });

  it("memory and recursion are bounded, and the next program finds nothing of it", async () => {
    const { run, value } = await open();
    const hungry = [
      "const all = []; for (;;) all.push(new Uint8Array(1_000_000));",
      "let text = 'x'; for (;;) text += text;",
      "new ArrayBuffer(2 ** 30);",
      "const deep = () => deep() + 1; deep();",
      "let list = []; for (let n = 0; n < 1e5; n += 1) list = [list]; return JSON.stringify(list);",
      "JSON.parse('['.repeat(1e5));",
      "eval('('.repeat(50_000));",
      "let object = {}; object.self = object; return object;",
    ];
    for (const program of hungry)
      expect([program, await run(program)]).toMatchObject([program, { type: "error" }]);
    expect(await value("globalThis.left = 1; return 1;")).toBe(1);
    expect(await value("return typeof left;")).toBe("undefined");
  });

  it("a flood of calls stops at its bound, and each is answered", async () => {
    const { value } = await open();
    const program = `
      const codes = {};
      const one = () => tools.read({ path: "a.txt" }).then(() => "read", (error) => error.code);
      for (const code of await Promise.all(Array.from({ length: 1_000 }, one)))
        codes[code] = (codes[code] ?? 0) + 1;
      return codes;`;
    expect(await value(program)).toEqual({ read: 200, budget_exceeded: 800 });
  });

  it("finds no way out of its engine", async () => {
    const { value } = await open();
    const names = [
      ..."process require module global fetch WebAssembly performance setTimeout setInterval Worker".split(
        " ",
      ),
      ..."structuredClone queueMicrotask Buffer std os scriptArgs navigator crypto".split(" "),
    ];
    expect(
      await value(`return ${JSON.stringify(names)}.filter((name) => name in globalThis);`),
    ).toEqual([]);
    const escapes = [
      "return new Function('return typeof process')();",
      "return tools.constructor('return typeof process')?.();",
      "return tools.read.constructor('return typeof process')();",
      "return (async () => {}).constructor('return typeof process')();",
      "return ToolCallError.constructor('return typeof process')();",
      "return (await tools.read({ path: '.env' }).catch((error) => error)).constructor.constructor('return typeof process')();",
      "return (await import('node:fs')).readFileSync('/etc/hostname', 'utf8');",
      "return (await tools.read({ path: 'a.txt' })).constructor.constructor('return typeof process')();",
    ];
    for (const program of escapes) {
      const found = await value(program);
      expect([program, typeof found === "string" ? found : "error"]).toEqual([
        program,
        expect.stringMatching(/^(undefined|error)$/),
      ]);
    }
  });

  it("no trick with prototypes, getters or names reads what a rule denies", async () => {
    const { run } = await open();
    const tricks = [
      "return tools.read({ path: '.env' });",
      "return tools.read({ get path() { return this.n = (this.n ?? 0) + 1, '.env'; } });",
      "return tools.read({ toJSON: () => ({ path: '.env' }) });",
      "Object.prototype.path = '.env'; return tools.read({ path: '.env' });",
      "Object.prototype.toJSON = () => ({ path: '.env' }); return tools.read({ path: 'a.txt' });",
      "JSON.stringify = () => '{\"path\":\".env\"}'; return tools.read({ path: '.env' });",
      "Promise.prototype.then = (done) => done({ code: 'x' }); return tools.read({ path: '.env' });",
      "return tools['read']({ ['__proto__']: { path: '.env' }, path: './x/../.env' });",
      "return Promise.any([tools.read({ path: '.env' }), tools.read({ path: './.env' })]);",
    ];
    for (const program of tricks) {
      const text = JSON.stringify(await run(program));
      expect([program, text.includes("KEY=1")]).toEqual([program, false]);
    }
  });

  it("cancelling reaches the program and its calls", async () => {
    const { session } = await open();
    const abort = new AbortController();
    const result = session.call(
      {
        id: "cancelled",
        name: "code_mode",
        arguments: { program: "for (;;) await tools.read({ path: 'a.txt' });" },
      },
      { signal: abort.signal },
    );
    abort.abort();
    expect(await result).toMatchObject({ type: "error", code: "cancelled" });
  });
});
