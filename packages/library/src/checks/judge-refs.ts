/**
 * Compares what a moved ref holds with the files that were checked. A commit in a view lands with it, and the checks run on the files: a
 * set may hold green files and a red commit.
 */
import { quoteWord } from "@toolplane/readings";
import type { CheckResult } from "./check-result.ts";
import { listed } from "./describe-check.ts";
import { movedRefs } from "./moved-refs.ts";
import type { CheckChange, CheckEffects } from "./run-check.ts";
import { settledRun } from "./settled-run.ts";

const WITHIN_MS = 60_000;
const MAX_REFS = 20;
/** Ends the output of a ref that holds nothing yet, as that of a new repository. */
const UNBORN = 3;

/** Null where every ref that moved holds the tracked files as they are. */
export async function judgeRefs(
  changes: readonly CheckChange[],
  signal: AbortSignal,
  effects: CheckEffects,
): Promise<CheckResult | null> {
  const { refs, unknown } = await movedRefs(changes, effects);
  const begun = effects.nowMs();
  const held = (summary: string): CheckResult => ({
    name: "git",
    run: null,
    state: "held",
    by: "code",
    ms: effects.nowMs() - begun,
    summary,
    needsPerson:
      "A commit lands with the set, and the checks did not run on what it holds, so a person has to land this.",
    judged: null,
    said: null,
  });
  if (unknown !== null) return held(`${unknown} changed, which cannot be compared with the files`);
  if (refs.length > MAX_REFS) return held(`${refs.length} refs moved`);
  for (const { folder, name } of refs) {
    const other = await filesApart({ folder, name }, { signal, effects });
    if (other === null) continue;
    const files = other.length === 0 ? "" : `: ${listed(other)}`;
    return held(`${name} moved to other files than were checked${files}`);
  }
  return null;
}

/** Tracked files that differ from what the ref holds, as far as git names them; null: none does. */
async function filesApart(
  { folder, name }: { readonly folder: string; readonly name: string },
  { signal, effects }: { readonly signal: AbortSignal; readonly effects: CheckEffects },
): Promise<readonly string[] | null> {
  const git = `git ${folder === "" ? "" : `-C ${quoteWord(folder)} `}-c core.fsmonitor=false`;
  const commit = quoteWord(`${name}^{commit}`);
  const command = [
    `${git} rev-parse -q --verify ${commit} >/dev/null || exit ${UNBORN}`,
    // An index of its own: that of the set may be told to overlook files.
    `${git} read-tree ${commit} && ${git} update-index --refresh`,
  ].join("\n");
  const run = await settledRun(() =>
    effects.runCheck({
      command,
      written: command,
      side: "view",
      withinMs: WITHIN_MS,
      signal,
      environment: { GIT_INDEX_FILE: `${effects.reportFolder}/index-${effects.newId()}` },
    }),
  );
  if (run.stopped === undefined && (run.exitCode === 0 || run.exitCode === UNBORN)) return null;
  return [...run.output.matchAll(/^(.+): needs update$/gm)].map(([, path = ""]) => path);
}
