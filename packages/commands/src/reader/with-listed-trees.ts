/**
 * Without a sandbox nothing leaves a denied file out of a tree that a command reads (`grep -r`), so the judge has to know what
 * the tree holds. With one, the listing would be work for nothing.
 */
import type { FsTarget, Resource } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";

/** A shell reader whose read trees carry what lies below them. */
export function withListedTrees(
  read: Analyzer["shell"],
  below: NonNullable<Analyzer["below"]>,
): Analyzer["shell"] {
  return (text, cwd) => {
    const analysis = read(text, cwd);
    if (!analysis.ok || !analysis.value.resources.some(isUnlisted)) return analysis;
    const listed = new Map<string, ReturnType<typeof below>>();
    const list = (resource: Resource): Resource => {
      if (!isUnlisted(resource)) return resource;
      const entries = listed.get(resource.path) ?? below(resource.path);
      listed.set(resource.path, entries);
      return { ...resource, entries };
    };
    const resources = analysis.value.resources.map(list);
    return { ok: true, value: { ...analysis.value, resources } };
  };
}

function isUnlisted(resource: Resource): resource is Extract<Resource, FsTarget> {
  return (
    resource.capability === "fs.read" &&
    resource.tree === true &&
    resource.history !== true &&
    resource.entries === undefined
  );
}
