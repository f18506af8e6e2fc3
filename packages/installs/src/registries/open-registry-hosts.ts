/**
 * Names the addresses that a package manager will fetch from, for a command that no front of ours stands before. The person's files
 * are read once, as the front does. The project's own `.npmrc` is read each time: npm follows it, and an agent may have written it.
 * What a project's other files name (a requirements file, Cargo's folder) is not read.
 */
import type { WantedPackage } from "@toolplane/contract";
import { parse } from "ini";
import { SCOPED } from "./npm-registries.ts";
import { type Environment, readPersonFile } from "./person-files.ts";
import { readRegistries } from "./read-registries.ts";
import type { Registry } from "./registry.ts";

export async function openRegistryHosts(
  environment: Environment,
  project: string | undefined,
): Promise<(manager: WantedPackage["manager"]) => readonly string[]> {
  const { list } = await readRegistries(environment);
  return (manager) => {
    const named = manager === "npm" && project !== undefined ? namedBy(project) : EMPTY;
    const isMoved = named.has("registry");
    // Go's database of sums is one of its own.
    const own = list.filter((one) => one.manager.startsWith(manager));
    const kept = own.filter(
      (one, index) => one.scopes !== undefined || isUsed(one, index, isMoved),
    );
    return [...named.values(), ...kept.map(({ url }) => url.href)];
  };
}

const EMPTY: ReadonlyMap<string, string> = new Map();

/** Of npm's registry the first is used: what follows it is another name of the same. */
function isUsed({ manager }: Registry, index: number, isMoved: boolean): boolean {
  return manager !== "npm" || (index === 0 && !isMoved);
}

/** Leaves a variable as it is, which is then no address: its value is the person's. */
function namedBy(project: string): ReadonlyMap<string, string> {
  const entries = Object.entries(parse(readPersonFile(`${project}/.npmrc`)));
  return new Map(
    entries.flatMap(([key, value]) =>
      typeof value === "string" && (key === "registry" || SCOPED.test(key)) ? [[key, value]] : [],
    ),
  );
}
