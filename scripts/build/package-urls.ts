/**
 * In a bundle `import.meta.url` names the chunk. Modules that look for a file beside themselves get the place that they have in
 * their own installed package instead: its dependencies are found from there whatever the package manager.
 */
import { relative, sep } from "node:path";
import type { Plugin } from "rolldown";

const HELPER = "\0toolplane:package-url";

const HELPER_CODE = `
import { pathToFileURL } from "node:url";
export function packageUrl(name, file) {
  const entry = pathToFileURL(require.resolve(name)).href;
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
      const [folder = "", , ...path] = relative(packages, id).split(sep);
      const name = folder === "toolplane" ? folder : `@toolplane/${folder}`;
      const file = path.join("/").replace(/\.ts$/, "");
      const place = `packageUrl(${JSON.stringify(name)}, ${JSON.stringify(`./${file}`)})`;
      const changed = code.replaceAll("import.meta.url", place);
      return { code: `import { packageUrl } from ${JSON.stringify(HELPER)};\n${changed}` };
    },
  };
}
