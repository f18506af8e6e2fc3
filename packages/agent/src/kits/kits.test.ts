import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Kit, ToolSkill } from "./kit.ts";
import { readKit } from "./read-kit.ts";
import { readToolSkill } from "./read-tool-skill.ts";
import { renderKits } from "./render-kits.ts";
import { renderToolSkills } from "./render-tool-skills.ts";

const ROOT = join(import.meta.dirname, "../..");

function textsIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(join(ROOT, folder))
    .sort()
    .map((name) => [name, readFileSync(join(ROOT, folder, name), "utf8")]);
}

function kitOf(text: string): Kit {
  const read = readKit(text);
  if (!read.ok) throw new TypeError(read.message);
  return read.value;
}

function skillOf(text: string): ToolSkill {
  const read = readToolSkill(text);
  if (!read.ok) throw new TypeError(read.message);
  return read.value;
}

const kits = textsIn("kits").map(([, text]) => kitOf(text));
const skills = textsIn("tool-skills").map(([, text]) => skillOf(text));
const everyTool = kits.flatMap(({ steps }) => steps.flatMap(({ tools }) => tools));

describe("the kits that ship", () => {
  it("the kits that ship are four, with these goals and steps [R269]", () => {
    expect(
      kits.map(({ name, goal, steps }) => [name, goal, steps.map(({ title }) => title)]),
    ).toEqual([
      ["code_quality", "Code quality improvement", ["Lint", "Analyze", "Fix", "Verify"]],
      ["debug_cycle", "Systematic debugging", ["Reproduce", "Diagnose", "Fix", "Verify"]],
      [
        "project_setup",
        "New project initialization",
        ["Create structure", "Init git", "Install deps", "Verify"],
      ],
      [
        "tdd_workflow",
        "Test-driven development cycle",
        ["Write test", "Run test", "Implement", "Run test", "Refactor"],
      ],
    ]);
    expect(textsIn("kits").map(([name]) => name)).toEqual(kits.map(({ name }) => `${name}.yaml`));
  });

  it("the kits are described to a model step by step", () => {
    const text = renderKits(kits, everyTool);
    expect(text.match(/^## .*$/gm)).toEqual([
      "## code_quality",
      "## debug_cycle",
      "## project_setup",
      "## tdd_workflow",
    ]);
    expect(text).toContain(
      [
        "## project_setup",
        "Goal: New project initialization",
        "1. Create structure (file_manager)",
        "   - Write the folders and first files, a README and a list of files that git ignores.",
        "2. Init git (git_manager)",
        "   When: Only where there is no repository yet.",
      ].join("\n"),
    );
  });

  it("the kits are described only to an agent that has all their tools", () => {
    const text = renderKits(kits, ["file_manager", "git_manager", "bash_manager"]);
    expect(text.match(/^## .*$/gm)).toEqual(["## project_setup"]);
    expect(renderKits(kits, ["file_manager"])).toBe("");
  });
});

describe("a kit in YAML", () => {
  it("a kit is read in the other shape too, in the order that it says", () => {
    const text = [
      "tool_kit: release",
      "description: Cut a release",
      "steps:",
      "  - {order: 2, tool: git_manager, action: commit, params: {message: release}, note: Commit it}",
      "  - {order: 1, tool: test_runner, action: run}",
    ].join("\n");
    expect(kitOf(text)).toEqual({
      name: "release",
      goal: "Cut a release",
      steps: [
        {
          title: "test_runner run",
          tools: ["test_runner"],
          actions: ["run"],
          condition: null,
          note: null,
        },
        {
          title: "Commit it",
          tools: ["git_manager"],
          actions: ["commit", "message: release"],
          condition: null,
          note: null,
        },
      ],
    });
  });

  it.each([
    ["- a list", "it is no list of names and values"],
    ["goal: x\nsteps: [{step: a}]", "it has no name (kit or tool_kit)"],
    ["kit: a\nsteps: [{step: a}]", "it has no goal (goal or description)"],
    ["kit: a\ngoal: b", "it has no steps"],
    ["kit: a\ngoal: b\nsteps: [1]", "its step 1 cannot be read"],
  ])("a wrong kit is reported: %j", (text, message) => {
    expect(readKit(text)).toEqual({ ok: false, message });
  });
});

describe("the notes on tools that ship", () => {
  it("the notes on tools that ship are eight [R272]", () => {
    expect(skills.map(({ tool }) => tool)).toEqual([
      "bash_manager",
      "code_exec",
      "code_search",
      "diff_editor",
      "file_manager",
      "git_manager",
      "lsp_manager",
      "test_runner",
    ]);
  });

  it("the notes say when to use a tool, when not, examples and tips", () => {
    const text = renderToolSkills(skills, ["git_manager", "read"]);
    for (const skill of skills)
      for (const part of [skill.whenToUse, skill.whenNotToUse, skill.examples, skill.tips])
        expect(part, skill.tool).not.toEqual([]);
    expect(text).toMatch(
      /^# Notes on tools\n\n## git_manager\nWhen to use:\n- .+\nWhen not to use:\n- .+\nExamples:\n(?:- \{.+\}\n)+Tips:\n(?:- .+\n?)+$/,
    );
    expect(renderToolSkills(skills, ["read"])).toBe("");
  });

  it("the examples of the notes are calls of their tool", () => {
    for (const { tool, examples } of skills)
      for (const example of examples) expect(JSON.parse(example), tool).toBeTypeOf("object");
  });

  it("no notes are read from an empty text", () => {
    expect(readToolSkill("tool: x")).toEqual({
      ok: false,
      message: "it says nothing about its tool",
    });
    expect(readToolSkill("tips: [x]")).toEqual({ ok: false, message: "it names no tool" });
  });
});
