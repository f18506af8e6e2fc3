// The reference page of tools, from the tools themselves: what a model reads, what a call may touch, what bounds it.
import type { JsonObject, RequirementSet, Tool } from "@toolplane/contract";
import { describeSchema, describeType, type ParameterRow } from "./describe-schema.ts";

export interface ToolTables {
  readonly tools: readonly Tool[];
  readonly presets: readonly {
    readonly name: string;
    readonly tools: readonly Tool[];
    readonly unlisted: readonly Tool[];
    readonly missing: readonly string[];
  }[];
  readonly examples: Readonly<Record<string, readonly JsonObject[]>>;
}

/** The lines of the page below its head. */
export function renderTools({ tools, presets, examples }: ToolTables): readonly string[] {
  return [
    "Every tool reaches the world through the doors that its *requires* opened. *Gated* tools ask when no rule speaks;",
    "*always* is remembered by the approval key and never covers more than was shown. Results past the output bound are cut to",
    "a head, with the rest in a file that `read` can open. A host changes `timeoutMs`, `enabled` and the settings named here with",
    "`toolConfig`.",
    "",
    ...tools.flatMap((tool) => renderTool(tool, examples[tool.id] ?? [])),
    ...(presets.length === 0 ? [] : PRESETS_HEAD),
    ...presets.flatMap((preset) => renderPreset(preset, tools)),
  ];
}

const PRESETS_HEAD = [
  "## Presets",
  "",
  "`createToolplane({ preset })` gives these tools. The tool that does the work is one of those above; a preset gives it other",
  "names, other arguments or another approval key. A [profile](compat.md#profiles) brings the preset of its document, and its defaults.",
  "",
];

function renderTool(tool: Tool, examples: readonly JsonObject[]): readonly string[] {
  const rows = describeSchema(tool.parameters);
  return [
    `## \`${tool.id}\``,
    "",
    tool.description,
    "",
    ...(rows.length === 0 ? [] : renderRows(rows)),
    `- Requires: ${describeRequires(tool.requires)}.`,
    `- Limits: ${describeLimits(tool)}.`,
    `- Approval: ${tool.gated ? "gated" : "ungated"}; key ${describeKey(tool, examples)}.`,
    `- Mode \`${tool.mode}\`, kind \`${tool.kind}\`${tool.repeatable ? ", repeatable" : ""}.`,
    ...describeConfig(tool),
    "",
    ...(examples.length === 0
      ? []
      : ["```json", ...examples.map((args) => JSON.stringify(args)), "```", ""]),
  ];
}

function renderRows(rows: readonly ParameterRow[]): readonly string[] {
  return [
    "| argument | type | |",
    "|---|---|---|",
    ...rows.map(
      ({ name, type, required, description }) =>
        `| \`${name}\`${required ? "" : "?"} | ${cell(type)} | ${cell(description)} |`,
    ),
    "",
  ];
}

function describeRequires({ fs, net, shell, env, capabilities }: RequirementSet): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  const parts = [
    ...(fs?.read ? [`reading ${code(fs.read)}`] : []),
    ...(fs?.write ? [`writing ${code(fs.write)}`] : []),
    ...(net?.hosts ? [`the network, ${code(net.hosts)}`] : []),
    ...(shell ? [`commands, ${code(shell.map(({ cmd }) => cmd))}`] : []),
    ...(env ? [`variables ${code(env)}`] : []),
    ...(capabilities ? [`the doors ${code(capabilities)}`] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : "nothing";
}

function describeLimits({ limits }: Tool): string {
  const { timeoutMs, maxOutput, callsPerSession } = limits;
  const calls = callsPerSession === null ? [] : [`${callsPerSession} calls a session`];
  const bytes = `${maxOutput.toLocaleString("en")} bytes of output`;
  return [`${(timeoutMs / 1_000).toLocaleString("en")} s`, bytes, ...calls].join(", ");
}

/** A key in code is shown by what it makes of the examples. */
function describeKey(tool: Tool, examples: readonly JsonObject[]): string {
  const derive = tool.approvalKey as ((args: JsonObject) => string) | null;
  if (derive) {
    const keys = [...new Set(examples.map((args) => `\`${derive(args)}\``))];
    return `of its own${keys.length > 0 ? `: ${keys.join(", ")}` : ""}`;
  }
  const uses = Object.values(tool.resources).flat();
  if (uses.some(({ access }) => access === "shell")) return "from each command of the line";
  if (uses.some(({ access }) => access === "net.fetch")) return "from scheme, host and port";
  if (uses.length > 0 || tool.footprint) return "from what it touches";
  return `\`tool:${tool.id}\``;
}

function describeConfig({ contract }: Tool): readonly string[] {
  const schema = contract.configSchema;
  if (typeof schema !== "object") return [];
  const own = Object.entries((schema.properties ?? {}) as Readonly<Record<string, object>>)
    .filter(([name]) => name !== "enabled" && name !== "timeoutMs")
    .map(
      ([name, member]) =>
        `\`${name}\` (${describeType(member as Readonly<Record<string, unknown>>)})`,
    );
  return own.length === 0 ? [] : [`- Settings: ${own.join(", ")}.`];
}

function renderPreset(
  preset: ToolTables["presets"][number],
  own: readonly Tool[],
): readonly string[] {
  const row = (tool: Tool, note: string) =>
    `| \`${tool.id}\` | ${signature(tool)} | ${tool.gated ? "yes" : "no"} | ${note} |`;
  return [
    `### Preset ${preset.name}`,
    "",
    ...missing(preset.missing),
    "| tool | arguments | gated | |",
    "|---|---|---|---|",
    ...preset.tools.map((tool) => row(tool, noteOf(tool, own))),
    ...preset.unlisted.map((tool) => row(tool, "can be called; a model is not told of it")),
    "",
  ];
}

function noteOf(tool: Tool, own: readonly Tool[]): string {
  if (own.includes(tool)) return "as above";
  return tool.approvalKey ? "with an approval key of its own" : "";
}

function missing(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const list = names.map((name) => `\`${name}\``).join(", ");
  return [`Not there yet, because nothing here does their work: ${list}.`, ""];
}

function signature(tool: Tool): string {
  const rows = describeSchema(tool.parameters).filter(({ name }) => !/[.[]/.test(name));
  return rows.map(({ name, required }) => `\`${name}${required ? "" : "?"}\``).join(", ");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
