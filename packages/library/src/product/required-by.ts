import { typedChecks } from "../checks/typed-checks.ts";
import type { PlacedCheck } from "../ground/required-check.ts";

/**
 * Joins the checks of rule files with those that a person typed. A command that is in both is one check: with the file's name and time,
 * and needed for every change, as it was typed. Throws a ConfigurationError for typed words that are no command.
 */
export function requiredBy(
  ofFiles: readonly PlacedCheck[],
  typed: readonly string[] = [],
): readonly PlacedCheck[] {
  const asked = typedChecks(typed);
  const inFile = new Set(ofFiles.map(({ run }) => run));
  return [
    ...ofFiles.map((check): PlacedCheck => {
      const { when: _, ...always } = check;
      return asked.some(({ run }) => run === check.run) ? always : check;
    }),
    ...asked.filter(({ run }) => !inFile.has(run)),
  ];
}
