/** S2's settings and constants, with S2's defaults. */

/** The settings that S2 reads. */
export interface OrchestratorSettings {
  /** Attempts of one call, the first included. */
  readonly maxRetries: number;
  /** Seconds; the wait after attempt n is this to the power of n, plus jitter. */
  readonly backoffBase: number;
  readonly maxTokensPerWorkflow: number;
  readonly enableTokenBudget: boolean;
  /** S2's ALLOW_CODE_EXECUTION: false refuses `code_exec` and `bash_manager`. */
  readonly allowCodeExecution: boolean;
}

export const DEFAULT_SETTINGS: OrchestratorSettings = Object.freeze({
  maxRetries: 3,
  backoffBase: 1.5,
  maxTokensPerWorkflow: 8_000,
  enableTokenBudget: true,
  allowCodeExecution: true,
});

/** Actions that a person is asked about: a tool's name, or `tool.action`. */
export const DANGEROUS_ACTIONS: readonly string[] = Object.freeze([
  "bash_manager",
  "code_exec",
  "file_manager.delete",
  "git_manager.commit",
  "git_manager.push",
]);

/** Tools that ALLOW_CODE_EXECUTION switches off. */
export const CODE_TOOLS: readonly string[] = Object.freeze(["code_exec", "bash_manager"]);

/** Time of a call, its retries included: S2's wrapper gives up after this. */
export const CALL_TIMEOUT_MS = 120_000;
