/** The Nodes that are tried, from the registry: the oldest that is promised, the newest line, and one that is too old. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

export interface TriedNode {
  readonly version: string;
  readonly program: string;
  readonly isTooOld: boolean;
}

/** By architecture: 22.22.2 itself was published for x64 only. */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  x64: ["22.22.2", "24.21.0", "20.20.2"],
  arm64: ["22.23.3", "24.21.0", "20.20.2"],
};

export async function installNodes(folder: string): Promise<readonly TriedNode[]> {
  const name = `node-linux-${process.arch}`;
  const versions = VERSIONS[process.arch];
  if (process.platform !== "linux" || !versions)
    throw new Error("The packed check runs on Linux, x64 and arm64.");
  const nodes: TriedNode[] = [];
  for (const version of versions) {
    const place = join(folder, version);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ private: true }));
    await runProgram(
      "npm",
      ["install", "--no-audit", "--no-fund", "--silent", `${name}@${version}`],
      {
        cwd: place,
      },
    );
    nodes.push({
      version,
      program: join(place, "node_modules", name, "bin/node"),
      isTooOld: version.startsWith("20."),
    });
  }
  return nodes;
}
