import { existsSync } from "node:fs";
import { join } from "node:path";
import { findGlobals } from "./floors/find-globals.ts";
import { findRings, type ImportGraph } from "./floors/find-rings.ts";
import { readFloors, readManifest } from "./floors/floors.ts";
import { folderGraph } from "./floors/folder-graph.ts";
import {
  judgeImport,
  packageOf,
  resolveRelative,
  SCOPE,
  type Workspace,
} from "./floors/judge-import.ts";
import { judgeRootTest } from "./floors/judge-root-test.ts";
import { type GateResult, reportGate } from "./source/gate.ts";
import { type ImportEdge, readImports } from "./source/read-imports.ts";
import { isTestFile, listSourceFiles, type SourceFile, stripTypes } from "./source/source-file.ts";
import { tokenize } from "./source/tokenize.ts";

interface ReadFile {
  readonly file: SourceFile;
  readonly edges: readonly ImportEdge[];
}

/** Reads every import of packages/*\/src, of test/ and of lab/, and says which ones break floors.json. */
export function checkFloors(root: string): GateResult {
  const workspace = readWorkspace(root);
  const files = listSourceFiles(root, { folders: ["packages"], endings: [".ts", ".tsx"] })
    .filter((file) => file.path.split("/")[2] === "src")
    .map((file) => ({ file, edges: readImports(tokenize(file.text)) }));
  const rootTests = listSourceFiles(root, {
    folders: ["test", "lab"],
    endings: [".ts", ".tsx"],
  }).map((file) => ({ file, edges: readImports(tokenize(file.text)) }));
  const packages = [...new Set(files.map(({ file }) => packageOf(file.path)))];
  const graph = buildGraph(files);
  const failures = [
    ...packages.flatMap((name) =>
      name in workspace.floors.packages ? [] : [`packages/${name} has no floor in floors.json`],
    ),
    ...files.flatMap((read) => importFailures(workspace, read)),
    ...rootTests.flatMap(rootTestFailures),
    ...files.flatMap((read) => globalFailures(workspace, read.file)),
    ...findRings(graph).map((ring) => `import ring: ${ring.join(" -> ")}`),
    ...findRings(folderGraph(graph)).map((ring) => `folder ring: ${ring.join(" -> ")}`),
  ];
  const edges = files.reduce((sum, read) => sum + read.edges.length, 0);
  return {
    name: "floors",
    summary: `${edges} imports of ${files.length} files in ${packages.length} packages`,
    failures,
  };
}

function readWorkspace(root: string): Workspace {
  const floors = readFloors(root);
  const present = Object.keys(floors.packages).filter((name) =>
    existsSync(join(root, "packages", name, "package.json")),
  );
  return {
    floors,
    manifests: Object.fromEntries(
      present.map((name) => [name, readManifest(join(root, "packages", name, "package.json"))]),
    ),
    rootManifest: readManifest(join(root, "package.json")),
  };
}

function importFailures(workspace: Workspace, { file, edges }: ReadFile): readonly string[] {
  return edges.flatMap((edge) => {
    const reason = judgeImport(workspace, { path: file.path, edge });
    return reason === undefined ? [] : [`${file.path}:${edge.line} ${reason}`];
  });
}

function rootTestFailures({ file, edges }: ReadFile): readonly string[] {
  return edges.flatMap((edge) => {
    const reason = judgeRootTest({ path: file.path, edge });
    return reason === undefined ? [] : [`${file.path}:${edge.line} ${reason}`];
  });
}

function globalFailures(workspace: Workspace, file: SourceFile): readonly string[] {
  const name = packageOf(file.path);
  if (workspace.floors.packages[name]?.pure !== true || isTestFile(file.path)) return [];
  return findGlobals(stripTypes(file), workspace.floors.pureForbids).map(
    (use) => `${file.path}:${use.line} ${name} may not use ${use.name}: take it as an argument`,
  );
}

function buildGraph(files: readonly ReadFile[]): ImportGraph {
  return new Map(
    files.map(({ file, edges }) => [
      file.path,
      edges.flatMap(({ specifier }) => {
        if (specifier.startsWith(".")) return [resolveRelative(file.path, specifier)];
        if (!specifier.startsWith(SCOPE)) return [];
        return [`packages/${specifier.slice(SCOPE.length).split("/")[0]}/src/index.ts`];
      }),
    ]),
  );
}

if (import.meta.main) reportGate(checkFloors(join(import.meta.dirname, "..")));
