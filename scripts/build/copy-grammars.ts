/**
 * Copies what `repo_overview` loads as WebAssembly into the package of the tools: tree-sitter itself, and the grammars of the
 * languages that are outlined, each as a module that holds it compressed. Together 20 MB become 1.8 MB.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { GRAMMARS } from "../../packages/tools/src/repo-overview/languages.ts";
import { thirdPartyLicences } from "./third-party-licences.ts";

const PACKAGE = "@vscode/tree-sitter-wasm";
const SETTINGS = {
  params: {
    // The last few percent take four times as long.
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/** Writes into the `dist` of the tools, after their code was folded in. */
export function copyGrammars(root: string): { readonly bytes: number } {
  const tools = join(root, "packages/tools");
  const out = join(tools, "dist/grammars");
  const { resolve } = createRequire(join(tools, "package.json"));
  mkdirSync(out, { recursive: true });
  let bytes = 0;
  for (const name of GRAMMARS) {
    const grammar = readFileSync(resolve(`${PACKAGE}/wasm/tree-sitter-${name}.wasm`));
    const text = brotliCompressSync(grammar, SETTINGS).toString("base64");
    writeFileSync(join(out, `${name}.js`), `export const grammar = "${text}";\n`);
    bytes += text.length;
  }
  const licences = thirdPartyLicences([resolve(`${PACKAGE}/package.json`)]);
  writeFileSync(join(out, "LICENSES.txt"), licences);
  const runtime = "web-tree-sitter.wasm";
  copyFileSync(resolve(`web-tree-sitter/${runtime}`), join(tools, "dist/third-party", runtime));
  return { bytes };
}
