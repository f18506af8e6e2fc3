import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { buildToolDefinitions } from "./build-tool-definitions.ts";
import { type ToolDefinition, toOpenaiSpec } from "./tool-definition.ts";
import { TOOL_DEFINITIONS } from "./tool-definitions.ts";

const greet: ToolDefinition = {
  name: "greet",
  description: "Greets.",
  parameters: { name: { type: "string" }, times: { type: "integer" } },
};

describe("toOpenaiSpec", () => {
  it("makes a function-calling spec; without a word the first parameter is required [R248]", () => {
    expect(toOpenaiSpec(greet)).toEqual({
      type: "function",
      function: {
        name: "greet",
        description: "Greets.",
        parameters: {
          type: "object",
          properties: { name: { type: "string" }, times: { type: "integer" } },
          required: ["name"],
        },
      },
    });
    const required = (definition: ToolDefinition) =>
      toOpenaiSpec(definition).function.parameters.required;
    expect(required({ ...greet, required: null })).toEqual(["name"]);
    expect(required({ ...greet, required: [] })).toEqual([]);
    expect(required({ ...greet, required: ["times"] })).toEqual(["times"]);
    expect(required({ ...greet, parameters: {} })).toEqual([]);
  });

  it("closes a strict spec and requires every parameter [R249]", () => {
    const spec = toOpenaiSpec({ ...greet, required: ["name"] }, { strict: true });
    expect(spec.function.strict).toBe(true);
    expect(spec.function.parameters).toEqual({
      type: "object",
      properties: greet.parameters,
      required: ["name", "times"],
      additionalProperties: false,
    });
    expect(toOpenaiSpec(greet, { strict: false })).toEqual(toOpenaiSpec(greet));
  });

  it("never makes an MCP tool strict [R250]", () => {
    for (const name of ["mcp:github.search", "mcp_github_search"]) {
      const definition = { ...greet, name };
      expect(toOpenaiSpec(definition, { strict: true })).toEqual(toOpenaiSpec(definition));
    }
    expect(toOpenaiSpec({ ...greet, name: "mcpx" }, { strict: true }).function.strict).toBe(true);
  });
});

describe("TOOL_DEFINITIONS", () => {
  it("TOOL_DEFINITIONS are exactly eleven, each parameter with a type and a description [R251]", () => {
    expect(Object.keys(TOOL_DEFINITIONS).sort()).toEqual([
      "bash_manager",
      "code_exec",
      "code_search",
      "diff_editor",
      "file_manager",
      "git_manager",
      "lsp_manager",
      "pdf_read",
      "test_runner",
      "web_fetch",
      "web_search",
    ]);
    for (const [key, { name, description, parameters, required }] of Object.entries(
      TOOL_DEFINITIONS,
    )) {
      expect(name).toBe(key);
      expect(description).not.toBe("");
      for (const schema of Object.values(parameters)) {
        expect(["string", "integer"]).toContain(schema.type);
        expect(schema.description).toEqual(expect.stringMatching(/\w/));
      }
      expect(Object.keys(parameters)).toEqual(expect.arrayContaining([...(required ?? [])]));
    }
  });

  it("TOOL_DEFINITIONS enumerate S2's actions [R251]", () => {
    const actions = Object.fromEntries(
      Object.entries(TOOL_DEFINITIONS).flatMap(([name, { parameters }]) =>
        parameters.action ? [[name, parameters.action.enum]] : [],
      ),
    );
    expect(actions).toEqual({
      file_manager: ["write", "read", "append", "delete"],
      git_manager: ["init", "add", "commit", "log", "diff"],
      lsp_manager: ["definition", "hover", "diagnostics", "references", "ruff_check"],
      diff_editor: ["apply", "create"],
    });
  });
});

describe("buildToolDefinitions", () => {
  const names = (allowed?: readonly string[] | null) =>
    buildToolDefinitions(allowed).map((spec) => spec.function.name);

  it("gives all for null, and only what the allowlist means otherwise [R252]", () => {
    expect(names()).toEqual(Object.keys(TOOL_DEFINITIONS));
    expect(names(null)).toEqual(Object.keys(TOOL_DEFINITIONS));
    expect(names([])).toEqual([]);
    expect(names(["git_manager", "file_manager"])).toEqual(["file_manager", "git_manager"]);
    expect(names(["web", "nobody"])).toEqual(["web_search", "web_fetch"]);
  });

  it("gives schemas that a validator takes, strict and not [R248]", () => {
    const ajv = new Ajv({ strict: true });
    for (const strict of [false, true]) {
      for (const spec of buildToolDefinitions(null, { strict })) {
        const validate = ajv.compile(spec.function.parameters);
        const values = Object.entries(spec.function.parameters.properties).map(
          ([name, { type, enum: words }]) => [
            name,
            Array.isArray(words) ? words[0] : type === "integer" ? 1 : "x",
          ],
        );
        expect(validate(Object.fromEntries(values))).toBe(true);
        expect(validate({})).toBe(false);
        expect(validate({ ...Object.fromEntries(values), unknown: 1 })).toBe(!strict);
      }
    }
  });
});
