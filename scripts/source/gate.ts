/** The result of a gate: one line of summary, and one line for each thing that must change. */
export interface GateResult {
  readonly name: string;
  readonly summary: string;
  readonly failures: readonly string[];
}

/** Prints a gate's result for a person and sets the exit code; failures come before the summary line. */
export function reportGate(result: GateResult): void {
  for (const failure of result.failures) console.log(`  ${failure}`);
  const verdict = result.failures.length === 0 ? "ok" : `${result.failures.length} to mend`;
  console.log(`${result.name}: ${verdict} (${result.summary})`);
  if (result.failures.length > 0) process.exitCode = 1;
}
