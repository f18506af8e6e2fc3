import { Script } from "node:vm";
import type { SchemaDialect, SchemaEngine } from "@toolplane/kernel/inside";
import type { Suite, SuiteGroup } from "./read-suite.ts";

/** How one engine did on one draft. */
export interface Score {
  readonly total: number;
  readonly right: number;
  readonly crashed: number;
  readonly required: { readonly total: number; readonly right: number };
  readonly failures: readonly Failure[];
}

export interface Failure {
  readonly file: string;
  readonly group: string;
  readonly test: string;
  readonly why: string;
}

type Verdict =
  | { readonly valid: boolean }
  | { readonly problem: string; readonly hasCrashed: boolean };

const GROUP_DEADLINE_MS = 5_000;

/** Runs every test of one draft through one engine. Optional groups assert formats, as they expect. */
export function judgeGroups(engine: SchemaEngine, dialect: SchemaDialect, suite: Suite): Score {
  const failures: Failure[] = [];
  let total = 0;
  let right = 0;
  let crashed = 0;
  let requiredTotal = 0;
  let requiredRight = 0;
  for (const group of suite.groups[dialect]) {
    const verdicts = judgeGroup(engine, dialect, group, suite);
    group.tests.forEach((test, index) => {
      const verdict = verdicts[index] ?? { problem: "no verdict", hasCrashed: true };
      const isRight = "valid" in verdict && verdict.valid === test.valid;
      total += 1;
      right += isRight ? 1 : 0;
      requiredTotal += group.optional ? 0 : 1;
      requiredRight += isRight && !group.optional ? 1 : 0;
      crashed += "problem" in verdict && verdict.hasCrashed ? 1 : 0;
      if (!isRight) {
        const why = "problem" in verdict ? verdict.problem : `said ${verdict.valid}`;
        failures.push({ file: group.file, group: group.description, test: test.description, why });
      }
    });
  }
  return {
    total,
    right,
    crashed,
    required: { total: requiredTotal, right: requiredRight },
    failures,
  };
}

function judgeGroup(
  engine: SchemaEngine,
  dialect: SchemaDialect,
  group: SuiteGroup,
  suite: Suite,
): readonly Verdict[] {
  try {
    return withDeadline(() => {
      const formats = group.optional ? "assert" : "annotate";
      const compiled = engine.compile(group.schema, { dialect, formats, remotes: suite.remotes });
      return group.tests.map((test): Verdict => {
        if (!compiled.ok) {
          return { problem: compiled.message, hasCrashed: false };
        }
        return { valid: compiled.schema.validate(test.data) === null };
      });
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return group.tests.map(() => ({ problem, hasCrashed: true }));
  }
}

const HOOK = "toolplaneMeasuredWork";

/** Runs synchronous work that is stopped from outside when it does not end by itself. */
function withDeadline<Result>(work: () => Result): Result {
  Object.defineProperty(globalThis, HOOK, { value: work, configurable: true });
  try {
    const script = new Script(`globalThis.${HOOK}()`);
    return script.runInThisContext({ timeout: GROUP_DEADLINE_MS }) as Result;
  } finally {
    Reflect.deleteProperty(globalThis, HOOK);
  }
}
