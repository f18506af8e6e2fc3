/** Python on this machine, in its sandbox: what computes runs, and nothing of the host can be reached. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { ToolResult } from "@toolplane/contract";
import { codeExecTool } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { openProduct } from "../host/product/fixture.ts";

const has = (module: string): boolean =>
  spawnSync("python3", ["-I", "-c", `import ${module}`]).status === 0;

async function open(config: { readonly runMs?: number } = {}) {
  const { call, workspace } = await openProduct({
    tools: [codeExecTool],
    toolConfig: { code_exec: config },
    files: { ".env": "KEY=1\n" },
    rules: [{ permission: "code_exec", pattern: "*", action: "allow" }],
  });
  const run = (code: string): Promise<ToolResult> => call("code_exec", { code });
  return {
    run,
    workspace,
    javascript: (code: string) => call("code_exec", { code, language: "javascript" }),
  };
}

describe.skipIf(!hasSandbox || !has("sys"))(
  "code_exec with this machine's Python (needs bubblewrap and python3)",
  () => {
    it("[R261] gives what is printed and the last value, and says where code is wrong", async () => {
      const { run } = await open();
      expect(await run("import math\nprint('hä')\nmath.comb(5, 2)")).toMatchObject({
        data: "hä\n10",
      });
      expect(await run("x = 1\nx / 0")).toMatchObject({
        code: "failed",
        error_text: "line 2: ZeroDivisionError: division by zero",
      });
      expect(await run("x = (")).toMatchObject({
        code: "failed",
        error_text: expect.stringMatching(/^line 1: SyntaxError/),
      });
    });

    it("[R261] refuses files and other imports in plain words", async () => {
      const { run } = await open();
      expect(await run("open('/etc/passwd').read()")).toMatchObject({
        error_text: expect.stringContaining("code_exec has no files"),
      });
      for (const module of ["os", "subprocess", "socket", "ctypes"])
        expect(await run(`import ${module}`)).toMatchObject({
          error_text: expect.stringContaining(`code_exec cannot import ${module}. There are: `),
        });
    });

    it("[R261] holds code that gets past those words: no files, no network, nothing kept", async () => {
      const { run, workspace } = await open();
      // The function that refuses imports is Python like any other, and gives the real one away.
      const os = "real = __builtins__['__import__'].__globals__['real_import']\nos = real('os')\n";
      const outcome = async (code: string) => JSON.stringify(await run(`${os}${code}`));
      expect(await outcome("os.getcwd()")).toContain("/usr");
      for (const path of [`${workspace}/.env`, "/root/.ssh/id_rsa", "/etc/shadow"])
        expect(await outcome(`os.read(os.open(${JSON.stringify(path)}, 0), 100)`)).toMatch(
          /FileNotFoundError|PermissionError/,
        );
      expect(await outcome(`os.listdir(${JSON.stringify(workspace)})`)).toMatch(
        /\[\]|FileNotFound/,
      );
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const connect = `real('socket').create_connection(('127.0.0.1', ${port}), 2)`;
      expect(await outcome(connect)).toMatch(/ConnectionRefused|unreachable/i);
      server.close();
      await outcome("os.write(os.open('/tmp/left', os.O_WRONLY | os.O_CREAT), b'1')");
      expect(await outcome("os.listdir('/tmp')")).not.toContain("left");
    });

    it("ends what does not end, and what takes all the memory", async () => {
      const { run } = await open({ runMs: 2_000 });
      const [endless, hungry] = await Promise.all([
        run("while True: pass"),
        run("x = []\nwhile True: x.append(bytearray(10_000_000))"),
      ]);
      expect(endless).toMatchObject({ code: "timeout" });
      expect(hungry).toMatchObject({ type: "error" });
    });

    it.skipIf(!has("numpy"))("has numpy (needs numpy)", async () => {
      const { run } = await open();
      expect(await run("import numpy as np\nint(np.arange(10).sum())")).toMatchObject({
        data: "45",
      });
    });

    it.skipIf(!has("matplotlib"))("gives figures as images (needs matplotlib)", async () => {
      const { run } = await open();
      const code = "import matplotlib.pyplot as plt\nplt.plot([1, 2, 3])\nNone";
      expect(await run(code)).toMatchObject({
        content: [{ type: "image", mime_type: "image/png", data: expect.stringMatching(/^iVBOR/) }],
      });
    });
  },
);

describe("code_exec with JavaScript", () => {
  it("computes, and has no tools", async () => {
    const { javascript } = await open();
    expect(await javascript("console.log('a'); return [1, 2].map((n) => n * 2);")).toMatchObject({
      data: "a\n[2,4]",
    });
    expect(await javascript("return typeof tools + typeof process;")).toMatchObject({
      data: "undefinedundefined",
    });
    expect(await javascript("null.x")).toMatchObject({
      code: "failed",
      error_text: expect.stringContaining("line 1: TypeError"),
    });
  });
});
