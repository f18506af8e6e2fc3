/** Keeps problems of tools that stopped nothing, for `/tools`, and reports them to the host as they happen. */

export interface RegistryProblem {
  readonly name: string;
  readonly origin: string;
  /**
   * `refused`: the tool is not whole, its configuration is wrong, or the name could not be had. `lifecycle`: `init`, `activate`, `deactivate` or `dispose` failed or took too long.
   * `drain`: calls still ran when the time for draining was over. `change`: a change that waited for the turn to end failed.
   */
  readonly kind: "refused" | "lifecycle" | "drain" | "change";
  readonly message: string;
}

export interface ProblemLog {
  report(problem: RegistryProblem): void;
  list(): readonly RegistryProblem[];
}

/** The newest are kept. */
const MAX_PROBLEMS = 200;

/** Makes a log; a listener that throws does not stop the registry. */
export function createProblemLog(
  listener: ((problem: RegistryProblem) => void) | null,
): ProblemLog {
  const problems: RegistryProblem[] = [];
  return {
    report(problem) {
      problems.push(problem);
      if (problems.length > MAX_PROBLEMS) problems.shift();
      try {
        listener?.(problem);
      } catch {
        // A listener observes; what it breaks is its own.
      }
    },
    list: () => [...problems],
  };
}
