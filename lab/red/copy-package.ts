/** Copies an installed package and all that it needs into a project, so that its tests run where only the project is shown. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

const INSTALLED = join(import.meta.dirname, "../../node_modules");

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function copyPackage(name: string, program: string, project: string): void {
  const target = join(project, "node_modules");
  const waiting = [name];
  const seen = new Set(waiting);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const from = join(INSTALLED, at);
    if (!existsSync(from)) continue;
    mkdirSync(dirname(join(target, at)), { recursive: true });
    cpSync(from, join(target, at), { recursive: true, dereference: true });
    const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as Manifest;
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const one of Object.keys(needed))
      if (!seen.has(one)) {
        seen.add(one);
        waiting.push(one);
      }
  }
  mkdirSync(join(target, ".bin"), { recursive: true });
  symlinkSync(`../${program}`, join(target, ".bin", name));
}
