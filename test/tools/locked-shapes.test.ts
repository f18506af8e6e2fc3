import type { JsonSchema, RequirementSet, ToolKind } from "@toolplane/contract";
import { LOCKED_SHAPES } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { EVERY_TOOL, PRESETS } from "@toolplane/tools";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

/** Written down here once more, by hand: the product's own table must not be its only witness. */
const PARAMETERS: Readonly<Record<string, string>> = {
  read: "path offset? limit? byte_offset? byte_limit?",
  write: "path content",
  edit: "path old_string new_string replace_all?",
  glob: "pattern path?",
  grep: "pattern path? glob? type? output_mode? context? ignore_case? multiline? limit?",
  bash: "command cwd? timeout_ms?",
  todo: "todos",
  task: "prompt subagent_type? background? metadata?",
  question: "questions",
  web_search: "query max_results?",
  web_fetch: "url",
  skill: "name",
  tool_search: "query",
};

/** The parameters of a tool in the same words. */
function wordsOf(parameters: JsonSchema): string {
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = parameters as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
    readonly additionalProperties?: unknown;
  };
  const names = Object.keys(properties).map((name) =>
    required.includes(name) ? name : `${name}?`,
  );
  return additionalProperties === false ? names.join(" ") : `${names.join(" ")} and others`;
}

const { tools } = PRESETS.locked;
const find = (id: string) => tools.find((tool) => tool.id === id);

const KINDS: Readonly<Record<string, ToolKind>> = {
  read: "read",
  write: "edit",
  edit: "edit",
  glob: "search",
  grep: "search",
  bash: "execute",
  todo: "other",
  task: "other",
  question: "other",
  web_search: "fetch",
  web_fetch: "fetch",
  skill: "think",
  tool_search: "search",
};

/** What a tool may ever touch, without saying where. */
const doors = ({ fs, net, shell, env }: RequirementSet): readonly string[] => [
  ...(fs?.read ? ["fs.read"] : []),
  ...(fs?.write ? ["fs.write"] : []),
  ...(net ? ["net.fetch"] : []),
  ...(shell ? ["shell.run"] : []),
  ...(env ? ["env"] : []),
];

describe("the locked set", () => {
  it("[R175] is what a toolplane offers unless told otherwise, with these parameters and no others", async () => {
    const tp = await createToolplane({ host: createMemoryHost(), onWarning: () => {} });
    onTestFinished(() => tp.close());
    const offered = tp.kernel.tools().map(({ tool }) => [tool.id, wordsOf(tool.parameters)]);
    expect(Object.fromEntries(offered)).toEqual(PARAMETERS);
    expect(Object.keys(LOCKED_SHAPES).sort()).toEqual(Object.keys(PARAMETERS).sort());
  });

  it("[R216] maps every locked tool to its kind", () => {
    expect(Object.fromEntries(tools.map(({ id, kind }) => [id, kind]))).toEqual(KINDS);
  });

  it.each([
    ["read", ["fs.read"]],
    ["write", ["fs.write"]],
    ["edit", ["fs.read", "fs.write"]],
    ["glob", ["fs.read"]],
    ["grep", ["fs.read"]],
    ["bash", ["shell.run"]],
    ["todo", []],
    ["task", []],
    ["question", []],
    ["skill", []],
    ["tool_search", []],
    ["web_fetch", ["net.fetch"]],
  ])("declares for %s what its purpose needs [R184]", (id, expected) => {
    expect(doors(find(id)?.requires ?? {})).toEqual(expected);
  });

  it("lets web_search declare the network", () => {
    expect(doors(find("web_search")?.requires ?? {})).toContain("net.fetch");
  });

  it("has no second tool of the same name in this package", () => {
    const ids = EVERY_TOOL.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("[R187] leaves the lock alone when further tools are added", () => {
    const more = EVERY_TOOL.filter((tool) => !tools.includes(tool)).map(({ id }) => id);
    for (const id of ["apply_patch", "plan", "plan_exit"]) expect(more).toContain(id);
    expect(more.filter((id) => Object.hasOwn(LOCKED_SHAPES, id))).toEqual([]);
  });
});
