/**
 * Without a sandbox nothing leaves a denied file out of a tree that a command reads (`grep -r`), so the judge has to know what
 * the tree holds. With one, the listing would be work for nothing.
 */
import type { Analyzer, Resource } from "@toolplane/contract";

/** A shell reader whose read trees carry what lies below them. */
export function withListedTrees(
  read: Analyzer["shell"],
  below: NonNullable<Analyzer["below"]>,
): Analyzer["shell"] {
  const list = (resource: Resource): Resource =>
    resource.capability === "fs.read" && resource.tree === true && resource.entries === undefined
      ? { ...resource, entries: below(resource.path) }
      : resource;
  return (text, cwd) => {
    const analysis = read(text, cwd);
    if (!analysis.ok) return analysis;
    return {
      ok: true,
      value: { ...analysis.value, resources: analysis.value.resources.map(list) },
    };
  };
}
