import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandAllowedTools, toolMatchesAllowlist } from "./expand-allowed-tools.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { TOOL_DEFINITIONS } from "./tool-definitions.ts";

const definitions: Readonly<Record<string, ToolDefinition>> = {
  ...TOOL_DEFINITIONS,
  ...Object.fromEntries(
    [
      "mcp_browser_browser_navigate",
      "mcp_browser_browser_click",
      "mcp:github.search",
      "mcp:files.read_file",
    ].map((name) => [name, { name, description: "Remote.", parameters: {} }]),
  ),
};
const expand = (...words: readonly string[]) => expandAllowedTools(words, definitions);

describe("expandAllowedTools", () => {
  it("leaves null as it is, and an empty list empty [R253]", () => {
    expect(expandAllowedTools(null, definitions)).toBe(null);
    expect(expand()).toEqual([]);
  });

  it("takes a word exactly, else as a prefix, else as an MCP prefix, plain or sanitized [R253]", () => {
    expect(expand("file_manager")).toEqual(["file_manager"]);
    expect(expand("web_")).toEqual(["web_search", "web_fetch"]);
    expect(expand("github")).toEqual(["mcp:github.search"]);
    expect(expand("read_file")).toEqual(["mcp:files.read_file"]);
    expect(expand("browser")).toEqual([
      "mcp_browser_browser_navigate",
      "mcp_browser_browser_click",
    ]);
    expect(expand("browser", "file_manager")).toHaveLength(3);
  });

  it("keeps a word that means nothing, names no tool twice, and reads an empty word as nothing [R253]", () => {
    expect(expand("nobody", "web_fetch", "web")).toEqual(["nobody", "web_fetch", "web_search"]);
    expect(expand("", " ")).toEqual([]);
  });

  it("goes by S2's own definitions when none are given", () => {
    expect(expandAllowedTools(["code"])).toEqual(["code_exec", "code_search"]);
  });
});

describe("toolMatchesAllowlist", () => {
  it("matches exactly, by prefix, by MCP component and by sanitized prefix [R254]", () => {
    expect(toolMatchesAllowlist("file_manager", ["file_manager"])).toBe(true);
    expect(toolMatchesAllowlist("file_manager", ["file"])).toBe(true);
    expect(toolMatchesAllowlist("mcp:browser.navigate", ["browser"])).toBe(true);
    expect(toolMatchesAllowlist("mcp:browser.navigate", ["navigate"])).toBe(true);
    expect(toolMatchesAllowlist("mcp_browser_browser_click", ["browser"])).toBe(true);
    expect(toolMatchesAllowlist("file_manager", ["git_manager", "manager"])).toBe(false);
    expect(toolMatchesAllowlist("file_manager", [])).toBe(false);
    expect(toolMatchesAllowlist("file_manager", [""])).toBe(false);
  });

  it("agrees with the expansion: what a word becomes is matched by it [R254]", () => {
    const names = Object.keys(definitions);
    const word = fc.constantFrom(...names, "web", "browser", "github", "read_file", "mcp", "code");
    fc.assert(
      fc.property(fc.array(word), (words) => {
        for (const name of expandAllowedTools(words, definitions) ?? []) {
          expect(toolMatchesAllowlist(name, words)).toBe(true);
        }
      }),
    );
  });
});
