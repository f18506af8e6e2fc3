// Builds every package with plain tsc, from the lowest floor up: a package's types come from the `dist`
// of the packages below it, exactly as they will for a user, so the order matters. The command line is bundled on top.
import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildConsole } from "./build/build-console.ts";
import { bundleCli } from "./build/bundle-cli.ts";
import { copyGrammars } from "./build/copy-grammars.ts";
import { foldIn } from "./build/fold-in.ts";
import { readFloors } from "./floors/floors.ts";
import { runCommand } from "./run-command.ts";

const root = join(import.meta.dirname, "..");
/** Says when the build began that is whole: what changed later is not in it (packages/cli/bin/is-built.cjs). */
const mark = join(root, "node_modules/.toolplane-built");
const began = new Date();
rmSync(mark, { force: true });

const { packages } = readFloors(root);
for (const name of inFloorOrder()) {
  const folder = join(root, "packages", name);
  if (!existsSync(join(folder, "tsconfig.build.json"))) continue;
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  const { code, output } = await runCommand(["tsc", "-p", "tsconfig.build.json"], { cwd: folder });
  console.log(code === 0 ? `built ${name}` : `${name} does not build:\n${output}`);
  if (code !== 0) process.exit(1);
  const folded = packages[name]?.folded ?? [];
  if (folded.length > 0) await foldIn(folder, folded);
}
const grammars = copyGrammars(root);
console.log(`copied the grammars: ${Math.round(grammars.bytes / 1024)} kB`);
const { bytes } = await bundleCli(root);
console.log(`bundled the command line: ${Math.round(bytes / 1024)} kB`);
const pages = await buildConsole(root);
console.log(`built the console's pages: ${Math.round(pages.bytes / 1024)} kB`);
writeFileSync(mark, "");
utimesSync(mark, began, began);

function inFloorOrder(): readonly string[] {
  const ordered: string[] = [];
  const place = (name: string): void => {
    if (ordered.includes(name)) return;
    for (const below of packages[name]?.mayImport ?? []) place(below);
    ordered.push(name);
  };
  for (const name of Object.keys(packages)) place(name);
  return ordered;
}
