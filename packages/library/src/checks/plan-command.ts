/** Finds the one test runner that a check's command starts, through the scripts of package.json, and how it is made to report. */
import type { ShellUnit } from "@toolplane/contract";
import { type RunnerName, runnerOfWords } from "@toolplane/tools/test-runner";
import type { CheckEffects } from "./run-check.ts";
import { scriptsOf } from "./script-parts.ts";

export interface CommandPlan {
  readonly runner: RunnerName;
  /** Words behind the command reach the runner, after these. Null: they would reach something else. */
  readonly before: readonly string[] | null;
}

export interface PlannedCommand {
  /** Null where no runner is started, or more than one: then only the exit code tells. */
  readonly plan: CommandPlan | null;
  /** False where a line could not be read: nobody knows what it starts, so no plan does not mean no runner. */
  readonly isRead: boolean;
  /** A script that npm or pnpm is told to run and package.json has not; null: none. */
  readonly missing: string | null;
}

const MAX_DEPTH = 4;

export async function planCommand(
  command: string,
  { readLine, readText }: Pick<CheckEffects, "readLine" | "readText">,
): Promise<PlannedCommand> {
  const scripts = scriptsOf(await readText("base", "package.json"));
  let isRead = true;
  let missing: string | null = null;
  const find = (line: string, depth: number): readonly CommandPlan[] => {
    const reading = readLine(line, undefined);
    const units = reading.ok ? reading.value.units : [];
    isRead &&= line.trim() === "" || isUnderstood(units);
    return units.flatMap((unit, at): readonly CommandPlan[] => {
      const isLast = at === units.length - 1;
      const words = unit.argv.map((word) => (typeof word === "string" ? word : word.dynamic));
      const runner = runnerOfWords(words);
      if (runner !== null) return [{ runner, before: isLast ? [] : null }];
      const script = scriptCall(words);
      const text = script === null ? undefined : scripts.get(script.name);
      if (script?.isNeeded && text === undefined) missing ??= script.name;
      if (script === null || text === undefined || depth >= MAX_DEPTH) return [];
      return find(text, depth + 1).map((found) => ({
        runner: found.runner,
        before: isLast && found.before !== null ? [...script.before, ...found.before] : null,
      }));
    });
  };
  // `cross-env A=1 jest` is read as two commands, the inner one beside the outer.
  const [only, ...others] = find(command, 0);
  const plan = only === undefined || others.length > 0 ? null : only;
  return { plan, isRead, missing };
}

/** A line of which nothing was read, or whose program is only known when it runs, may start any runner. */
function isUnderstood(units: readonly ShellUnit[]): boolean {
  return units.length > 0 && units.every(({ argv: [program] }) => typeof program === "string");
}

interface ScriptCall {
  readonly name: string;
  /** Words that words for the script come after. */
  readonly before: readonly string[];
  /** Without a script of this name, nothing is run. */
  readonly isNeeded: boolean;
}

/** The script that a package manager is told to run here. npm keeps words from a script unless `--` comes before them. */
function scriptCall(words: readonly string[]): ScriptCall | null {
  const [manager = "", ...rest] = words;
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager)) return null;
  const [verb = "", ...more] = rest.filter((word) => !/^(?:-s|--silent|--quiet)$/.test(word));
  const isRun = verb === "run" || verb === "run-script";
  const [name = "", ...left] = isRun ? more : [verb === "t" ? "test" : verb, ...more];
  // Options may name another folder, whose scripts are others.
  if (name.startsWith("-") || left.some((word) => /^(?:-w|-C|--prefix|--workspace)/.test(word)))
    return null;
  const isKept = manager === "npm" && !left.includes("--");
  // yarn and bun run an installed program of that name instead.
  const isNeeded = /^p?npm$/.test(manager) && (isRun || name === "test");
  return { name, before: isKept ? ["--"] : [], isNeeded };
}
