// Judges one import on its own: package floors, declared dependencies, node: modules, paths that leave
// the package and the floors inside a package. Rings need the whole graph and live in find-rings.ts.
import { builtinModules } from "node:module";
import { dirname, normalize } from "node:path/posix";
import { COMPUTED_SPECIFIER, type ImportEdge } from "../source/read-imports.ts";
import { isTestFile } from "../source/source-file.ts";
import { type Floors, floorOf, type Manifest } from "./floors.ts";
import { judgeFolders } from "./judge-folders.ts";

export const SCOPE = "@toolplane/";

/** Everything a judgement needs beside the edge itself; manifests by package folder name. */
export interface Workspace {
  readonly floors: Floors;
  readonly manifests: Readonly<Record<string, Manifest>>;
  readonly rootManifest: Manifest;
}

export interface ImportSite {
  /** Path of the importing file from the root, such as `packages/kernel/src/policy/match.ts`. */
  readonly path: string;
  readonly edge: ImportEdge;
}

/** Why this import may not be, or nothing. */
export function judgeImport(workspace: Workspace, site: ImportSite): string | undefined {
  const { specifier, kind } = site.edge;
  const floor = floorOf(workspace.floors, site.path);
  if (specifier === COMPUTED_SPECIFIER) {
    const loaders = floor?.computedImports ?? [];
    if (loaders.includes(site.path)) return undefined;
    return "a computed import() hides its target from this check";
  }
  if (kind === "export-star" && floor?.exportStar !== true) {
    return `export * from "${specifier}": packages export by name (floors.json names those that may use export *)`;
  }
  if (specifier.startsWith(".") || specifier.startsWith("/")) return judgePath(workspace, site);
  if (specifier.startsWith("node:") || builtinModules.includes(specifier)) {
    return judgeBuiltin(workspace, site);
  }
  if (specifier === "toolplane" || specifier.startsWith(SCOPE))
    return judgeSibling(workspace, site);
  return judgeDependency(workspace, site);
}

/** `packages/kernel/src/x.ts` → `kernel`. */
export function packageOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** The file a relative specifier names, from the root. */
export function resolveRelative(path: string, specifier: string): string {
  return normalize(`${dirname(path)}/${specifier}`);
}

function judgePath(workspace: Workspace, site: ImportSite): string | undefined {
  const { specifier } = site.edge;
  const source = `packages/${packageOf(site.path)}/src/`;
  const target = resolveRelative(site.path, specifier);
  if (specifier.startsWith("/") || !target.startsWith(source)) {
    return `"${specifier}" leaves ${source}: import the package by its name`;
  }
  if (isTestFile(target) && !isTestFile(site.path)) {
    return `"${specifier}" is for tests: source may not import it`;
  }
  const floors = workspace.floors.folders[packageOf(site.path)];
  if (floors === undefined) return undefined;
  return judgeFolders(floors, {
    from: site.path.slice(source.length),
    to: target.slice(source.length),
  });
}

function judgeBuiltin(workspace: Workspace, site: ImportSite): string | undefined {
  const { specifier } = site.edge;
  if (!specifier.startsWith("node:")) return `write "node:${specifier}", not "${specifier}"`;
  const allowed = floorOf(workspace.floors, site.path)?.node ?? [];
  if (allowed === "any" || isTestFile(site.path) || allowed.includes(specifier)) return undefined;
  const others = allowed.length === 0 ? "no node: module" : `only ${allowed.join(", ")}`;
  return `"${specifier}" is not for ${packageOf(site.path)}, which may use ${others}`;
}

function judgeSibling(workspace: Workspace, site: ImportSite): string | undefined {
  const { specifier } = site.edge;
  const name = packageOf(site.path);
  const [target = "", ...rest] = specifier.startsWith(SCOPE)
    ? specifier.slice(SCOPE.length).split("/")
    : specifier.split("/");
  const floor = floorOf(workspace.floors, site.path);
  const above = isTestFile(site.path) ? (floor?.testsMayImport ?? []) : [];
  const siblings = [...(floor?.mayImport ?? []), ...above];
  if (floor === undefined || !siblings.includes(target)) {
    return `${name} may not import ${target} (it may import ${siblings.join(", ") || "no sibling"})`;
  }
  if (
    rest.length > 0 &&
    workspace.manifests[target]?.exports?.[`./${rest.join("/")}`] === undefined
  ) {
    return `"${specifier}" reaches into ${target} past its exports`;
  }
  return judgeDependency(workspace, site);
}

function judgeDependency(workspace: Workspace, site: ImportSite): string | undefined {
  const { specifier } = site.edge;
  const name = packageOf(site.path);
  const parts = specifier.split("/");
  const dependency = parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  const manifest = workspace.manifests[name];
  const floor = floorOf(workspace.floors, site.path);
  const isShipped = floor?.bundled === true || floor?.folded?.includes(dependency) === true;
  const declared = [
    manifest?.dependencies,
    manifest?.peerDependencies,
    manifest?.optionalDependencies,
    ...(isTestFile(site.path) || isShipped
      ? [manifest?.devDependencies, workspace.rootManifest.devDependencies]
      : []),
  ];
  if (declared.some((table) => table?.[dependency] !== undefined)) return undefined;
  return `"${dependency}" is not declared in packages/${name}/package.json`;
}
