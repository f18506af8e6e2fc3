/**
 * Loads the body of a skill into the conversation. The model's list had only its one line before; the index is the
 * host's.
 */
import { defineTool, type Tool, ToolError } from "@toolplane/contract";

export interface SkillArguments {
  readonly name: string;
}

/** How many names an error lists. */
const MAX_NAMES = 30;
/** Keeps a text from closing the marks around it. */
const MARK = /<(\/?skill_content)/gi;

/** The tool `skill`. It gives the body between marks that a loop and a prompt can rely on. */
export const skillTool: Tool<SkillArguments, string> = defineTool({
  id: "skill",
  label: "Skill",
  description:
    "Loads the instructions of a skill by its name. Load a skill when its one-line description fits what you are about to do, and then follow it.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 200, description: "As it is listed." },
    },
    required: ["name"],
    additionalProperties: false,
  },
  requires: {},
  mode: "read",
  kind: "think",
  gated: false,
  repeatable: true,
  execute: async ({ name }, { services }) => {
    const { skills } = services;
    if (!skills)
      throw new ToolError("unavailable", "There are no skills in this session. Go on without.");
    const body = await skills.load(name);
    if (body === null)
      throw new ToolError(
        "not_found",
        `No skill is called ${name}. ${describeNames(skills.list().map((entry) => entry.name))}`,
      );
    return `<skill_content name=${JSON.stringify(name)}>\n${body.replace(MARK, "&lt;$1")}\n</skill_content>`;
  },
});

function describeNames(names: readonly string[]): string {
  if (names.length === 0) return "There are none in this session.";
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "";
  return `There are: ${names.slice(0, MAX_NAMES).join(", ")}${more}.`;
}
