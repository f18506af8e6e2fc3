/**
 * The programs of ours that tests start again and again, bundled: from the sources each start reads hundreds of files and strips
 * their types, half a second to more than a second of processor time; from here a tenth of that. All are made at once, so what
 * they share is read once.
 */
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { EXTERNAL } from "./bundle-cli.ts";
import { bundledName, TEST_PROGRAMS } from "./test-programs.ts";

/** Writes them into a folder that must lie in the checkout: what is not bundled is found from there. */
export async function bundleTestPrograms(root: string, out: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    platform: "node",
    input: Object.fromEntries(
      TEST_PROGRAMS.map((path) => [bundledName(path).replace(/\.mjs$/, ""), join(root, path)]),
    ),
    external: (id) => id.startsWith("node:") || EXTERNAL.includes(id),
    resolve: {
      conditionNames: ["@toolplane/source", "node", "import", "default"],
      mainFields: ["module", "main"],
    },
    plugins: [ownPlaces()],
    logLevel: "silent",
  });
  await bundle.write({
    dir: out,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  });
  await bundle.close();
}

/** A module that looks for something beside itself goes on looking where its source is. */
function ownPlaces(): Plugin {
  return {
    name: "own-places",
    transform(code, id) {
      if (!code.includes("import.meta.")) return null;
      const changed = code
        .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href))
        .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(id)))
        .replaceAll(/\bimport\.meta\.filename\b/g, JSON.stringify(id));
      return { code: changed };
    },
  };
}
