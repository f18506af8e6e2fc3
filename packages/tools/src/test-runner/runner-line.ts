/** Builds the command line of a run. Every value of the caller is where only a value can be. */
import { ToolError } from "@toolplane/contract";
import { quoteWord } from "@toolplane/readings";
import type { RunnerMark, RunnerName } from "./find-runner.ts";

/** The part of the project to run; all of it unless given. */
export interface Selection {
  readonly path?: string | undefined;
  readonly name?: string | undefined;
}

/** The line; `invalid_input` for a selection that this runner cannot make. */
export function runnerLine({ runner, program }: RunnerMark, selection: Selection): string {
  const { path, name } = selection;
  for (const value of [path, name])
    if (value !== undefined && /\p{Cc}/u.test(value))
      throw new ToolError("invalid_input", "path and name must not hold control characters.");
  const words = WORDS[runner]({ path: path === undefined ? undefined : operand(path), name });
  return [program, ...words].map(quoteWord).join(" ");
}

type Words = (selection: Selection) => readonly string[];

const WORDS: Readonly<Record<RunnerName, Words>> = {
  vitest: ({ path, name }) => [
    ...["run", "--reporter=tap-flat"],
    ...(name === undefined ? [] : [`--testNamePattern=${literal(name)}`]),
    ...listed(path),
  ],
  jest: ({ path, name }) => [
    ...["--json", "--ci"],
    ...(name === undefined ? [] : [`--testNamePattern=${literal(name)}`]),
    ...(path === undefined ? [] : ["--runTestsByPath", path]),
  ],
  node: ({ path, name }) => [
    ...["--test", "--test-reporter=tap"],
    ...(name === undefined ? [] : [`--test-name-pattern=${literal(name)}`]),
    ...listed(path),
  ],
  pytest: ({ path, name }) => [
    ...["-q", "--color=no", "--tb=short", "-rfE"],
    ...(path === undefined && name !== undefined ? ["-k", checkedName(name)] : []),
    ...listed(path === undefined || name === undefined ? path : `${path}::${checkedName(name)}`),
  ],
  go: ({ path, name }) => [
    ...["test", "-json"],
    ...(name === undefined ? [] : [`-run=^${literal(name)}$`]),
    goPackages(path),
  ],
  cargo: ({ path, name }) => [
    ...["test", "--no-fail-fast", "--color=never"],
    ...(path === undefined ? [] : cargoTarget(path)),
    ...(name === undefined ? [] : [checkedName(name)]),
  ],
};

function listed(path: string | undefined): readonly string[] {
  return path === undefined ? [] : [path];
}

/** Keeps a file whose name begins like an option a file. */
function operand(path: string): string {
  return path.startsWith("-") ? `./${path}` : path;
}

/** Runners take a pattern; a caller gives a name. */
function literal(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function checkedName(name: string): string {
  if (name.startsWith("-"))
    throw new ToolError("invalid_input", 'name must not begin with "-" for this runner.');
  return name;
}

/** Go runs packages, which are folders. */
function goPackages(path: string | undefined): string {
  if (path === undefined || path === ".") return "./...";
  const folder = path.endsWith(".go")
    ? path.replace(/(?<![^/])[^/]*$/, "").replace(/\/$/, "")
    : path;
  const from = folder.startsWith("/") || folder.startsWith("./") ? folder : `./${folder}`;
  return path.endsWith(".go") ? from : `${from.replace(/\/$/, "")}/...`;
}

function cargoTarget(path: string): readonly string[] {
  const target = /^(?:\.\/)?tests\/([A-Za-z0-9_-]+)\.rs$/.exec(path)?.[1];
  if (target !== undefined) return ["--test", target];
  throw new ToolError(
    "invalid_input",
    "cargo chooses tests by name: give name, or a file of the folder tests as path.",
  );
}
