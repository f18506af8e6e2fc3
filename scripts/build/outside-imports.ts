/**
 * Packages that stay outside the bundle are imported by a file of its own. Code that is run from what a run before compiled cannot
 * import without Node's warning that this is an experiment.
 */
import type { Plugin } from "rolldown";

const FILE = "outside.cjs";
const IMPORT = /\bimport\(("[^"]+")\)/g;

export function outsideImports(): Plugin {
  return {
    name: "outside-imports",
    renderChunk: (code) => code.replaceAll(IMPORT, `require("./${FILE}")($1)`),
    generateBundle() {
      const source = '"use strict";\nmodule.exports = (name) => import(name);\n';
      this.emitFile({ type: "asset", fileName: FILE, source });
    },
  };
}
