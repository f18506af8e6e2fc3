/** Finds the one test runner that a check's command starts, through the scripts of package.json, and how it is made to report. */
import { type RunnerName, runnerOfWords } from "@toolplane/tools/test-runner";
import type { CheckEffects } from "./run-check.ts";
import { scriptsOf } from "./script-parts.ts";

export interface CommandPlan {
  readonly runner: RunnerName;
  /** Words behind the command reach the runner, after these. Null: they would reach something else. */
  readonly before: readonly string[] | null;
}

const MAX_DEPTH = 4;

/** Null where no runner is started, or more than one: then only the exit code tells. */
export async function planCommand(
  command: string,
  { readLine, readText }: Pick<CheckEffects, "readLine" | "readText">,
): Promise<CommandPlan | null> {
  const scripts = scriptsOf(await readText("base", "package.json"));
  const find = (line: string, depth: number): readonly Found[] => {
    const reading = readLine(line, undefined);
    if (!reading.ok) return [];
    const { units } = reading.value;
    return units.flatMap((unit, at): readonly Found[] => {
      const isLast = at === units.length - 1;
      const words = unit.argv.map((word) => (typeof word === "string" ? word : word.dynamic));
      const runner = runnerOfWords(words);
      if (runner !== null) return [{ runner, before: isLast ? [] : null }];
      const script = scriptCall(words);
      const text = script === null ? undefined : scripts.get(script.name);
      if (script === null || text === undefined || depth >= MAX_DEPTH) return [];
      return find(text, depth + 1).map((found) => ({
        runner: found.runner,
        before: isLast && found.before !== null ? [...script.before, ...found.before] : null,
      }));
    });
  };
  // `cross-env A=1 jest` is read as two commands, the inner one beside the outer.
  const [only, ...others] = find(command, 0);
  return only === undefined || others.length > 0 ? null : only;
}

type Found = CommandPlan;

/** The script that a package manager is told to run here. npm keeps words from a script unless `--` comes before them. */
function scriptCall(
  words: readonly string[],
): { readonly name: string; readonly before: readonly string[] } | null {
  const [manager = "", ...rest] = words;
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager)) return null;
  const [verb = "", ...more] = rest.filter((word) => !/^(?:-s|--silent|--quiet)$/.test(word));
  const isRun = verb === "run" || verb === "run-script";
  const [name = "", ...left] = isRun ? more : [verb === "t" ? "test" : verb, ...more];
  // Options may name another folder, whose scripts are others.
  if (name.startsWith("-") || left.some((word) => /^(?:-w|-C|--prefix|--workspace)/.test(word)))
    return null;
  const isKept = manager === "npm" && !left.includes("--");
  return { name, before: isKept ? ["--"] : [] };
}
