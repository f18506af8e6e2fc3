// Scenarios of the V4A patch text: a tree, a patch, and the tree that must come of it. Ours is all or nothing, so where a
// failing patch is said to leave its first parts applied, an unchanged tree is right.

import { readdirSync } from "node:fs";
import { applyPatchTool } from "@toolplane/tools/inside";
import { callTool, type FileTexts, sameFiles } from "./edits/call-tool.ts";
import { readLines } from "./edits/read-lines.ts";

interface Scenario {
  readonly id: string;
  readonly patch: string;
  readonly input: FileTexts;
  readonly expected: FileTexts;
  readonly shouldFail: boolean;
}

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const scenarios = readdirSync(options.data)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readLines<Scenario>(options.data, name));
  if (scenarios.length === 0) print(`${options.data} holds no scenarios`);
  let right = 0;
  for (const scenario of scenarios) {
    const fault = await judge(scenario);
    if (fault === null) right += 1;
    else print(`${scenario.id}: ${fault}`);
  }
  return { total: scenarios.length, right, wrong: scenarios.length - right };
}

async function judge({ patch, input, expected, shouldFail }: Scenario): Promise<string | null> {
  const { result, files } = await callTool(applyPatchTool, input, [{ patch }]);
  if (result.type === "error") {
    if (!shouldFail) return `refused: ${result.error_text.split("\n")[0]}`;
    return sameFiles(files, input) ? null : "failed, and changed something";
  }
  if (shouldFail) return "went through, and must fail";
  return sameFiles(files, expected) ? null : "left another tree";
}
