import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The rights of one package. `pure` forbids the globals of `pureForbids`; `computedImports` lists the files whose purpose is to
 * load modules by a given name. `testsMayImport` is for tests and fixtures alone: they are above the package, nothing imports
 * them and nothing ships them, so they may use what is built on it.
 */
export interface PackageFloor {
  readonly mayImport: readonly string[];
  /**
   * True for a package that is shipped as one bundle: its dependencies are folded in, so they may be declared for development
   * only.
   */
  readonly bundled?: boolean;
  /** Third-party packages whose code the build copies into `dist`: these may be declared for development only. */
  readonly folded?: readonly string[];
  /** Folders of `src` with a floor of their own, such as a page that runs in a browser. */
  readonly parts?: Readonly<Record<string, PackageFloor>>;
  readonly node: "any" | readonly string[];
  readonly pure?: boolean;
  readonly exportStar?: boolean;
  readonly testsMayImport?: readonly string[];
  readonly computedImports?: readonly string[];
}

/**
 * Floors inside one package. Ground serves every folder and imports none; leaves import ground only; a middle folder imports
 * leaves and the middle folders its row lists; a top folder imports all below it and the tops before it in the list, and
 * beside those after it only `src/index.ts` imports it. The folders inside one that is listed in `apart` never import each other:
 * what two of them share lies in a folder below it.
 */
export interface FolderFloors {
  readonly ground: readonly string[];
  readonly leaves: readonly string[];
  readonly middle: Readonly<Record<string, readonly string[]>>;
  readonly top: readonly string[];
  readonly apart?: readonly string[];
}

/** The shape of floors.json at the root. */
export interface Floors {
  readonly packages: Readonly<Record<string, PackageFloor>>;
  readonly pureForbids: readonly string[];
  readonly folders: Readonly<Record<string, FolderFloors>>;
}

/** The part of a package.json that the floors need. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** The floor of a file of `packages/`: that of its folder where it has one of its own, else its package's. */
export function floorOf(floors: Floors, path: string): PackageFloor | undefined {
  const [, name = "", , folder = ""] = path.split("/");
  const whole = floors.packages[name];
  return whole?.parts?.[folder] ?? whole;
}

export function readFloors(root: string): Floors {
  return JSON.parse(readFileSync(join(root, "floors.json"), "utf8")) as Floors;
}

export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, "utf8")) as Manifest;
}
