// `node --import scripts/build/use-bundled.ts PROGRAM`: the program's own files are read as they are, and the packages that it
// imports come from the bundle of the test run.
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundledName, TEST_PACKAGES } from "./test-programs.ts";

const folder = process.env.TOOLPLANE_TEST_PROGRAMS ?? "";
registerHooks({
  resolve(specifier, context, next) {
    const source = Object.hasOwn(TEST_PACKAGES, specifier) ? TEST_PACKAGES[specifier] : undefined;
    if (source === undefined) return next(specifier, context);
    return { url: pathToFileURL(join(folder, bundledName(source))).href, shortCircuit: true };
  },
});
