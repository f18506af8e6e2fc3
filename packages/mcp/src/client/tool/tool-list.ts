/**
 * The tools of a server as they were last listed. One that did not change stays the same object, so that it does not
 * look changed.
 */
import { type AnyRuntime, defineTool, type JsonObject, type Tool } from "@toolplane/contract";
import { canonicalJson } from "@toolplane/kernel";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import {
  isQuarantined,
  type QuarantinedTool,
  type ReadContext,
  type ReadTool,
  readDefinition,
} from "./read-definition.ts";

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
  /** Finds the present tool of the name; null: there is none. */
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

interface MakeToolOptions {
  readonly id: string;
  readonly limits: Pick<UpstreamLimits, "callTimeoutMs" | "maxCallTimeoutMs">;
  readonly execute: (args: JsonObject, runtime: AnyRuntime) => Promise<unknown>;
}

/**
 * Makes the tool of a server as the road takes it. A server's claims about its own tools grant nothing: no mode, no
 * repeating, no gate opens. Its claim that a tool only reads is handed on, because no other source knows it; what its
 * arguments carry out counts all the same. Throws a ConfigurationError where the id is none.
 */
function makeTool(read: ReadTool, { id, limits, execute }: MakeToolOptions): Tool {
  return defineTool({
    id,
    label: read.label,
    description: read.description,
    parameters: read.parameters as Exclude<ReadTool["parameters"], boolean>,
    ...(read.output === null ? {} : { output: read.output }),
    requires: {},
    mode: "external",
    kind: "other",
    executor: "remote",
    ...(saysItOnlyReads(read) ? { flow: { effect: "read" } } : {}),
    limits: { timeoutMs: limits.callTimeoutMs, maxTimeoutMs: limits.maxCallTimeoutMs },
    execute: (args, runtime) => execute(args as JsonObject, runtime),
  }) as Tool;
}

function saysItOnlyReads({ definition }: ReadTool): boolean {
  const { annotations } = definition;
  return (
    typeof annotations === "object" &&
    annotations !== null &&
    "readOnlyHint" in annotations &&
    annotations.readOnlyHint === true
  );
}

interface Listing {
  readonly tools: ReadonlyMap<string, ReadTool>;
  readonly quarantined: readonly QuarantinedTool[];
}

interface ListingContext extends ReadContext {
  readonly limits: ReadContext["limits"] & Pick<UpstreamLimits, "maxTools">;
}

/**
 * Reads a whole list of a server: what can be offered, by name, and what is left out. A name that is there twice means
 * neither: a person could have agreed to either of the two.
 */
function readListing(given: readonly unknown[], context: ListingContext): Listing {
  const tools = new Map<string, ReadTool>();
  const quarantined: QuarantinedTool[] = [];
  const seen = new Set<string>();
  const twice = new Set<string>();
  const { maxTools } = context.limits;
  for (const definition of given.slice(0, maxTools)) {
    const read = readDefinition(definition, context);
    if (seen.has(read.remoteName)) twice.add(read.remoteName);
    seen.add(read.remoteName);
    if (isQuarantined(read)) quarantined.push(read);
    else tools.set(read.remoteName, read);
  }
  for (const remoteName of twice) {
    if (tools.delete(remoteName))
      quarantined.push({ remoteName, reason: "the server has two tools of this name" });
  }
  const over = given.length - maxTools;
  if (over > 0)
    quarantined.push({
      remoteName: "",
      reason: `${over} tools beyond the ${maxTools} that are read`,
    });
  return { tools, quarantined };
}
