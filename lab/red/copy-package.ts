/** Copies an installed package and all that it needs into a project, so that its tests run where only the project is shown. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

const INSTALLED = join(import.meta.dirname, "../../node_modules");

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
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
    for (const one of neededBy(manifest))
      if (!seen.has(one)) {
        seen.add(one);
        waiting.push(one);
      }
  }
  mkdirSync(join(target, ".bin"), { recursive: true });
  symlinkSync(`../${program}`, join(target, ".bin", name));
}

function neededBy(manifest: Manifest): readonly string[] {
  const {
    dependencies,
    optionalDependencies,
    peerDependencies,
    peerDependenciesMeta = {},
  } = manifest;
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta[name]?.optional !== true,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}
