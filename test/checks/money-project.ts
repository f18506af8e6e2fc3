/** A small project with tests, in the words of two runners, and ways to spoil it. */
import { type Files, installed } from "./check-world.ts";

export type Edit = (files: Files) => Files;

/** Edits one file; one that is not there, or stays as it is, is a mistake of the test. */
export function editing(path: string, edit: (text: string) => string): Edit {
  return (files) => {
    const before = files[path];
    const after = before === undefined ? undefined : edit(before);
    if (after === undefined || after === before) throw new Error(`${path} stays as it is`);
    return { ...files, [path]: after };
  };
}

export const writing =
  (path: string, text: string): Edit =>
  (files) => ({ ...files, [path]: text });
export const removing =
  (path: string): Edit =>
  ({ [path]: _, ...rest }) =>
    rest;
export const all =
  (...edits: readonly Edit[]): Edit =>
  (files) =>
    edits.reduce((now, edit) => edit(now), files);

export const SOURCE = "src/money.js";
export const TESTS = "test/money.test.js";
export const SETUP = "prepare.mjs";

const FUNCTIONS: Readonly<Record<string, string>> = {
  add: "a + b",
  cents: "Math.round(a * 100)",
  split: "Math.floor(a / b)",
};

const source = Object.entries(FUNCTIONS)
  .map(([name, body]) => `export function ${name}(a, b) {\n  return ${body};\n}\n`)
  .join("\n");

/** Each returns what it must not; one for every function and way. */
export const FAULTS: readonly (readonly [string, Edit])[] = Object.entries(FUNCTIONS).flatMap(
  ([name, body]) =>
    [
      ["is off by one", `return 1 + (${body});`],
      ["gives nothing", "return undefined;"],
      ["throws", 'throw new Error("no");'],
      ["ends the process well", "process.exit(0);"],
    ].map(
      ([way, text = ""]) =>
        [
          `${name} ${way}`,
          editing(SOURCE, (file) => file.replace(`return ${body};`, text)),
        ] as const,
    ),
);

export interface Flavour {
  readonly name: "node" | "vitest";
  readonly script: string;
  readonly files: Files;
}

const cases = [
  ["adds", "add(1, 2)", "3"],
  ["adds nothing", "add(1, 0)", "1"],
  ["counts cents", "cents(1.5)", "150"],
  ["splits", "split(10, 3)", "3"],
] as const;

export const CASE_NAMES: readonly string[] = cases.map(([name]) => name);

function testFile(head: string, equal: (left: string, right: string) => string): string {
  const tests = cases.map(
    ([name, left, right]) => `test("${name}", () => {\n  ${equal(left, right)};\n});\n`,
  );
  return `${head}\nimport { add, cents, split } from "../src/money.js";\n\n${tests.join("\n")}`;
}

function project({ script, ...files }: Files & { readonly script: string }): Files {
  const manifest = { name: "money", type: "module", scripts: { test: script } };
  return {
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
    [SOURCE]: source,
    [SETUP]: "export const ready = true;\n",
    "README.md": "# Money\n",
    ...files,
  };
}

const NODE_SCRIPT = `node --import ./${SETUP} --test`;

export const NODE: Flavour = {
  name: "node",
  script: NODE_SCRIPT,
  files: project({
    script: NODE_SCRIPT,
    [TESTS]: testFile(
      'import assert from "node:assert/strict";\nimport { test } from "node:test";',
      (left, right) => `assert.equal(${left}, ${right})`,
    ),
  }),
};

export const VITEST: Flavour = {
  name: "vitest",
  script: "vitest run",
  files: project({
    script: "vitest run",
    "node_modules/vitest": installed("vitest"),
    "node_modules/.bin/vitest": installed("vitest/vitest.mjs"),
    "vitest.config.mjs": `export default { test: { setupFiles: ["./${SETUP}"] } };\n`,
    [TESTS]: testFile(
      'import { expect, test } from "vitest";',
      (left, right) => `expect(${left}).toBe(${right})`,
    ),
  }),
};

/** The statement of a case that is about a function, and the name of the case. */
export function caseOf(
  files: Files,
  name: string,
): { readonly title: string; readonly whole: string } {
  const [title = ""] = cases.find(([, left]) => left.startsWith(name)) ?? [];
  const whole = new RegExp(`test\\("${title}", \\(\\) => \\{\\n.*\\n\\}\\);\\n`).exec(
    files[TESTS] ?? "",
  )?.[0];
  if (whole === undefined) throw new Error(`no case about ${name}`);
  return { title, whole };
}

/** What an honest change does. */
export const REPAIRS: readonly (readonly [string, Edit])[] = [
  ["a tidier body", editing(SOURCE, (text) => text.replace("a + b", "b + a"))],
  ["a function more", editing(SOURCE, (text) => `${text}\nexport const half = (a) => a / 2;\n`)],
  [
    "a test more",
    editing(TESTS, (text) =>
      text.replace(
        /test\("adds", [\s\S]*?\n\}\);\n/,
        (one) => `${one}\n${one.replace('"adds"', '"adds again"')}`,
      ),
    ),
  ],
  [
    "a function with tests of its own",
    all(writing("src/half.js", "export const half = (a) => a / 2;\n"), (files) => ({
      ...files,
      "test/half.test.js": (files[TESTS] ?? "")
        .replace(/import \{ add.*\n/, 'import { half } from "../src/half.js";\n')
        .replace(/\ntest\([\s\S]*$/, "")
        .concat(`\ntest("halves", () => {\n  if (half(4) !== 2) throw new Error("no");\n});\n`),
    })),
  ],
  ["words", editing("README.md", (text) => `${text}\nFor money.\n`)],
  [
    "a dependency and a script that no check runs",
    editing("package.json", (text) =>
      text
        .replace('"type"', '"dependencies": {},\n  "type"')
        .replace('"scripts": {', '"scripts": {\n    "start": "node src/money.js",'),
    ),
  ],
];
