import type { FolderFloors } from "./floors.ts";

/** Two files of one package, both relative to its `src`. */
export interface FolderEdge {
  readonly from: string;
  readonly to: string;
}

/** Why one folder of a package may not import another, or nothing. Tests obey too: a leaf is testable alone. */
export function judgeFolders(floors: FolderFloors, edge: FolderEdge): string | undefined {
  const from = folderOf(edge.from);
  const to = folderOf(edge.to);
  if (from === "" && isEntry(edge.from)) return undefined;
  if (to === "" && edge.to.startsWith("index.")) {
    return "the entry src/index.ts is for other packages, not for this package's own files";
  }
  if (from === "" || to === "")
    return `src/${from === "" ? edge.from : edge.to} stands on no floor: put it into a folder`;
  if (from === to) return judgeApart(floors, edge);
  for (const folder of [from, to]) {
    if (!isKnown(floors, folder)) return `folder ${folder}/ has no floor in floors.json`;
  }
  if (floors.ground.includes(to)) return undefined;
  if (floors.ground.includes(from)) return `${from}/ is ground and may not import ${to}/`;
  if (floors.top.includes(to) && floors.top.indexOf(from) <= floors.top.indexOf(to)) {
    return `only src/index.ts and later tops import ${to}/`;
  }
  if (floors.top.includes(from)) return undefined;
  if (floors.leaves.includes(from)) return `${from}/ is a leaf and may not import ${to}/`;
  if (floors.leaves.includes(to)) return undefined;
  if (floors.middle[from]?.includes(to)) return undefined;
  return `${from}/ may import leaves only, not ${to}/ (floors.json lists exceptions)`;
}

/** Both files lie in one folder of `src`; where its folders are kept apart, they must lie in one of those too. */
function judgeApart({ apart = [] }: FolderFloors, edge: FolderEdge): string | undefined {
  const [folder = "", from = ""] = edge.from.split("/");
  const [, to = ""] = edge.to.split("/");
  if (!apart.includes(folder) || from === to) return undefined;
  return `${folder}/${from}/ may not import ${folder}/${to}/: what both need lies in a folder below ${folder}/`;
}

function folderOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : "";
}

// Tests beside the entry prove the package as a whole, so they may see what the entry sees.
function isEntry(path: string): boolean {
  return path === "index.ts" || /\.(test|test-d|fixture)\.ts$/.test(path);
}

function isKnown(floors: FolderFloors, folder: string): boolean {
  const { ground, leaves, top, middle } = floors;
  return [ground, leaves, top].some((folders) => folders.includes(folder)) || folder in middle;
}
