/**
 * The pages of the console, as files that the server finds beside itself. Everything is bundled: no page loads a script, a style or
 * a font from elsewhere, and nothing is written into the page itself, so that its policy needs no exception.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, defaultClientConditions } from "vite";
import { thirdPartyLicences } from "./third-party-licences.ts";

/** Writes them; by itself to where the package's server looks. */
export async function buildConsole(
  root: string,
  out: string = join(root, "packages/console/dist/pages"),
): Promise<{ readonly bytes: number }> {
  const built = await build({
    root: join(root, "packages/console"),
    configFile: false,
    logLevel: "warn",
    // Of the sources as they are: what a package built before may be missing, or behind.
    resolve: { conditions: ["@toolplane/source", ...defaultClientConditions] },
    build: {
      outDir: out,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: "es2022",
      reportCompressedSize: false,
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const files = outputs.flatMap((output) => ("output" in output ? output.output : []));
  const modules = files.flatMap((file) => (file.type === "chunk" ? Object.keys(file.modules) : []));
  writeFileSync(join(out, "LICENSES.txt"), thirdPartyLicences(modules));
  const bytes = files.map((file) => (file.type === "chunk" ? file.code : file.source).length);
  return { bytes: bytes.reduce((sum, size) => sum + size, 0) };
}
