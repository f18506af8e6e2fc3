import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@toolplane/contract";
import { lspTool } from "@toolplane/tools";
import { told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { allowAll, openProduct } from "../host/product/fixture.ts";

const installed = (path: string): string =>
  fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const tsc = installed("typescript/bin/tsc");
const pyright = installed("pyright/langserver.index.js");

const typescript = {
  name: "typescript",
  endings: ["ts"],
  command: [process.execPath, tsc, "--lsp", "--stdio"],
};
const python = {
  name: "python",
  endings: ["py"],
  command: [process.execPath, pyright, "--stdio"],
};

async function open(
  files: Readonly<Record<string, string>>,
  server: typeof typescript,
  denied?: string,
) {
  const { call, workspace, toolplane } = await openProduct({
    tools: [lspTool],
    files,
    toolConfig: { lsp: { servers: [server] } },
    policy:
      denied === undefined ? [] : [{ permission: "fs.read", pattern: denied, action: "deny" }],
  });
  const ask = async (operation: string, path: string, more: JsonObject = {}) =>
    String(told(await call("lsp", { operation, path, ...more }))).replaceAll(`${workspace}/`, "");
  return { ask, toolplane };
}

describe.skipIf(!hasSandbox)("the tool lsp with real servers (needs bubblewrap)", () => {
  it("[R260] asks TypeScript for definition, references, hover, symbols, a rename and diagnostics", async () => {
    const { ask } = await open(
      {
        "tsconfig.json": '{"compilerOptions":{"strict":true,"module":"esnext"},"include":["*.ts"]}',
        "a.ts":
          "/** Half of it. */\nexport function half(n: number): number {\n  return n / 2;\n}\n",
        "b.ts": 'import { half } from "./a";\nconst x: string = half(3);\nexport { x };\n',
      },
      typescript,
    );
    const at = { line: 2, character: 19 };
    expect(await ask("definition", "b.ts", at)).toBe(
      "a.ts:2:17: export function half(n: number): number {",
    );
    expect((await ask("references", "b.ts", at)).split("\n")).toContain(
      "b.ts:2:19: const x: string = half(3);",
    );
    expect(await ask("hover", "b.ts", at)).toContain("Half of it.");
    expect(await ask("symbols", "a.ts")).toBe("2 function half");
    expect(await ask("diagnostics", "b.ts")).toMatch(/^2:7 error .*not assignable/);
    expect(await ask("diagnostics", "a.ts")).toBe("Nothing is wrong with it.");
    expect(await ask("rename", "a.ts", { line: 2, character: 17, new_name: "part" })).toContain(
      "becomes: part",
    );
  });

  it("shows a server no file that a rule denies, and names none", async () => {
    const { ask } = await open(
      {
        "tsconfig.json": '{"compilerOptions":{"module":"esnext"},"include":["*.ts"]}',
        "secret.ts": "/** The key is 1234. */\nexport const key = 1234;\n",
        "b.ts": 'import { key } from "./secret";\nkey;\n',
      },
      typescript,
      "**/secret.ts",
    );
    const at = { line: 2, character: 1 };
    for (const operation of ["definition", "hover", "references"]) {
      const answer = await ask(operation, "b.ts", at);
      expect(answer, operation).not.toContain("1234");
      expect(answer, operation).not.toContain("secret.ts:");
    }
    expect(await ask("hover", "secret.ts", at)).toContain("permission_denied");
  });

  it("starts a server anew when rules change, without what they now deny", async () => {
    const { ask, toolplane } = await open(
      {
        "tsconfig.json": '{"compilerOptions":{"module":"esnext"},"include":["*.ts"]}',
        "secret.ts": "export const key = 1234;\n",
        "b.ts": 'import { key } from "./secret";\nkey;\n',
      },
      typescript,
    );
    const at = { line: 2, character: 1 };
    expect(await ask("hover", "b.ts", at)).toContain("1234");
    await toolplane.setPolicy([{ permission: "fs.read", pattern: "**/secret.ts", action: "deny" }]);
    expect(await ask("hover", "b.ts", at)).not.toContain("1234");
  });

  it("tells what is wrong with files since a tool changed them, where that is switched on", async () => {
    const files = {
      "tsconfig.json": '{"compilerOptions":{"strict":true,"module":"esnext"},"include":["*.ts"]}',
      "a.ts": "export const half = (n: number): number => n / 2;\nconst old: string = 1;\nold;\n",
    };
    const { call } = await openProduct({
      preset: "everyday",
      files,
      rules: [allowAll],
      // Longer than any server takes: what is looked at here is what it says, not how soon.
      toolConfig: { lsp: { servers: [typescript], afterEdit: true, afterEditMs: 15_000 } },
    });
    const wrong = async (name: string, args: JsonObject) => {
      const result = await call(name, args);
      return result.type === "output" ? (result.data as JsonObject).diagnostics : result;
    };
    const edit = (old_string: string, new_string: string) => ({
      path: "a.ts",
      old_string,
      new_string,
    });
    const notText = /^a\.ts:1:\d+ error Type 'string' is not assignable to type 'number'/;
    // Asked until the server is up: the first answer may come too late.
    await expect
      .poll(() => wrong("write", { path: "b.ts", content: "const b: number = true;\nb;\n" }), {
        timeout: 60_000,
      })
      .toEqual([expect.stringMatching(/^b\.ts:1:7 error Type 'boolean'/)]);
    expect(await wrong("edit", edit("n / 2", "n / 4"))).toBe(undefined);
    expect(await wrong("edit", edit("n / 4", '"half"'))).toEqual([expect.stringMatching(notText)]);
    expect(
      await wrong("multi_edit", {
        path: "a.ts",
        edits: [{ old_string: '"half"', new_string: '"part"' }],
      }),
    ).toBe(undefined);
    const patch =
      "--- a/b.ts\n+++ b/b.ts\n@@ -1,2 +1,2 @@\n-const b: number = true;\n+const b: number = null;\n b;\n";
    expect(await wrong("apply_patch", { patch })).toEqual([
      expect.stringMatching(/^b\.ts:1:7 error Type 'null'/),
    ]);
  });

  it.skipIf(!existsSync(pyright))(
    "asks pyright, which tells diagnostics by itself (needs pyright)",
    async () => {
      const { ask } = await open(
        { "a.py": "def half(n: int) -> int:\n    return n // 2\n\nhalf('x')\n" },
        python,
      );
      // Asked until it is up and has looked: on a busy machine it takes longer to start than a person is kept waiting.
      await expect
        .poll(() => ask("definition", "a.py", { line: 4, character: 1 }))
        .toBe("a.py:1:5: def half(n: int) -> int:");
      await expect.poll(() => ask("diagnostics", "a.py")).toMatch(/4:6 error .*assigned/);
    },
  );
});
