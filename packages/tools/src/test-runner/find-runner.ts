/**
 * Finds the runner of a project by its files. The same list of files is looked at when the call is judged and when it
 * runs, so both come to the same command.
 */
export const TEST_RUNNERS = ["vitest", "jest", "node", "pytest", "go", "cargo"] as const;

export type RunnerName = (typeof TEST_RUNNERS)[number];

/** A file whose presence means a runner, and the program to run then, seen from the project's folder. */
export interface RunnerMark {
  readonly runner: RunnerName;
  readonly path: string;
  readonly program: string;
}

export interface RunnerQuery {
  readonly cwd?: string | undefined;
  readonly path?: string | undefined;
  readonly runner?: RunnerName | undefined;
}

/** How far above the project's folder installed packages are looked for: monorepos keep them at their root. */
const MAX_UP = 6;

const LANGUAGES: readonly (readonly [RegExp, readonly RunnerName[]])[] = [
  [/\.py$/, ["pytest"]],
  [/\.go$/, ["go"]],
  [/\.rs$/, ["cargo"]],
  [/\.[cm]?[jt]sx?$/, ["vitest", "jest", "node"]],
];

/** The marks to look for, the most telling first. */
export function runnerMarks({ cwd = ".", path = "", runner }: RunnerQuery): readonly RunnerMark[] {
  const language = LANGUAGES.find(([ending]) => ending.test(path))?.[1];
  return [...installed(cwd), ...here(cwd)].filter(
    (mark) =>
      (runner === undefined || mark.runner === runner) &&
      (language === undefined || language.includes(mark.runner)),
  );
}

/** The runner where no mark is needed, because the caller or the file names it. */
export function namedRunner({ path = "", runner }: RunnerQuery): RunnerMark | null {
  const language = LANGUAGES.find(([ending]) => ending.test(path))?.[1] ?? [];
  const named = runner ?? (language.length === 1 ? language[0] : undefined);
  // These two are never on a PATH of their own accord.
  if (named === undefined || named === "vitest" || named === "jest") return null;
  return { runner: named, path: "", program: named };
}

function installed(cwd: string): readonly RunnerMark[] {
  const isPlain = !cwd.startsWith("/") && !cwd.split("/").includes("..");
  const steps = isPlain ? cwd.split("/").filter((step) => step !== "" && step !== ".").length : 0;
  const ups = Array.from({ length: Math.min(steps, MAX_UP) + 1 }, (_, up) => "../".repeat(up));
  return (["vitest", "jest"] as const).flatMap((runner) =>
    ups.map((up) => {
      const program = `${up}node_modules/.bin/${runner}`;
      return { runner, program, path: `${cwd}/${program}` };
    }),
  );
}

function here(cwd: string): readonly RunnerMark[] {
  const mark = (runner: RunnerName, name: string, program: string = runner): RunnerMark => ({
    runner,
    program,
    path: `${cwd}/${name}`,
  });
  return [
    mark("cargo", "Cargo.toml"),
    mark("go", "go.mod"),
    ...[".venv/bin/pytest", "venv/bin/pytest"].map((own) => mark("pytest", own, own)),
    ...["pytest.ini", "conftest.py", "pyproject.toml", "setup.py", "setup.cfg", "tox.ini"].map(
      (name) => mark("pytest", name),
    ),
    mark("node", "package.json"),
  ];
}
