// Counts how much of the official JSON Schema Test Suite our engine gets right, and Ajv, its oracle in our tests. The lower
// figure counts; `engines` shows both.

import { createGeneratedEngine } from "@toolplane/kernel/fixtures";
import type { SchemaEngine } from "@toolplane/kernel/inside";
import { createInterpretedEngine } from "@toolplane/kernel/inside";
import { type Failure, judgeGroups, type Score } from "./json-schema/judge-groups.ts";
import { readSuite, type Suite } from "./json-schema/read-suite.ts";

interface Figures {
  readonly total: number;
  readonly right: number;
  readonly wrong: number;
  readonly required_2020: number;
  readonly required_7: number;
  readonly crashed: number;
}

const MAX_PRINTED = 60;

export async function measure(options: {
  readonly data?: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const suite = readSuite(options.data);
  if (typeof suite === "string") {
    print(suite);
    return { total: 0, right: 0, wrong: 0, required_2020: 0, required_7: 0, crashed: 0 };
  }
  const engines = {
    generated: measureEngine("generated", createGeneratedEngine(), suite, print),
    interpreted: measureEngine("interpreted", createInterpretedEngine(), suite, print),
  };
  const lower = (key: keyof Figures): number =>
    Math.min(engines.generated[key], engines.interpreted[key]);
  const right = lower("right");
  return {
    total: engines.generated.total,
    right,
    wrong: engines.generated.total - right,
    required_2020: lower("required_2020"),
    required_7: lower("required_7"),
    crashed: engines.generated.crashed + engines.interpreted.crashed,
    engines,
  };
}

function measureEngine(
  name: string,
  engine: SchemaEngine,
  suite: Suite,
  print: (line: string) => void,
): Figures {
  const newer = judgeGroups(engine, "2020-12", suite);
  const older = judgeGroups(engine, "draft-07", suite);
  printFailures(`${name}, 2020-12`, newer, print);
  printFailures(`${name}, draft-07`, older, print);
  const total = newer.total + older.total;
  const right = newer.right + older.right;
  return {
    total,
    right,
    wrong: total - right,
    required_2020: share(newer),
    required_7: share(older),
    crashed: newer.crashed + older.crashed,
  };
}

function share({ required }: Score): number {
  return required.total === 0 ? 1 : Number((required.right / required.total).toFixed(5));
}

function printFailures(title: string, score: Score, print: (line: string) => void): void {
  const { required, total, right, failures } = score;
  print(`${title}: ${right} of ${total} right, required ${required.right} of ${required.total}`);
  const groups = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = `${failure.file}: ${failure.group}`;
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  const shown = [...groups].slice(0, MAX_PRINTED);
  for (const [key, group] of shown) {
    const more = group.length > 1 ? ` (and ${group.length - 1} more)` : "";
    print(`  ${key}\n    ${group[0]?.test}: ${group[0]?.why.slice(0, 160)}${more}`);
  }
  if (groups.size > shown.length) {
    print(`  … and ${groups.size - shown.length} more groups`);
  }
}
