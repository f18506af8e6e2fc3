// A tool is one folder: its source, its test with a conformance run, and the calls that the reference page shows. This gate
// names the part that is missing. The page itself is compared by the docs gate.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Tool } from "@toolplane/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readToolExamples, toolFolder } from "./docs/read-tool-examples.ts";
import { type GateResult, reportGate } from "./source/gate.ts";
import { tokenize } from "./source/tokenize.ts";

/** Says what each tool of `tools` lacks, and which folder of a tool no preset holds. */
export function checkTools(root: string, tools: readonly Tool[]): GateResult {
  const failures = [
    ...tools.flatMap((tool) => [...describeParts(root, tool), ...describeExamples(root, tool)]),
    ...listStrangers(root, tools),
  ];
  return { name: "tools", summary: `${tools.length} tools`, failures };
}

function describeParts(root: string, { id }: Tool): readonly string[] {
  const folder = toolFolder(id);
  const name = id.replaceAll("_", "-");
  const source = `${folder}/${name}-tool.ts`;
  const test = `${folder}/${name}-tool.test.ts`;
  if (!existsSync(join(root, source))) return [`tool ${id} has no source: ${source} is missing`];
  if (!existsSync(join(root, test))) return [`tool ${id} has no test: ${test} is missing`];
  if (runsConformance(readFileSync(join(root, test), "utf8"), `./${name}-tool.ts`)) return [];
  return [
    `tool ${id} has no conformance run: call describeToolConformance of @toolplane/testkit in ${test}`,
  ];
}

// Read as tokens, so that a comment or a text that names the suite is no run of it.
function runsConformance(text: string, source: string): boolean {
  const tokens = tokenize(text);
  return (
    tokens.some(
      (token, at) =>
        token.kind === "word" &&
        token.text === "describeToolConformance" &&
        tokens[at + 1]?.text === "(",
    ) && tokens.some((token) => token.kind === "string" && token.text === source)
  );
}

function describeExamples(root: string, tool: Tool): readonly string[] {
  const path = `${toolFolder(tool.id)}/examples.json`;
  const examples = readToolExamples(root, [tool])[tool.id] ?? [];
  if (!Array.isArray(examples) || examples.length === 0) {
    return [`tool ${tool.id} has no example: ${path} holds a list of calls, one at least`];
  }
  const validate = new Ajv2020({ strict: false }).compile(tool.parameters);
  return examples.flatMap((example, at) =>
    validate(example)
      ? []
      : [`${path}: call ${at + 1} is not one that ${tool.id} takes: ${describeError(validate)}`],
  );
}

function describeError({ errors }: ReturnType<Ajv2020["compile"]>): string {
  const [first] = errors ?? [];
  return `${first?.instancePath || "its arguments"} ${first?.message ?? "differ from the schema"}`;
}

function listStrangers(root: string, tools: readonly Tool[]): readonly string[] {
  const known = new Set(tools.map(({ id }) => id.replaceAll("_", "-")));
  const folder = join(root, "packages/tools/src");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !known.has(entry.name))
    .filter(({ name }) => existsSync(join(folder, name, `${name}-tool.ts`)))
    .map(({ name }) => `packages/tools/src/${name} holds a tool that stands in no preset`);
}

if (import.meta.main) {
  const { EVERY_TOOL } = await import("@toolplane/tools");
  reportGate(checkTools(join(import.meta.dirname, ".."), EVERY_TOOL));
}
