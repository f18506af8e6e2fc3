import type { RequirementSet, ToolKind } from "@toolplane/contract";
import { describeShapeFault, LOCKED_SHAPES } from "@toolplane/kernel";
import { EVERY_TOOL, PRESETS } from "@toolplane/tools";
import { describe, expect, it } from "vitest";

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
  it("[R175] holds the thirteen ids and no other", () => {
    expect(tools.map(({ id }) => id)).toEqual(Object.keys(LOCKED_SHAPES));
    expect(tools).toHaveLength(13);
  });

  it.each(Object.entries(LOCKED_SHAPES))("keeps the shape of %s", (id, shape) => {
    expect(describeShapeFault(find(id)?.parameters ?? false, shape)).toBeNull();
  });

  it("[R216] maps every locked tool to its kind", () => {
    expect(Object.fromEntries(tools.map(({ id, kind }) => [id, kind]))).toEqual(KINDS);
  });

  it.each([
    ["[R176]", "read", ["fs.read"]],
    ["[R177]", "write", ["fs.write"]],
    ["[R178]", "edit", ["fs.read", "fs.write"]],
    ["[R179]", "glob", ["fs.read"]],
    ["[R180]", "grep", ["fs.read"]],
    ["[R181]", "bash", ["shell.run"]],
    ["[R182]", "todo", []],
    ["", "task", []],
    ["[R184]", "question", []],
    ["[R184]", "skill", []],
    ["[R184]", "tool_search", []],
    ["[R185]", "web_fetch", ["net.fetch"]],
  ])("%s %s declares what its purpose needs", (_row, id, expected) => {
    expect(doors(find(id)?.requires ?? {})).toEqual(expected);
  });

  it("[R185] lets web_search declare the network", () => {
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
