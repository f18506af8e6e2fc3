/**
 * The peers are not workspaces, so `npm install` at the root does not bring them: no package can import one by accident, and
 * users of the product do not download them. The bench fetches them when it is first run.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

interface PackageFile {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Programs that are compiled for some platforms only: rows of those that are missing are left out. */
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Installed versions of the bench's own dependencies, by name. */
export type Versions = Readonly<Record<string, string>>;

/** Installs what is missing or at another version, with npm's own progress on stderr, and says what is there. */
export async function ensureDependencies(
  bench: string,
  say: (text: string) => void,
): Promise<Versions> {
  const { dependencies: wanted = {}, optionalDependencies = {} } =
    readPackage(join(bench, "package.json")) ?? {};
  const missing = missingOf(bench, wanted);
  if (missing.length > 0) {
    say(
      `bench: installing what it measures against (${missing.join(", ")}): npm install --prefix lab/bench`,
    );
    await install(bench);
    const still = missingOf(bench, wanted);
    if (still.length > 0) throw new Error(`npm install did not bring ${still.join(", ")}`);
    say("bench: installed");
  }
  return { ...optionalDependencies, ...wanted };
}

function missingOf(bench: string, wanted: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(wanted)
    .filter(([name, version]) => {
      const found = readPackage(join(bench, "node_modules", name, "package.json"));
      return found?.version !== version;
    })
    .map(([name, version]) => `${name}@${version}`);
}

function readPackage(file: string): PackageFile | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as PackageFile;
  } catch {
    return null;
  }
}

function install(bench: string): Promise<void> {
  // npm picks versions by the Node it runs under; this one first, so that it is the one that measures.
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`;
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["install", "--ignore-scripts", "--prefix", "bench"], {
      cwd: dirname(bench),
      env: { ...process.env, PATH: path },
      // Standard output belongs to the results.
      stdio: ["ignore", 2, 2],
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm install --prefix lab/bench failed with code ${code}`));
    });
  });
}
