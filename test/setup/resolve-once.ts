/**
 * Resolves an import once in a worker. The test runner hears of every import of every file, by a message each that it answers, and
 * that took half of the time of loading. It needs each file once, to show where a test failed; who imports it only matters where
 * files are watched.
 */
import { isBuiltin, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = `${pathToFileURL(join(import.meta.dirname, "../..")).href}/`;
const RELATIVE = /^\.\.?\/[^?#]*\.ts$/;
/** There is one of each in the workspace. */
const PACKAGE = /^@toolplane\/[a-z-]+(?:\/[a-z-]+)?$/;
/** Read anew for each test file, and the hook stays for all of them. */
const MARK = Symbol.for("toolplane.resolve-once");

interface Found {
  readonly url: string;
  readonly format: string | null | undefined;
}

if (!Reflect.has(globalThis, MARK)) {
  Reflect.set(globalThis, MARK, true);
  const known = new Map<string, Found>();
  // The last that was registered is asked first: before that of the test runner.
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith("node:") && isBuiltin(specifier))
        return { url: specifier, format: "builtin", shortCircuit: true };
      const name = nameOf(specifier, context.parentURL ?? "");
      if (name === null) return next(specifier, context);
      const before = known.get(name);
      if (before !== undefined) return { ...before, shortCircuit: true };
      const { url, format, ...more } = next(specifier, context);
      if (url.startsWith(ROOT)) known.set(name, { url, format });
      return { url, format, ...more };
    },
  });
}

/** The same for every file that means the same by it; null where that cannot be told from the words. */
function nameOf(specifier: string, parentUrl: string): string | null {
  if (!parentUrl.startsWith(ROOT) || parentUrl.includes("/node_modules/")) return null;
  if (PACKAGE.test(specifier)) return specifier;
  return RELATIVE.test(specifier) ? new URL(specifier, parentUrl).href : null;
}
