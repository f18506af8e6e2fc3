/** Every path that a patch names, as resources: each is judged before anything runs, sources of renames and copies too. */
import type { Analyzer, Resource } from "@toolplane/contract";
import type { FilePatch } from "./file-patch.ts";
import { parsePatch } from "./parse-patch.ts";
import { patchFault } from "./patch-fault.ts";

/** The footprint of a patch; `invalid_input` when it is none or names what cannot be a path. */
export function patchFootprint(patch: string, analyzer: Analyzer): readonly Resource[] {
  const resources = new Map<string, Resource>();
  for (const file of parsePatch(patch)) {
    for (const [capability, path] of touches(file)) {
      const analysis = analyzer.path(path, capability === "fs.read" ? "read" : "write");
      if (!analysis.ok) throw patchFault(null, `${JSON.stringify(path)}: ${analysis.message}`);
      const { lexical, real } = analysis.value;
      resources.set(`${capability} ${lexical}`, {
        capability,
        path: lexical,
        real,
        origin: "direct",
        via: "argument",
        argument: "patch",
      });
    }
  }
  return [...resources.values()];
}

function touches(file: FilePatch): readonly (readonly ["fs.read" | "fs.write", string])[] {
  if (file.kind === "create") return [["fs.write", file.path]];
  if (file.kind === "delete")
    return [
      ["fs.read", file.path],
      ["fs.write", file.path],
    ];
  return [
    ["fs.read", file.path],
    ...(file.copies ? [] : [["fs.write", file.path] as const]),
    ...(file.to === null ? [] : [["fs.write", file.to] as const]),
  ];
}
