/**
 * `npm run exports`: knip, told where the sources of our entries are. It reads exports maps by conditions of its own, so in a
 * checkout that is built it would follow an entry into `dist` and call the source behind it unused.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "./floors/floors.ts";

const root = join(import.meta.dirname, "..");
const reports = join(root, "reports");
const paths = Object.fromEntries(
  readdirSync(join(root, "packages"))
    .filter((folder) => existsSync(join(root, "packages", folder, "package.json")))
    .flatMap(sourcesOf),
);
mkdirSync(reports, { recursive: true });
const tsConfig = join(reports, "tsconfig.exports.json");
const settings = { extends: "../tsconfig.base.json", compilerOptions: { paths } };
writeFileSync(tsConfig, JSON.stringify(settings));
const { status } = spawnSync("knip", ["--no-progress", "--tsConfig", tsConfig], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;

/** The names of a package's entries, each with its source from `reports`. */
function sourcesOf(folder: string): readonly (readonly [string, readonly string[]])[] {
  const { exports = {} } = readManifest(join(root, "packages", folder, "package.json"));
  const name = folder === "toolplane" ? folder : `@toolplane/${folder}`;
  return Object.entries(exports).flatMap(([entry, target]) => {
    const source = (target as Readonly<Record<string, string | undefined>>)["@toolplane/source"];
    return source === undefined
      ? []
      : [[name + entry.slice(1), [join("../packages", folder, source)]] as const];
  });
}
