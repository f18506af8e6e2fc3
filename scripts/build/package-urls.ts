/**
 * In a bundle `import.meta.url` names the chunk. Modules that look for a file beside themselves get the place that they have in
 * their own installed package instead: its dependencies are found from there whatever the package manager.
 */
import { readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import type { Plugin } from "rolldown";

const HELPER = "\0toolplane:package-url";

const HELPER_CODE = `
import { pathToFileURL } from "node:url";
export function packageUrl(entryName, file) {
  const entry = pathToFileURL(require.resolve(entryName)).href;
  return new URL(file + (entry.endsWith(".ts") ? ".ts" : ".js"), entry).href;
}`;

/** Makes the plugin for the workspaces below `packages`. */
export function packageUrls(packages: string): Plugin {
  return {
    name: "package-urls",
    resolveId: (id) => (id === HELPER ? { id, moduleSideEffects: false } : null),
    load: (id) => (id === HELPER ? HELPER_CODE : null),
    transform(code, id) {
      if (!id.startsWith(packages + sep) || !code.includes("import.meta")) return null;
      if (/import\.meta\.(?!url\b)/.test(code))
        throw new Error(`${id}: only import.meta.url is looked after in the bundle`);
      const [folder = "", ...path] = relative(packages, id).split(sep);
      const entry = entryOf(packages, folder);
      // The program itself lies beside its chunks.
      if (entry === null) return null;
      const file = posix.relative(posix.dirname(entry.source), path.join("/")).replace(/\.ts$/, "");
      const place = `packageUrl(${JSON.stringify(entry.name)}, ${JSON.stringify(`./${file}`)})`;
      const changed = code.replaceAll("import.meta.url", place);
      return { code: `import { packageUrl } from ${JSON.stringify(HELPER)};\n${changed}` };
    },
  };
}

/** An entry that is shipped and by which a package's files are found: its name, and its source from the package's folder. */
function entryOf(
  packages: string,
  folder: string,
): { readonly name: string; readonly source: string } | null {
  const manifest = JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  };
  for (const [path, target] of Object.entries(manifest.exports)) {
    const source = typeof target === "string" ? undefined : target["@toolplane/source"];
    if (source !== undefined && typeof target !== "string" && target.default !== undefined)
      return { name: posix.join(manifest.name, path), source: posix.normalize(source) };
  }
  return null;
}
