/**
 * Folds third-party packages into a built package: their code is bundled into `dist/third-party`, and the imports of `dist` lead
 * there. The user then installs what is run, and not the maps, other formats and declarations beside it. `folded` in floors.json
 * says which; each is a development dependency of the package.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { rolldown } from "rolldown";
import { thirdPartyLicences } from "./third-party-licences.ts";

const FOLDER = "third-party";
const IMPORT = /(\bfrom |\bimport\()"([^".][^"]*)"/g;

/** Changes the `dist` of the package in `folder`. Throws when a declaration needs what is folded in: no reader would have it. */
export async function foldIn(folder: string, names: readonly string[]): Promise<void> {
  const dist = join(folder, "dist");
  const isFolded = (specifier: string): boolean =>
    names.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  checkDeclarations(dist, isFolded);
  const files = globSync("**/*.js", { cwd: dist });
  const found = files.flatMap((file) => importsOf(readFileSync(join(dist, file), "utf8")));
  const folded = new Set(found.filter(isFolded));
  for (const file of files) {
    const text = readFileSync(join(dist, file), "utf8");
    const path = posix.relative(posix.dirname(file), FOLDER);
    const place = path.startsWith(".") ? path : `./${path}`;
    const changed = text.replaceAll(IMPORT, (whole, start: string, specifier: string) =>
      folded.has(specifier) ? `${start}"${place}/${fileName(specifier)}.js"` : whole,
    );
    if (changed !== text) writeFileSync(join(dist, file), changed);
  }
  await bundle(folder, folded);
}

async function bundle(folder: string, specifiers: ReadonlySet<string>): Promise<void> {
  const out = join(folder, "dist", FOLDER);
  const bundled = await rolldown({
    cwd: folder,
    platform: "node",
    input: Object.fromEntries([...specifiers].map((each) => [fileName(each), each])),
    external: /^node:/,
    resolve: { conditionNames: ["node", "import", "default"], mainFields: ["module", "main"] },
    preserveEntrySignatures: "strict",
    onwarn: (warning, tell) => {
      // `eval` in the code of others is theirs to mend.
      if (warning.code !== "EVAL") tell(warning);
    },
  });
  const { output } = await bundled.write({
    dir: out,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    minify: "dce-only",
    comments: false,
  });
  await bundled.close();
  const modules = output.flatMap((file) =>
    file.type === "chunk" ? Object.keys(file.modules) : [],
  );
  writeFileSync(join(out, "LICENSES.txt"), thirdPartyLicences(modules));
}

function checkDeclarations(dist: string, isFolded: (specifier: string) => boolean): void {
  for (const file of globSync("**/*.d.ts", { cwd: dist })) {
    const path = join(dist, file);
    const needed = importsOf(readFileSync(path, "utf8")).find(isFolded);
    if (needed !== undefined)
      throw new Error(
        `${path} needs the types of ${needed}, which is folded into ${dirname(dist)}`,
      );
  }
}

function importsOf(text: string): readonly string[] {
  return [...text.matchAll(IMPORT)].map(([, , specifier = ""]) => specifier);
}

function fileName(specifier: string): string {
  return specifier.replace(/^@/, "").replaceAll("/", "-");
}
