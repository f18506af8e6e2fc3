/**
 * Keeps what a person allowed one command beside what the lock names: packages, and what the registry's own pages about them tell.
 * A name or a version that the registry itself told can be asked for without telling it anything.
 */
import type { GateDecision } from "@toolplane/contract/ports";
import type { Manager } from "../locks/locked-file.ts";
import type { Asked, Told } from "../protocols/protocol.ts";

type Wanted = Pick<Asked, "name" | "version" | "url" | "kind">;

export interface CommandGrants {
  covers(manager: Manager, wanted: Wanted): boolean;
  /** True where any package of the manager was allowed. */
  has(manager: Manager): boolean;
  /** A person allowed the package, or a page about an allowed one named it. */
  allow(manager: Manager, wanted: Pick<Asked, "name" | "version">): void;
  learn(manager: Manager, name: string, told: Told): void;
  /** One question for one package, however often it is asked for. */
  once(key: string, ask: () => Promise<GateDecision>): Promise<GateDecision>;
}

/** A page that names more is not followed further. */
const MAX_KEPT = 100_000;

export function createCommandGrants(): CommandGrants {
  const names = new Set<string>();
  const versions = new Set<string>();
  const files = new Set<string>();
  const asked = new Map<string, Promise<GateDecision>>();
  const keep = (set: Set<string>, text: string) => {
    if (set.size < MAX_KEPT) set.add(text);
  };
  const isNamed = (manager: Manager, name: string) =>
    names.has(`${manager} ${name}`) ||
    // Go looks for a module at every folder above a package's path.
    (manager === "go" && [...names].some((known) => areNested(known, `go ${name}`)));
  return {
    covers(manager, { name, version, url, kind }) {
      if (!isNamed(manager, name)) return false;
      if (kind === "page" && version === undefined) return true;
      return versions.has(`${manager} ${name} ${version}`) || files.has(`${name} ${url.href}`);
    },
    has: (manager) => [...names].some((name) => name.startsWith(`${manager} `)),
    allow(manager, { name, version }) {
      keep(names, `${manager} ${name}`);
      if (version !== undefined) keep(versions, `${manager} ${name} ${version}`);
    },
    learn(manager, name, told) {
      for (const version of told.versions) keep(versions, `${manager} ${name} ${version}`);
      for (const file of told.files) keep(files, `${name} ${file}`);
      for (const one of told.dependencies) {
        keep(names, `${manager} ${one.name}`);
        if (one.version !== undefined) keep(versions, `${manager} ${one.name} ${one.version}`);
      }
    },
    once(key, ask) {
      const known = asked.get(key);
      if (known !== undefined) return known;
      const answer = ask();
      if (asked.size < MAX_KEPT) asked.set(key, answer);
      return answer;
    },
  };
}

function areNested(one: string, other: string): boolean {
  return one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
