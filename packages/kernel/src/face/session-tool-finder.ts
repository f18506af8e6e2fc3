/** A session's view of the registry: each tool with its reach under the session's variables and ceiling, made at its first call. */
import type { RequirementSet, Resource, Variables } from "@toolplane/contract";
import { type OpenedPlaces, toolReach } from "../policy/reach/default-reach.ts";
import type { Reach } from "../policy/reach/reach.ts";
import type { Registry } from "../registry/create-registry.ts";
import type { ToolEntry } from "../registry/entry/tool-entry.ts";
import { clientRequestName, JUDGED_METHODS } from "../resource/client-request-name.ts";
import type { DeclaredEnv, FileUse, SessionTool } from "../session/session-tool.ts";
import { createSharedFiles, createSharedFootprint } from "../session/shared-footprint.ts";
import { ownFolder } from "./own-folder.ts";

export interface ToolBounds {
  readonly declaredEnv: DeclaredEnv | undefined;
  readonly ceiling: readonly RequirementSet[];
  readonly variables: Variables;
  /** The scopes of a manifest, where there are any. */
  readonly declared: RequirementSet | null;
  readonly opened: OpenedPlaces;
  /** False for a tool that the session does not have. */
  readonly has: (name: string) => boolean;
}

/** Finds tools by name. A tool that was replaced in the registry is admitted again. */
export function createSessionToolFinder(
  registry: Registry,
  bounds: ToolBounds,
): (name: string) => SessionTool | null {
  const admitted = new Map<string, SessionTool>();
  return (name) => {
    const entry = bounds.has(name) ? registry.find(name) : null;
    if (!entry) return null;
    const known = admitted.get(name);
    if (known?.entry === entry) return known;
    const tool = admit(entry, bounds);
    admitted.set(name, tool);
    return tool;
  };
}

function admit(entry: ToolEntry, bounds: ToolBounds): SessionTool {
  const { ceiling, variables } = bounds;
  const { requires, composite } = entry.tool;
  const capabilities = (requires.capabilities ?? []).filter((name) =>
    ceiling.every((set) => set.capabilities?.includes(name)),
  );
  const dataFolder = ownFolder(entry, variables);
  const reach = toolReach(withClientNames(entry), { ...bounds, ownFolder: dataFolder });
  const given = bounds.declaredEnv === "with-call" ? variablesIn(requires, reach) : [];
  return {
    entry,
    reach,
    variables: given,
    dataFolder,
    capabilities,
    hasDoors: Boolean(
      requires.fs || requires.net || requires.shell || requires.env || capabilities.length > 0,
    ),
    openRuntime: null,
    confinements: { ruledBy: null, kinds: {} },
    constant:
      entry.constantFootprint && given.length === 0
        ? createSharedFootprint({ resources: composite ? [] : [entry.named] })
        : null,
    file: composite || given.length > 0 ? null : fileUse(entry),
  };
}

/** The declared variables that the ceiling leaves to the tool. */
function variablesIn({ env = [] }: RequirementSet, reach: Reach): readonly Resource[] {
  return env
    .map((name) => ({ capability: "env", name, origin: "direct", via: "argument" }) as const)
    .filter((variable) => reach.contains(variable));
}

/** A tool may always be itself; whether a host lets it is the ceiling's to say. */
export function withOwnName({
  tool: { requires },
  named,
  remote,
}: Pick<ToolEntry, "tool" | "named" | "remote">): RequirementSet {
  if (!remote || named.capability !== "named") return requires;
  return { ...requires, capabilities: [...(requires.capabilities ?? []), named.name] };
}

/**
 * Puts the requests of a server to its client inside reach, where the ceiling lets it. Rules and people decide whether
 * it may.
 */
function withClientNames(entry: ToolEntry): RequirementSet {
  const requires = withOwnName(entry);
  const { named } = entry;
  if (named.capability !== "named" || !named.name.startsWith("mcp:")) return requires;
  const asked = JUDGED_METHODS.map((method) => clientRequestName(named.name, method));
  return { ...requires, capabilities: [...(requires.capabilities ?? []), ...asked] };
}

/** A tree, a list of paths or a second annotation makes a footprint that is worked out for each call. */
function fileUse({ tool, bundled }: ToolEntry): FileUse | null {
  const [argument, ...others] = Object.keys(tool.resources);
  if (argument === undefined || others.length > 0 || argument.includes(".")) return null;
  const [use, ...further] = tool.resources[argument] ?? [];
  if (use === undefined || further.length > 0 || (tool.footprint && bundled)) return null;
  const { access, tree } = use;
  if (tree || (access !== "fs.read" && access !== "fs.write")) return null;
  return { argument, access, shared: createSharedFiles() };
}
