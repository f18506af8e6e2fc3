// data table: limits of every command.
/**
 * Set once for the holder and inherited by every command, so that they cost nothing per command. Each is lowered only:
 * what the person's own limits forbid stays forbidden.
 *
 * There is none on address space: JavaScript, Go and Java reserve far more than they use and would not start. Processes are
 * counted per user, and inside a user namespace per namespace, so a fork bomb in a sandbox meets the bound alone; root
 * outside one is never bound by it. What these do not stop, the timeout does: it ends the whole namespace.
 */

export interface ResourceLimit {
  /** The option of `ulimit`. */
  readonly option: string;
  readonly value: number;
}

/** Blocks of `ulimit -f`. */
const BLOCK_BYTES = 1_024;

export const RESOURCE_LIMITS: readonly ResourceLimit[] = [
  // A core dump holds what was in memory, secrets included.
  { option: "-c", value: 0 },
  { option: "-n", value: 65_536 },
  { option: "-u", value: 8_192 },
  { option: "-f", value: (32 * 1_024 * 1_024 * 1_024) / BLOCK_BYTES },
];

/** A shell text that sets the limits and becomes the program in its arguments. A limit that is lower already is left. */
export function limitScript(limits: readonly ResourceLimit[]): string {
  const set = limits.map(({ option, value }) => `ulimit ${option} ${value} 2>/dev/null`);
  return [...set, 'exec "$@"'].join("; ");
}
