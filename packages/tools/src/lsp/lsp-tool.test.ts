import type { LanguageAnswer, LanguageRequest, SessionServices } from "@toolplane/contract";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, noteOf, openReadWorld, told } from "../fixtures/read-world.fixture.ts";
import { lspTool } from "./lsp-tool.ts";

const files = { "a.ts": "const one = 1;\n\tone;\n", "b.ts": "two\n", ".env": "KEY=1\n" };

const ANSWERS: Readonly<Record<string, LanguageAnswer>> = {
  definition: {
    kind: "locations",
    locations: [{ path: "/workspace/a.ts", line: 0, character: 6 }],
  },
  references: {
    kind: "locations",
    locations: [
      { path: "/workspace/a.ts", line: 1, character: 1 },
      { path: "/workspace/.env", line: 0, character: 0 },
      { path: "/etc/shadow", line: 0, character: 0 },
      { path: "/workspace/gone.ts", line: 0, character: 0 },
    ],
  },
  hover: { kind: "text", text: "const one: 1" },
  symbols: {
    kind: "symbols",
    symbols: [{ name: "one", kind: "constant", depth: 1, line: 0, character: 6 }],
  },
  diagnostics: {
    kind: "diagnostics",
    diagnostics: [
      { line: 1, character: 1, severity: "warning", message: "No\neffect", source: "ts 1" },
    ],
  },
  rename: {
    kind: "edits",
    edits: [
      { path: "/workspace/a.ts", line: 0, character: 6, endLine: 0, endCharacter: 9, text: "eins" },
    ],
  },
};

function createServices(asked: LanguageRequest[] = []): SessionServices {
  return {
    languages: {
      ask: async (request) => {
        asked.push(request);
        return ANSWERS[request.question.about] as LanguageAnswer;
      },
    },
  };
}

const at = { line: 1, character: 7 };

describeToolConformance(
  { describe, it },
  {
    tool: lspTool,
    host: () => createMemoryHost({ files }),
    valid: [
      { operation: "definition", path: "a.ts", ...at },
      { operation: "symbols", path: "a.ts" },
      { operation: "hover", path: "a.ts" },
    ],
    invalid: [
      {},
      { operation: "format", path: "a.ts" },
      { operation: "hover", path: "a.ts", line: 0, character: 1 },
      { operation: "hover", path: "" },
    ],
    mayFailWith: ["invalid_input"],
    mayTouchUnpredicted: true,
    kernel: { services: createServices() },
    patienceMs: 50,
  },
);

describe("the tool lsp", () => {
  it("hands in the file as the door gives it, and counts lines from 1", async () => {
    const asked: LanguageRequest[] = [];
    const { call } = openReadWorld(lspTool, { files, kernel: { services: createServices(asked) } });
    const ask = async (operation: string, more = {}) =>
      told(await call({ operation, path: "a.ts", ...at, ...more }));
    expect(await ask("definition")).toBe("/workspace/a.ts:1:7: const one = 1;");
    expect(await ask("hover")).toBe("const one: 1");
    expect(await ask("symbols")).toBe("  1 constant one");
    expect(await ask("diagnostics")).toBe("2:2 warning No effect (ts 1)");
    expect(await ask("rename", { new_name: "eins" })).toBe(
      "/workspace/a.ts:1:7: const one = 1;\n  becomes: eins",
    );
    expect(asked[0]).toMatchObject({
      question: { about: "definition", at: { line: 0, character: 6 } },
      path: "a.ts",
      text: files["a.ts"],
    });
  });

  it("says what an operation needs, and that there are no servers", async () => {
    const { call } = openReadWorld(lspTool, { files, kernel: { services: createServices() } });
    expect(told(await call({ operation: "hover", path: "a.ts" }))).toContain("needs line");
    expect(told(await call({ operation: "rename", path: "a.ts", ...at }))).toContain("new_name");
    const none = openReadWorld(lspTool, { files });
    expect(await none.call({ operation: "symbols", path: "a.ts" })).toMatchObject({
      code: "unavailable",
    });
  });

  it("names no file that the door does not open, and asks nothing about one", async () => {
    const asked: LanguageRequest[] = [];
    const { call } = openReadWorld(lspTool, {
      files,
      kernel: { services: createServices(asked) },
      rules: [allowAll, { permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    const result = await call({ operation: "references", path: "a.ts", ...at });
    expect(told(result)).toBe("/workspace/a.ts:2:2: one;");
    expect(noteOf(result)).toBe("[3 more in files that are not open to you]");
    expect(await call({ operation: "symbols", path: ".env" })).toMatchObject({
      code: "permission_denied",
    });
    expect(asked).toHaveLength(1);
  });
});
