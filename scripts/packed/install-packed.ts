/** Installs the tarballs together, as somebody would who has nothing of ours. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/** Installs into a folder that it makes. */
export async function installPacked(
  consumer: string,
  tarballs: string,
): Promise<readonly string[]> {
  mkdirSync(consumer);
  writeFileSync(
    join(consumer, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  const files = readdirSync(tarballs).map((file) => join(tarballs, file));
  await runProgram("npm", ["install", "--no-audit", "--no-fund", "--silent", ...files], {
    cwd: consumer,
  });
  return [];
}
