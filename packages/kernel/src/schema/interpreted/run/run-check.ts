import { isPrototypePolluted } from "../../names/is-prototype-polluted.ts";
import { isSchemaRejection } from "../document/reject-schema.ts";
import type { SchemaFault } from "../document/schema-engine.ts";
import { type Check, type Finding, gaveUp, loops, type Run } from "./run.ts";

/**
 * Runs a compiled schema over a value: once for the answer, again for the reasons if it is no. `run` is the schema's own, taken
 * again for each value: checks call nothing but one another, so no run begins inside another.
 */
export function runCheck(
  check: Check,
  value: unknown,
  { run, maxSteps }: { readonly run: Run; readonly maxSteps: number },
): readonly SchemaFault[] | null {
  run.steps = maxSteps;
  run.references = 0;
  run.isCollecting = false;
  run.isQuick = !isPrototypePolluted();
  run.findings = NONE;
  run.evaluated = null;
  run.scope = null;
  try {
    if (check(value, run)) {
      return null;
    }
  } catch (error) {
    return [{ path: "", ...describeEnd(error, maxSteps) }];
  }
  const second = createRun(maxSteps);
  try {
    check(value, second);
  } catch (error) {
    // Collecting looks at more than answering does, so the budget can end only here; the findings so far are kept.
    second.findings.push({ path: [], ...describeEnd(error, maxSteps) });
  }
  const faults = second.findings.map((finding) => toFault(finding, ""));
  return faults.length > 0 ? faults : [{ path: "", keyword: "schema", message: "is not valid" }];
}

/** A run that only answers notes nothing; frozen, so that a note would end it. */
const NONE: Finding[] = Object.freeze([]) as never;

export function createRun(maxSteps: number): Run {
  return {
    steps: maxSteps,
    references: 0,
    isCollecting: true,
    isQuick: false,
    findings: [],
    evaluated: null,
    scope: null,
  };
}

function describeEnd(
  error: unknown,
  maxSteps: number,
): { readonly keyword: string; readonly message: string } {
  if (error === gaveUp) {
    return { keyword: "steps", message: `validation gave up after ${maxSteps} steps` };
  }
  if (error === loops) {
    return {
      keyword: "$ref",
      message: "validation gave up: the schema refers to itself without end",
    };
  }
  if (isSchemaRejection(error)) {
    return { keyword: "schema", message: `cannot be validated: ${error.message}` };
  }
  return { keyword: "schema", message: "cannot be validated: the schema cannot be applied" };
}

function toFault(finding: Finding, base: string): SchemaFault {
  const { keyword, message, known, branches } = finding;
  const path =
    base + finding.path.reduceRight((text, segment) => `${text}/${escapeSegment(segment)}`, "");
  return {
    path,
    keyword,
    message,
    ...(known === undefined ? {} : { known }),
    ...(branches === undefined
      ? {}
      : { branches: branches.map((branch) => branch.map((inner) => toFault(inner, path))) }),
  };
}

/** A name as one segment of a JSON pointer. */
export function escapeSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
