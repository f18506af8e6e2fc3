/** What is in the tarballs: everything that the exports name, a program that can be run, and nothing that only we need. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Source and tests: the readers of a package have no use for them. */
const UNWANTED =
  /(?:^|\/)(?:src|test|tests|reports)\/|\.(?:test|fixture|test-d)\.|(?<!\.d)\.ts$|tsbuildinfo$/;

/** The condition that only a checkout can use. */
const CHECKOUT_ONLY = "@toolplane/source";

export async function checkTarballs(folder: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const file of readdirSync(folder)) {
    const tarball = join(folder, file);
    const listing = await runProgram("tar", ["tvzf", tarball], { cwd: folder });
    const text = await runProgram("tar", ["xzfO", tarball, "package/package.json"], {
      cwd: folder,
    });
    const { name, exports, bin, dependencies, version } = JSON.parse(text.stdout) as PackedPackage;
    const modes = readModes(listing.stdout);
    for (const path of modes.keys()) if (UNWANTED.test(path)) faults.push(`${name}: holds ${path}`);
    for (const path of promised(exports))
      if (!holds(modes, path)) faults.push(`${name}: exports ${path}, which is not in it`);
    for (const path of Object.values(bin ?? {}).map(plain))
      if (!modes.get(path)?.startsWith("-rwxr-xr-x")) faults.push(`${name}: ${path} cannot be run`);
    for (const [other, range] of Object.entries(dependencies ?? {}))
      if (other.startsWith("@toolplane/") && range !== version)
        faults.push(`${name}: needs ${other} ${range} and is ${version} itself`);
    for (const needed of ["README.md", "package.json"])
      if (!modes.has(needed)) faults.push(`${name}: has no ${needed}`);
  }
  return faults;
}

function readModes(listing: string): ReadonlyMap<string, string> {
  const rows = listing.split("\n").filter(Boolean);
  return new Map(
    rows.map((row) => {
      const [mode = ""] = row.split(" ");
      return [row.slice(row.indexOf(" package/") + " package/".length), mode] as const;
    }),
  );
}

function promised(exports: PackedPackage["exports"]): readonly string[] {
  return Object.values(exports ?? {}).flatMap((target) => {
    if (typeof target === "string") return [plain(target)];
    return Object.entries(target)
      .filter(([condition]) => condition !== CHECKOUT_ONLY)
      .map(([, path]) => plain(path));
  });
}

/** A path with a star promises any file of that form, so at least one. */
function holds(modes: ReadonlyMap<string, string>, path: string): boolean {
  const [before = "", after] = path.split("*");
  if (after === undefined) return modes.has(path);
  return [...modes.keys()].some(
    (file) => file.length > path.length - 1 && file.startsWith(before) && file.endsWith(after),
  );
}

function plain(path: string): string {
  return path.replace(/^\.\//, "");
}
