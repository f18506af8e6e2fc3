/** Notes on one tool from YAML: `tool, when_to_use, when_not_to_use, examples, tips`. */
import type { Reading } from "@toolplane/readings";
import { readYaml } from "../yaml/read-yaml.ts";
import type { ToolSkill } from "./kit.ts";
import { linesOf, lineText, recordOf } from "./yaml-values.ts";

/** The notes, or why the text is none. */
export function readToolSkill(text: string): Reading<ToolSkill> {
  const yaml = readYaml(text);
  if (!yaml.ok) return yaml;
  const value = recordOf(yaml.value);
  if (value === null) return { ok: false, message: "it is no list of names and values" };
  const tool = lineText(value.tool);
  if (tool === null) return { ok: false, message: "it names no tool" };
  const skill = {
    tool,
    whenToUse: linesOf(value.when_to_use),
    whenNotToUse: linesOf(value.when_not_to_use),
    examples: linesOf(value.examples),
    tips: linesOf(value.tips),
  };
  const { whenToUse, whenNotToUse, examples, tips } = skill;
  if ([whenToUse, whenNotToUse, examples, tips].every((lines) => lines.length === 0))
    return { ok: false, message: "it says nothing about its tool" };
  return { ok: true, value: skill };
}
