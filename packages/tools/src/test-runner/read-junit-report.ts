/**
 * Reads a report in JUnit's XML, as node:test, vitest and pytest write it. One that was cut off, or whose own numbers are not
 * those of the tests in it, is none.
 */
import { Parser } from "htmlparser2";
import type { ReportedTest, TestFailure, TestReport } from "./test-report.ts";

/** Deeper than any suite of a person's. */
const MAX_DEPTH = 100;

interface OpenSuite {
  readonly name: string;
  /** The number of its tests, as it says. */
  readonly declared: number | null;
  children: number;
}

interface OpenTest {
  readonly name: string;
  readonly file: string;
  outcome: ReportedTest["outcome"];
  message: string;
  isError: boolean;
}

interface Reading {
  readonly tests: ReportedTest[];
  readonly failures: TestFailure[];
  readonly files: Set<string>;
  readonly suites: OpenSuite[];
  test: OpenTest | null;
  /** The element of a test that is open: its text is the message. */
  told: string | null;
  errors: number;
  isClosed: boolean;
  isBroken: boolean;
}

type Attributes = Readonly<Record<string, string>>;

export function readJunitReport(text: string): TestReport | null {
  if (!/<\/testsuites?>\s*$/.test(text.slice(-1_000)) || isTorn(text)) return null;
  const reading: Reading = {
    tests: [],
    failures: [],
    files: new Set(),
    suites: [],
    test: null,
    told: null,
    errors: 0,
    isClosed: false,
    isBroken: false,
  };
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => open(reading, tag, attributes),
      ontext: (piece) => {
        if (reading.test !== null && reading.told !== null) reading.test.message += piece;
      },
      onclosetag: (tag) => close(reading, tag),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  return reading.isClosed && !reading.isBroken ? reportOf(reading) : null;
}

/** Two texts written over each other: a mark opens inside of a mark. */
function isTorn(text: string): boolean {
  return /<[^<>]*</.test(text.replace(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>/g, ""));
}

function open(reading: Reading, tag: string, attributes: Attributes): void {
  // Nothing comes after the root: a second one was not written by the runner.
  if (reading.isClosed || reading.suites.length > MAX_DEPTH) reading.isBroken = true;
  if (tag === "testsuites" || tag === "testsuite") {
    const above = reading.suites.at(-1);
    if (above) above.children += 1;
    const declared = tag === "testsuites" ? null : numberIn(attributes.tests);
    const name = tag === "testsuites" ? "" : (attributes.name ?? "");
    reading.suites.push({ name, declared, children: 0 });
  } else if (tag === "testcase") openTest(reading, attributes);
  else if (reading.test !== null) settle(reading, reading.test, { tag, attributes });
}

function openTest(reading: Reading, { name = "", classname = "", file = "" }: Attributes): void {
  const suite = reading.suites.at(-1);
  if (suite === undefined || reading.test !== null) {
    reading.isBroken = true;
    return;
  }
  suite.children += 1;
  // node:test says the file apart and the groups by nesting; the others say both in the class.
  const groups = file === "" ? [] : reading.suites.slice(1).map((one) => one.name);
  const parts = [file, ...groups, classname, name];
  const holder = file === "" ? fileOf(suite.name, classname) : file;
  if (holder !== null) reading.files.add(holder);
  reading.test = {
    name: parts.filter((part, at) => part !== "" && part !== parts[at - 1]).join(" > "),
    file,
    outcome: "passed",
    message: "",
    isError: false,
  };
}

/** The file by a class: vitest's is the file, as its suite is; pytest's is the module, and perhaps a class in it. */
function fileOf(suite: string, classname: string): string | null {
  if (suite !== "pytest") return classname === suite && classname !== "" ? classname : null;
  const parts = classname.split(".");
  const first = parts.findIndex((part) => /^[A-Z]/.test(part));
  const module = first === -1 ? parts : parts.slice(0, first);
  return module.length === 0 || module[0] === "" ? null : `${module.join("/")}.py`;
}

function settle(
  reading: Reading,
  test: OpenTest,
  { tag, attributes }: { readonly tag: string; readonly attributes: Attributes },
): void {
  if (tag === "skipped" && test.outcome === "passed") test.outcome = "skipped";
  if (tag !== "failure" && tag !== "error") return;
  test.outcome = "failed";
  test.isError ||= tag === "error";
  test.message += `${attributes.message ?? ""}\n`;
  reading.told = tag;
}

function close(reading: Reading, tag: string): void {
  if (tag === reading.told) reading.told = null;
  const { test } = reading;
  if (tag === "testcase" && test !== null) {
    const { name, outcome, message, isError } = test;
    reading.tests.push({ name, outcome });
    if (outcome === "failed") reading.failures.push({ name, message: unwrapped(message).trim() });
    if (isError) reading.errors += 1;
    reading.test = null;
  }
  if (tag !== "testsuites" && tag !== "testsuite") return;
  const suite = reading.suites.pop();
  if (suite === undefined) reading.isBroken = true;
  else if (suite.declared !== null && suite.declared !== suite.children) reading.isBroken = true;
  reading.isClosed = reading.suites.length === 0;
}

/** node:test shows what a test threw inside of an error of its own, with its own frames: the message comes before that. */
function unwrapped(message: string): string {
  const at = message.search(/^\[?Error \[ERR_TEST_FAILURE\]/m);
  if (at <= 0) return message;
  const frames = message
    .slice(at)
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !/\bnode:/.test(line))
    .map((line) => line.trim());
  return [message.slice(0, at).trimEnd(), ...frames].join("\n");
}

function reportOf({ tests, failures, files, errors }: Reading): TestReport {
  const count = (outcome: ReportedTest["outcome"]): number =>
    tests.filter((one) => one.outcome === outcome).length;
  return {
    passed: count("passed"),
    failed: count("failed") - errors,
    errors,
    skipped: count("skipped"),
    failures,
    tests,
    files: [...files],
  };
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
