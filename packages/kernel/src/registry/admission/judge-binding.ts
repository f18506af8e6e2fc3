/**
 * Decides whether a tool may take its name. Names are flat and later layers shadow earlier ones, with two fences: tools
 * of servers and specifications never take a name that is taken, and a locked id goes only to a layer that was trusted,
 * with the parameters it always had. That binds the host program's own tools too; only a preset may give a locked id
 * the shape of its document. A refusal leaves the name as it was; two tools of one layer under one name are a mistake
 * in its setup.
 */
import { ConfigurationError } from "@toolplane/contract";
import type { OwnEntry } from "../entry/create-tool-entry.ts";
import { describeShapeFault } from "./describe-shape-fault.ts";
import { LOCKED_IDS, LOCKED_SHAPES } from "./locked-shapes.ts";

/** A set, because asking an object for a name that was just made puts that name into the engine's table of names first. */
const LOCKED: ReadonlySet<string> = new Set(LOCKED_IDS);
/** Names of tools are mostly longer, and those need no look. */
const LONGEST_LOCKED = Math.max(...LOCKED_IDS.map((id) => id.length));

/**
 * Null when it may, else why not. `bound` is the highest of those that hold the name. Throws a ConfigurationError when its
 * own layer has one already.
 */
export function judgeBinding(entry: OwnEntry, bound: OwnEntry | null): string | null {
  const { tool, place } = entry;
  if (place.sourced && bound)
    return `the name is taken by a tool of ${bound.origin}; tools of servers and specifications shadow nothing`;
  for (let held = bound; held; held = held.below) {
    if (held.place.rank === place.rank)
      throw new ConfigurationError(`tool ${tool.id}`, `is registered already by ${held.origin}`);
  }
  const isLocked = tool.id.length <= LONGEST_LOCKED && LOCKED.has(tool.id);
  return isLocked && !place.preset ? judgeLocked(entry) : null;
}

function judgeLocked({ tool, place }: OwnEntry): string | null {
  if (place.sourced) return `${tool.id} is a locked id; a server or specification cannot have it`;
  if (!place.postureTrusted) return `${tool.id} is a locked id; its layer was not trusted`;
  const fault = describeShapeFault(tool.parameters, LOCKED_SHAPES[tool.id] ?? "any");
  return fault && `${tool.id} is a locked id and keeps its shape: ${fault}`;
}
