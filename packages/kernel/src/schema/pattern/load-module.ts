import { createRequire } from "node:module";

/**
 * Loads a dependency when it is first needed, without waiting. RE2 costs some 10 ms to load and semver some 4 ms, as much as
 * everything else in the kernel together, and most runs need neither.
 */
export function loadModule(name: string): unknown {
  return createRequire(import.meta.url)(name);
}
