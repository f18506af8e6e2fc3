/**
 * What the confinement keeps read-only inside `.git`. Everything under `.git` is a protected path and asks when a tool
 * writes it; a process that may run git at all must be able to write objects, refs and the index, so there only the parts
 * that make git run programs, or look elsewhere for its configuration, are masked. What needs them asks for a wider run.
 */
export const GIT_PROTECTED_PARTS: readonly string[] = [
  "config",
  "config.worktree",
  "hooks/**",
  "info/**",
  "modules/**",
  "commondir",
  "worktrees/*/commondir",
  "worktrees/*/gitdir",
  "worktrees/*/config.worktree",
];

/**
 * What stands outside the confinement's promise, in words: the host shows it, and nothing else is left out.
 * The system base is the host's own list.
 */
export const OUTSIDE_THE_PROMISE: readonly string[] = [
  "the system base, read-only",
  ".git beside its protected parts, writable",
  "spellings of protected names that only some file systems take for them (trailing dots and spaces, invisible characters)",
];
