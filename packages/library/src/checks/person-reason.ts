import { isRed } from "./compare-outcomes.ts";
import { listed } from "./describe-check.ts";
import type { Touched, TouchedPart } from "./find-touched.ts";
import { isOwn, type Unshown } from "./find-unshown.ts";
import type { JudgedCommand } from "./judge-command.ts";

/** Why a person has to land a set, whatever the model still does; null where the check can pass. */
export function personReason(judged: JudgedCommand): string | null {
  const { stopped, touched, unshown, isRestored, comparison } = judged;
  if (stopped !== null) {
    if (stopped.on === "base")
      return "There is no result of the project as it is to compare with, so a person has to land this.";
    if (stopped.on === "restored")
      return `The set changes what the check runs (${partWords(touched.parts)}), and it could not be run with these as before, so a person has to land this.`;
    return stopped.stopped === "asks" || stopped.stopped === "refused"
      ? "The check cannot be run here, so a person has to land this."
      : null;
  }
  if (comparison === null) return null;
  if (comparison.gone.length + comparison.skipped.length > 0)
    return "If these tests are to go, a person has to land this.";
  if (isRestored) return "If these tests are to change with the code, a person has to land this.";
  return unshown === null || isRed(comparison) ? null : unshownWords(unshown, touched);
}

function unshownWords(unshown: Unshown, { parts, inseparable }: Touched): string {
  const own = parts.filter(isOwn);
  const changed = `The set changes what the check runs (${partWords(own.length > 0 ? own : parts)})`;
  return {
    line: "toolplane cannot read the command of this check, so it does not know which tests run; a person has to land this.",
    inside: `Tests inside of ${listed(inseparable)} changed with the code around them; they cannot be run as before, so a person has to land this.`,
    own: `${changed}, and only a person can tell whether it still checks the same, so a person has to land this.`,
    helpers: `${changed}: only tests import these, and they are too many to be tried one by one, so a person has to land this.`,
    "exit-code": `${changed}, and an exit code does not show whether it still checks the same, so a person has to land this.`,
  }[unshown];
}

const ROLES = {
  test: "a test",
  helper: "only tests import it",
  script: "scripts",
  configuration: "configuration",
  named: "run by it",
  installed: "installed",
  unexplained: "nothing here uses it",
} as const;

function partWords(parts: readonly TouchedPart[]): string {
  return listed(parts.map(({ path, role }) => `${path}: ${ROLES[role]}`));
}
