/**
 * A test file: calls, each with the verdict it must get. `{ "rules": "policy.jsonc", "tests": [ … ] }`; without `rules` the
 * rules in force are tested. Unknown names stop it: a test that tests nothing is worse than none.
 */
import {
  ConfigurationError,
  type JsonObject,
  LABEL_PATTERN,
  type RuleAction,
} from "@toolplane/contract";
import { readJsonSource } from "./import/source/json-source.ts";

/** One call and what must come of it. `seen` and `said`: what the session has read before, and what its person wrote. */
export interface PolicyTest {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly expect: RuleAction;
  readonly seen?: readonly string[];
  readonly said?: string;
  /** The name that a person reads when it fails. */
  readonly name?: string;
  readonly line: number;
}

export interface PolicyTestFile {
  readonly file: string;
  /** Rule files, relative to the test file; null: the rules in force. */
  readonly rules: readonly string[] | null;
  readonly tests: readonly PolicyTest[];
}

const NAMES: ReadonlySet<string> = new Set(["tool", "arguments", "expect", "name", "seen", "said"]);
const ACTIONS: ReadonlySet<unknown> = new Set(["allow", "ask", "deny"]);

/** True for a text that has tests in it; rule files have none. */
export function isTestFile(text: string, file: string): boolean {
  return (
    !text
      .replace(/^\uFEFF/, "")
      .trimStart()
      .startsWith("[") && readJsonSource(text, file).at("tests") !== null
  );
}

/** Reads one. Throws a ConfigurationError with file and line. */
export function readTestFile(text: string, file: string): PolicyTestFile {
  const json = readJsonSource(text, file);
  for (const { name, line } of json.members())
    if (name !== "tests" && name !== "rules" && name !== "$schema")
      throw new ConfigurationError(`${file}:${line}`, `unknown name "${name.slice(0, 40)}"`);
  const rules = json.at("rules");
  const files = rules === null ? null : Array.isArray(rules.value) ? rules.value : [rules.value];
  if (files?.some((one) => typeof one !== "string"))
    throw new ConfigurationError(
      `${file}:${rules?.line ?? 1}`,
      "rules names a rule file, or several",
    );
  const tests = json.items("tests");
  if (!Array.isArray(json.at("tests")?.value))
    throw new ConfigurationError(file, "tests must be a list");
  return {
    file,
    rules: files as readonly string[] | null,
    tests: tests.map(({ value, line }) => readTest(value, line, file)),
  };
}

function readTest(value: unknown, line: number, file: string): PolicyTest {
  const where = `${file}:${line}`;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ConfigurationError(where, "a test is an object");
  const test = value as Record<string, unknown>;
  const unknown = Object.keys(test).find((name) => !NAMES.has(name));
  if (unknown !== undefined)
    throw new ConfigurationError(
      where,
      `unknown name "${unknown.slice(0, 40)}" in a test; it takes ${[...NAMES].join(", ")}`,
    );
  const { tool, arguments: given = {}, expect, name, seen, said } = test;
  if (typeof tool !== "string") throw new ConfigurationError(where, "tool must be the id of one");
  if (!ACTIONS.has(expect))
    throw new ConfigurationError(where, "expect must be allow, ask or deny");
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new ConfigurationError(where, "arguments must be an object");
  if (name !== undefined && typeof name !== "string")
    throw new ConfigurationError(where, "name must be text");
  if (seen !== undefined && !isLabels(seen))
    throw new ConfigurationError(where, 'seen must be a list of labels, such as ["private"]');
  if (said !== undefined && typeof said !== "string")
    throw new ConfigurationError(where, "said must be text: what the person wrote");
  return {
    tool,
    arguments: given as JsonObject,
    expect: expect as RuleAction,
    line,
    ...(name === undefined ? {} : { name }),
    ...(seen === undefined ? {} : { seen }),
    ...(said === undefined ? {} : { said }),
  };
}

function isLabels(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.every((label) => typeof label === "string" && LABEL_PATTERN.test(label))
  );
}
