/** Opinions about trees that a command reads, and of which rules close a part. */
import type { Opinion } from "@toolplane/contract";
import { describeTarget } from "../resource/describe-target.ts";
import { evaluatePolicies } from "./evaluate-policies.ts";
import { holdsNamed } from "./judge-named.ts";
import { createLinkFilter, type LinkFilter } from "./link-filter.ts";
import type { FsResource, JudgedResource, ResourceView } from "./resource-view.ts";

/**
 * A tree that a command reads loses what rules close in it: the sandbox leaves that part out. Without one nothing does, and
 * nothing takes it out of a repository's objects, so a person is asked, unless the listing of the tree shows that it holds
 * nothing of the kind.
 */
export function opinionOnCuts(
  view: ResourceView,
  { resource, index, finding }: JudgedResource,
  matters: LinkFilter,
): Opinion | null {
  if (resource.capability !== "fs.read" || resource.origin !== "derived") return null;
  const { history = false } = resource;
  if (view.sandboxed && !history) return null;
  const isCut =
    (finding.cuts.length > 0 && holdsClosed(view, resource)) || holdsNamed(view, resource);
  if (!isCut && !(resource.tree === true && !history && holdsLinked(view, resource, matters)))
    return null;
  return {
    judge: "rules",
    action: "ask",
    hard: true,
    reason: history
      ? `Rules close part of ${describeTarget(resource)}, and git tracks that part: its history holds it.`
      : `Rules close part of ${describeTarget(resource)}, and without a sandbox nothing leaves that part out.`,
    resource: index,
  };
}

function holdsClosed(view: ResourceView, resource: FsResource): boolean {
  const entries = resource.history ? view.analyzer.tracked?.(resource.path) : resource.entries;
  if (entries?.complete !== true) return true;
  return entries.paths.some((path) => isClosed(view, resource, path));
}

/** True where a tree holds a file that a rule closes under the name of a link, wherever the link lies. */
function holdsLinked(view: ResourceView, resource: FsResource, matters: LinkFilter): boolean {
  const { linked } = view.analyzer;
  if (linked === undefined || resource.entries === undefined) return false;
  return resource.entries.paths.some((path) =>
    linked(path, matters).some((name) => isClosed(view, resource, name)),
  );
}

/** One filter for all trees of a call, made when the first link is met. */
export function createLinkMatters({ policies, tool }: ResourceView): LinkFilter {
  let filter: LinkFilter | null = null;
  return (link) => {
    filter ??= createLinkFilter(policies, "fs.read", tool.id);
    return filter(link);
  };
}

function isClosed({ policies, tool }: ResourceView, { via }: FsResource, path: string): boolean {
  const entry = { capability: "fs.read", path, real: path, via } as const;
  const { action } = evaluatePolicies(policies, entry, tool);
  return action === "deny" || action === "ask";
}
