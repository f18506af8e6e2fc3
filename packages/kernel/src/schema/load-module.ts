import { createRequire } from "node:module";

/**
 * Loads a dependency when it is first needed, without waiting. Ajv costs some 30 ms to load and
 * RE2 some 10 ms, more than everything else in the kernel together, and many runs need neither.
 */
export function loadModule(name: string): unknown {
  return createRequire(import.meta.url)(name);
}
