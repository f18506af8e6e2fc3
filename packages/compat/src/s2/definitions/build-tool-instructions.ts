/** S2's text for models without function calling: which tools there are, and how to ask for them in JSON. */
import { expandAllowedTools } from "./expand-allowed-tools.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { TOOL_DEFINITIONS } from "./tool-definitions.ts";

export interface InstructionOptions {
  readonly allowedTools: readonly string[] | null;
  /** The project's folder, shown to the model. */
  readonly projectRoot?: string | null;
  /** True unless said: one object with all actions. False: one object after the other. */
  readonly planMode?: boolean;
  readonly definitions?: Readonly<Record<string, ToolDefinition>>;
}

const CALL = '{"tool": "…", "action": "…", "params": {…}}';
const NO_TOOLS = "No tools are available for this task.";

/** The text. Null means all tools; a list that means none gets one sentence that says so. */
export function buildToolInstructions(options: InstructionOptions): string {
  const { allowedTools, projectRoot, planMode = true } = options;
  const definitions = options.definitions ?? TOOL_DEFINITIONS;
  const names = expandAllowedTools(allowedTools, definitions) ?? Object.keys(definitions);
  const tools = names.flatMap((name) =>
    Object.hasOwn(definitions, name) ? [definitions[name] as ToolDefinition] : [],
  );
  if (tools.length === 0) return NO_TOOLS;
  return [
    "## Tools",
    "",
    "Answer with JSON that says what to run.",
    planMode
      ? `One object with every action: {"actions": [${CALL}]}`
      : `One object for each action, one after the other: ${CALL}`,
    "",
    ...tools.flatMap(sectionOf),
    ...(projectRoot ? [`The project's folder is ${projectRoot}.`, ""] : []),
    "Rules:",
    "- Use only the tools of this list.",
    ...RULES.filter(([tool]) => tools.some(({ name }) => name === tool)).map(([, rule]) => rule),
  ].join("\n");
}

/** Rules for tools that are there only: a model that reads of others asks for them. */
const RULES: readonly (readonly [tool: string, rule: string])[] = [
  ["file_manager", '- Create and change files with file_manager and "action": "write".'],
  ["git_manager", "- After writing files, commit them with git_manager."],
  ["test_runner", "- Where there are tests, run them with test_runner."],
];

function sectionOf({ name, description, parameters }: ToolDefinition): readonly string[] {
  const names = Object.keys(parameters).join(", ") || "none";
  return [`### ${name}`, description, `Parameters: ${names}`, ""];
}
