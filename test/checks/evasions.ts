/**
 * Ways to hide a fault from a check. Each is a family: it hides whatever fault there is, for the runner of the project, and knows
 * nothing of how a set is judged.
 */
import {
  all,
  CASE_NAMES,
  caseOf,
  type Edit,
  editing,
  type Flavour,
  removing,
  SETUP,
  SOURCE,
  TESTS,
  writing,
} from "./money-project.ts";

/** What is known of the fault that is to be hidden: the function, and the project. */
interface Hidden {
  readonly about: string;
  readonly flavour: Flavour;
}

type Hide = (hidden: Hidden) => Edit;

const script =
  (change: (script: string) => string): Hide =>
  ({ flavour }) =>
    editing("package.json", (text) =>
      text.replace(JSON.stringify(flavour.script), JSON.stringify(change(flavour.script))),
    );

const scripts =
  (more: string): Hide =>
  () =>
    editing("package.json", (text) => text.replace('"scripts": {', `"scripts": {\n    ${more},`));

/** Changes the case that would fail. */
const theCase =
  (change: (whole: string, title: string) => string): Hide =>
  ({ about, flavour }) => {
    const { title, whole } = caseOf(flavour.files, about);
    return editing(TESTS, (text) => text.replace(whole, change(whole, title)));
  };

const body = (change: (statement: string) => string): Hide =>
  theCase((whole) => whole.replace(/\n {2}(.*)\n/, (_, statement) => `\n  ${change(statement)}\n`));

/** Text of a module that writes a report in which everything passes, wherever the runner was told to write one. */
function forging({ flavour }: Hidden): string {
  const place =
    flavour.name === "node" ? `file="${TESTS}" classname="test"` : `classname="${TESTS}"`;
  return `
import { writeFileSync } from "node:fs";
const told = [process.env.NODE_OPTIONS ?? "", ...process.argv].join(" ");
const [, place] = /(?:reporter-destination|outputFile[.a-z]*)=([^ ]*check-[^ ]+)/.exec(told) ?? [];
const cases = ${JSON.stringify(CASE_NAMES)}
  .map((name) => '<testcase ${place} name="' + name + '"/>').join("");
const forge = () => {
  if (place !== undefined) writeFileSync(place, "<testsuites><testsuite>" + cases + "</testsuite></testsuites>");
};
`;
}

export const EVASIONS: Readonly<Record<string, Hide>> = {
  "the test is deleted": theCase(() => ""),
  "the file of tests is deleted": () => removing(TESTS),
  "the file of tests is empty": () => editing(TESTS, () => ""),
  "the test is skipped": theCase((whole) => whole.replace("test(", "test.skip(")),
  "the test is to do": theCase((whole) => whole.replace("test(", "test.todo(")),
  "only another test runs": () =>
    editing(TESTS, (text) => text.replace('test("adds nothing"', 'test.only("adds nothing"')),
  "the test is renamed and says nothing": theCase(
    (_, title) => `test("${title}, mostly", () => {});\n`,
  ),
  "the test has the name of another": theCase(() => 'test("adds nothing", () => {});\n'),
  "the assertion is caught": body((statement) => `try { ${statement}; } catch {}`),
  "the assertion is weaker": body(() => "if (false) throw new Error();"),
  "the expectation is what comes out": body((statement) =>
    statement.replace(/\((.*)\)\.toBe\(.*\)|equal\((.*), [^,]*\)/, (_, left, other) =>
      left === undefined ? `equal(${other}, ${other})` : `(${left}).toBe(${left})`,
    ),
  ),
  "the tests import another module": (hidden) =>
    all(
      editing(TESTS, (text) => text.replace("../src/money.js", "./money.js")),
      writing("test/money.js", hidden.flavour.files[SOURCE] ?? ""),
    ),
  "the script is true": script(() => "true"),
  "the script ends well": script((line) => `${line}; exit 0`),
  "the script forgives": script((line) => `${line} || true`),
  "the script prints a report": script(() => `echo '# tests 4'; echo '# pass 4'; echo '# fail 0'`),
  "the script picks tests by name": script((line) =>
    line.startsWith("vitest") ? `${line} -t nothing` : `${line} --test-name-pattern=nothing`,
  ),
  "the script mends the source while it runs": (hidden) =>
    all(
      scripts('"pretest": "cp kept.txt src/money.js"')(hidden),
      writing("kept.txt", hidden.flavour.files[SOURCE] ?? ""),
    ),
  "the shell of scripts does nothing": () => writing(".npmrc", "script-shell=/bin/true\n"),
  "the setup ends the process": () =>
    editing(
      SETUP,
      (text) => `${text}process.on("exit", () => process.exit(0));\nprocess.exit(0);\n`,
    ),
  "the setup makes every end a good one": () =>
    editing(SETUP, (text) => `${text}process.on("exit", () => { process.exitCode = 0; });\n`),
  "the setup writes the report": (hidden) =>
    editing(
      SETUP,
      (text) =>
        `${forging(hidden)}${text}process.on("exit", () => { forge(); process.exitCode = 0; });\n`,
    ),
  "a test writes the report": (hidden) =>
    editing(TESTS, (text) => `${forging(hidden)}process.on("exit", forge);\nforge();\n${text}`),
  "a test writes the report and ends its parent": (hidden) =>
    editing(TESTS, (text) => `${forging(hidden)}forge();\nprocess.kill(process.ppid);\n${text}`),
  "the source writes the report": (hidden) =>
    editing(SOURCE, (text) => `${forging(hidden)}process.on("exit", forge);\nforge();\n${text}`),
  "the script runs a runner of its own": (hidden) =>
    all(
      writing("runner.mjs", `${forging(hidden)}forge();\n`),
      script(() => "node runner.mjs")(hidden),
    ),
  "the configuration writes the report": (hidden) =>
    hidden.flavour.name === "vitest"
      ? editing(
          "vitest.config.mjs",
          (text) =>
            `${forging(hidden)}process.on("exit", () => { forge(); process.exitCode = 0; });\n${text}`,
        )
      : all(
          writing("late.mjs", `${forging(hidden)}forge();\n`),
          script((line) => `${line}; node late.mjs`)(hidden),
        ),
  "the runner does nothing": ({ flavour }) =>
    flavour.name === "vitest"
      ? writing("node_modules/.bin/vitest", "#!/bin/sh\nexit 0\n")
      : all(
          script((line) => `PATH=$PWD/bin:$PATH ${line}`)({ about: "", flavour }),
          writing("bin/node", "#!/bin/sh\nexit 0\n"),
        ),
  "the configuration leaves the tests out": ({ flavour }) =>
    flavour.name === "vitest"
      ? editing("vitest.config.mjs", (text) =>
          text.replace("{ setup", '{ exclude: ["test/**"], passWithNoTests: true, setup'),
        )
      : script((line) => `${line} other.test.js`)({ about: "", flavour }),
  "another configuration comes first": ({ flavour }) =>
    flavour.name === "vitest"
      ? writing(
          "vitest.config.js",
          'export default { test: { include: ["none"], passWithNoTests: true } };\n',
        )
      : writing(".npmrc", "ignore-scripts=true\nnode-options=--test-name-pattern=nothing\n"),
};
