/** Installs tarballs, as a person would who has nothing of ours. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/** Installs all of them together into a folder that it makes. */
export async function installPacked(
  consumer: string,
  tarballs: string,
): Promise<readonly string[]> {
  makeConsumer(consumer, {});
  await install(consumer, [...tarballFiles(tarballs).values()]);
  return [];
}

/**
 * Installs one package as the registry would give it: the package, and of the others only what it needs. Those come from their
 * tarballs, too.
 */
export async function installAlone(
  consumer: string,
  { tarballs, name }: { readonly tarballs: string; readonly name: string },
): Promise<readonly string[]> {
  const files = tarballFiles(tarballs);
  const file = files.get(name);
  if (file === undefined) return [`${name} was not packed`];
  const others = [...files].filter(([other]) => other !== name);
  makeConsumer(consumer, {
    dependencies: { [name]: `file:${file}` },
    overrides: Object.fromEntries(others.map(([other, path]) => [other, `file:${path}`])),
  });
  await install(consumer, []);
  return [];
}

function makeConsumer(consumer: string, fields: object): void {
  mkdirSync(consumer);
  const manifest = { name: "consumer", private: true, type: "module", ...fields };
  writeFileSync(join(consumer, "package.json"), JSON.stringify(manifest));
}

async function install(consumer: string, files: readonly string[]): Promise<void> {
  const words = ["install", "--no-audit", "--no-fund", "--silent", ...files];
  await runProgram("npm", words, { cwd: consumer });
}

/** Tarballs by the name of their package: npm calls `@toolplane/library` `toolplane-library-1.2.3.tgz`. */
function tarballFiles(tarballs: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(tarballs).map((file) => {
      const name = file.replace(/-\d+\.\d+\.\d+(?:-[\w.-]+)?\.tgz$/, "");
      const whole = name.replace(/^toolplane-/, "@toolplane/");
      return [whole, join(tarballs, file)] as const;
    }),
  );
}
