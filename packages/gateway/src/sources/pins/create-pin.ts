/**
 * The pin of one source: what a person agreed to of each of its tools, held against what its server has now. The kernel asks at
 * every call; nothing is compared that was not read from the server itself.
 */
import type { JsonObject } from "@toolplane/contract";
import type { PinDrift, ToolPin } from "@toolplane/contract/ports";
import { pinOf } from "../list/definitions-file.ts";
import { describeDrift } from "./describe-drift.ts";

/** The knowledge of one source about its tools; ids are those of registered tools. */
export interface PinnedTools {
  readonly server: string;
  readonly nameOf: (tool: string) => string;
  /** The reason why nothing of this source may run, which a person sees instead of anything else. Null: it may. */
  readonly refusal: () => string | null;
  /** The definition as the server has it now, or as it was agreed to while the server was not asked yet. */
  readonly now: (tool: string) => JsonObject | null;
  readonly agreed: (
    tool: string,
  ) => { readonly pin: string; readonly definition: JsonObject | null } | null;
  /** While the server is being asked. */
  readonly reading: () => Promise<unknown> | null;
}

export function createPin(tools: PinnedTools): ToolPin {
  // A definition is an object that is read once and kept, so its digest is.
  const digests = new WeakMap<JsonObject, string>();
  const digestOf = (definition: JsonObject): string => {
    const known = digests.get(definition) ?? pinOf(definition);
    digests.set(definition, known);
    return known;
  };
  return {
    nameOf: tools.nameOf,
    now(tool) {
      const definition = tools.now(tool);
      return definition && digestOf(definition);
    },
    drift(tool): PinDrift | null {
      const refusal = tools.refusal();
      if (refusal !== null) return { reason: refusal, change: noChange(tools.server) };
      const definition = tools.now(tool);
      if (definition === null) return null;
      const agreed = tools.agreed(tool);
      if (agreed && agreed.pin === digestOf(definition)) return null;
      return describeDrift({
        tool,
        server: tools.server,
        now: definition,
        agreed: agreed?.definition ?? null,
        isPinned: agreed !== null,
      });
    },
    reading: tools.reading,
  };
}

function noChange(server: string): PinDrift["change"] {
  return { path: `server ${server}`, kind: "changed", added: 0, removed: 0, diff: "" };
}
