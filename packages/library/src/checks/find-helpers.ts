/**
 * Finds changed files that only tests import. A test imports the code under test as well as its helpers, and no scan tells the two apart
 * for sure. So a file is taken for code under test only where something says so: other code imports it, a test that imports it has its name
 * (`money.test.js` and `money.js`), or it is the entry of a package (`src/index.ts`). Every other one is tried both ways.
 */
import type { SetChange } from "./expand-folders.ts";
import { isEntry, isTestFile, isTestPath, lastName } from "./name-roles.ts";
import type { Project } from "./read-project.ts";

/** A helper may import a helper, and so on. */
const MAX_STEPS = 4;

export function findHelpers(
  changes: readonly SetChange[],
  project: Project,
  isNamed: (path: string) => boolean,
): readonly SetChange[] {
  // A program that the command names and nothing imports is as good as a test, whatever it is called.
  const isTest = (path: string): boolean =>
    isTestPath(path) || (isNamed(path) && project.importers(path).length === 0);
  return changes.filter(
    ({ kind, names }) => kind !== "added" && isHelper(names, { project, isTest, steps: MAX_STEPS }),
  );
}

interface Looking {
  readonly project: Project;
  readonly isTest: (path: string) => boolean;
  readonly steps: number;
}

function isHelper(names: readonly string[], looking: Looking): boolean {
  const { project, isTest, steps } = looking;
  if (names.some(isEntry)) return false;
  const importers = [...new Set(names.flatMap(project.importers))];
  if (importers.length === 0) return !project.isWhole;
  return importers.every((by) =>
    isTest(by)
      ? !names.some((name) => isPair(by, name))
      : steps > 0 && isHelper([by], { ...looking, steps: steps - 1 }),
  );
}

/** True for a test and a file of one name, but for what makes it a test's: `test_money.py`, `MoneyTest.java`, `money.spec.ts`. */
function isPair(test: string, path: string): boolean {
  return isTestFile(test) && plain(test) === plain(path);
}

function plain(path: string): string {
  return lastName(path)
    .replace(/\.[^.]+$/, "")
    .toLowerCase()
    .replace(/^tests?[-_.]?|[-_.]?(?:tests?|spec)$/g, "")
    .replace(/[^a-z0-9]/g, "");
}
