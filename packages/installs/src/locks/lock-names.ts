/** The names that lock files have, each of another form. */
export const LOCK_NAMES = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "poetry.lock",
  "uv.lock",
  "Cargo.lock",
  "go.sum",
] as const;

/** Lists of packages for pip. */
export const REQUIREMENTS: RegExp = /^[\w.-]*requirements[\w.-]*\.txt$/;

export function isLockName(name: string): boolean {
  return LOCK_NAMES.some((known) => known === name) || REQUIREMENTS.test(name);
}

/** True for a file that its package manager makes again; a list for pip is a person's. `path` ends in the name of the file. */
export function isManagedLock(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return LOCK_NAMES.some((known) => known === name);
}
