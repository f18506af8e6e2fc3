/** The tools of a server as they were last listed. One that did not change stays the same object, so that nobody sees a change. */
import type { AnyRuntime, JsonObject, Tool } from "@toolplane/contract";
import { canonicalJson } from "@toolplane/kernel";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { makeTool } from "./make-tool.ts";
import type { QuarantinedTool, ReadTool } from "./read-definition.ts";
import { type ListingContext, readListing } from "./read-listing.ts";

export interface UpstreamTool {
  /** Its name on the server: what is sent when it is called. */
  readonly remoteName: string;
  /** The whole definition exactly as the server sent it: what a pin is a digest of. */
  readonly definition: JsonObject;
  /** Ready to register with `{ layer: "mcp", source: upstream.name }`. */
  readonly tool: Tool;
}

export interface ToolList {
  tools(): readonly UpstreamTool[];
  quarantined(): readonly QuarantinedTool[];
  /** What the name means now; null: nothing. */
  find(remoteName: string): ReadTool | null;
  make(read: ReadTool): UpstreamTool | QuarantinedTool;
  /** Takes a new list; true when anything in it is another than before. */
  replace(definitions: readonly unknown[]): boolean;
}

export interface ToolListOptions {
  readonly context: Omit<ListingContext, "limits"> & {
    readonly limits: ListingContext["limits"] &
      Pick<UpstreamLimits, "callTimeoutMs" | "maxCallTimeoutMs">;
  };
  readonly idOf: (remoteName: string) => string;
  readonly executeOf: (
    read: ReadTool,
  ) => (args: JsonObject, runtime: AnyRuntime) => Promise<unknown>;
}

interface Entry {
  readonly read: ReadTool;
  readonly text: string;
  readonly made: UpstreamTool;
}

export function createToolList({ context, idOf, executeOf }: ToolListOptions): ToolList {
  let entries = new Map<string, Entry>();
  let offered: readonly UpstreamTool[] = [];
  let quarantined: readonly QuarantinedTool[] = [];
  const make = (read: ReadTool): UpstreamTool | QuarantinedTool => {
    const { remoteName, definition } = read;
    try {
      const tool = makeTool(read, {
        id: idOf(remoteName),
        limits: context.limits,
        execute: executeOf(read),
      });
      return { remoteName, definition, tool };
    } catch (error) {
      const reason = error instanceof Error ? error.message : "it cannot be made a tool";
      return { remoteName, reason };
    }
  };
  return {
    make,
    tools: () => offered,
    quarantined: () => quarantined,
    find: (remoteName) => entries.get(remoteName)?.read ?? null,
    replace(definitions) {
      const listing = readListing(definitions, context);
      const left = [...listing.quarantined];
      const next = new Map<string, Entry>();
      const ids = new Set<string>();
      for (const read of listing.tools.values()) {
        const text = canonicalJson(read.definition);
        const known = entries.get(read.remoteName);
        const made = known?.text === text ? known.made : make(read);
        if ("reason" in made) left.push(made);
        else if (ids.has(made.tool.id))
          left.push({ remoteName: read.remoteName, reason: `${made.tool.id} is taken` });
        else {
          ids.add(made.tool.id);
          next.set(read.remoteName, known?.made === made ? known : { read, text, made });
        }
      }
      const isSame =
        next.size === entries.size &&
        [...next].every(([remoteName, entry]) => entries.get(remoteName) === entry) &&
        canonicalJson(left) === canonicalJson(quarantined);
      entries = next;
      offered = [...next.values()].map(({ made }) => made);
      quarantined = left;
      return !isSame;
    },
  };
}
