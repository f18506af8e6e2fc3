/** Folders that programs fill and nobody reads. Only their content is left out, never their name. */

const FILLED: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  "node_modules",
  "bower_components",
  ".venv",
  "venv",
  "__pycache__",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".tox",
  ".gradle",
  ".idea",
  ".next",
  ".nuxt",
  ".turbo",
  ".cache",
  ".terraform",
]);

/** True for a folder that is not worth entering unasked. */
export function isFilledByPrograms(name: string): boolean {
  return FILLED.has(name);
}
