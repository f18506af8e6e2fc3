import { type RunnerName, TEST_RUNNERS } from "./find-runner.ts";

/** The runner that a simple command starts; null for any other program. */
export function runnerOfWords(words: readonly string[]): RunnerName | null {
  const [program = "", ...rest] = words;
  const named = nameOf(program);
  // `npx vitest`, `python -m pytest`: the program is the first word that names one.
  const inner = /^(?:npx|pnpx|bunx|uvx|python[\d.]*|py)$/.test(named)
    ? rest.find((word) => !word.startsWith("-"))
    : undefined;
  const name = inner === undefined ? named : nameOf(inner);
  if (name === "py.test") return "pytest";
  const runner = TEST_RUNNERS.find((one) => one === name);
  if (runner === undefined) return null;
  if (runner === "node") return rest.some((word) => word === "--test") ? runner : null;
  if (runner === "go" || runner === "cargo") return rest[0] === "test" ? runner : null;
  return runner;
}

function nameOf(program: string): string {
  const last = program.replace(/^.*[\\/]/, "");
  return last.replace(/\.(?:exe|cmd|mjs|cjs|js)$/, "");
}
