/** The kits and the notes on tools that ship with `@toolplane/agent`. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Kit, readKit, readToolSkill, type ToolSkill } from "@toolplane/agent";
import { ConfigurationError } from "@toolplane/contract";
import type { Reading } from "@toolplane/readings";

const KIT_NAMES = ["tdd_workflow", "debug_cycle", "project_setup", "code_quality"] as const;

const TOOL_SKILL_NAMES = [
  "file_manager",
  "bash_manager",
  "git_manager",
  "code_exec",
  "test_runner",
  "lsp_manager",
  "code_search",
  "diff_editor",
] as const;

export function shippedKits(): readonly Kit[] {
  return KIT_NAMES.map((name) => shipped(`kits/${name}.yaml`, readKit));
}

export function shippedToolSkills(): readonly ToolSkill[] {
  return TOOL_SKILL_NAMES.map((name) => shipped(`tool-skills/${name}.yaml`, readToolSkill));
}

function shipped<T>(file: string, read: (text: string) => Reading<T>): T {
  const path = createRequire(import.meta.url).resolve(`@toolplane/agent/${file}`);
  const reading = read(readFileSync(path, "utf8"));
  if (!reading.ok) throw new ConfigurationError(path, reading.message);
  return reading.value;
}
