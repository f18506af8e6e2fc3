/**
 * Checks what is in the tarballs. publint and attw say whether everything that a manifest names is there; the rest is what only
 * we can know: nothing of a checkout in it, programs that can be run, one version for all.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

interface PackedPackage {
  readonly name: string;
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Source and tests: the readers of a package have no use for them. */
const UNWANTED =
  /(?:^|\/)(?:src|test|tests|reports)\/|\.(?:test|fixture|test-d)\.|(?<!\.d)\.ts$|tsbuildinfo$/;

export async function checkTarballs(folder: string): Promise<readonly string[]> {
  const files = readdirSync(folder).sort();
  const linted = await lintAll(files, folder);
  const faults: string[] = [];
  for (const [at, file] of files.entries()) {
    const listing = await runProgram("tar", ["tvzf", file], { cwd: folder });
    const text = await runProgram("tar", ["xzfO", file, "package/package.json"], { cwd: folder });
    const packed = JSON.parse(text.stdout) as PackedPackage;
    const found = [
      ...checkFiles(packed, readModes(listing.stdout)),
      ...checkVersions(packed),
      ...(linted[at] ?? ["was not linted"]),
    ];
    faults.push(...found.map((fault) => `${packed.name}: ${fault}`));
  }
  return faults;
}

async function lintAll(
  files: readonly string[],
  folder: string,
): Promise<readonly (readonly string[])[]> {
  const program = join(import.meta.dirname, "lint-tarballs.ts");
  const { stdout } = await runProgram(process.execPath, [program, ...files], {
    cwd: folder,
    env: { NODE_OPTIONS: undefined },
  });
  return JSON.parse(stdout) as readonly (readonly string[])[];
}

function checkFiles({ bin }: PackedPackage, modes: ReadonlyMap<string, string>): string[] {
  const unwanted = [...modes.keys()].filter((path) => UNWANTED.test(path));
  const programs = Object.values(bin ?? {}).map((path) => path.replace(/^\.\//, ""));
  const closed = programs.filter((path) => !modes.get(path)?.startsWith("-rwxr-xr-x"));
  const missing = ["README.md", "LICENSE"].filter((path) => !modes.has(path));
  return [
    ...unwanted.map((path) => `holds ${path}`),
    ...closed.map((path) => `${path} cannot be run`),
    ...missing.map((path) => `has no ${path}`),
  ];
}

/** The packages are made for each other: one of another version may lack what this one imports. */
function checkVersions({ version, dependencies }: PackedPackage): string[] {
  return Object.entries(dependencies ?? {})
    .filter(([other, range]) => other.startsWith("@toolplane/") && range !== version)
    .map(([other, range]) => `needs ${other} ${range} and is ${version} itself`);
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
