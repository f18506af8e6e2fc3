/** What follows from where a tool was found. One object for all tools of one origin: ten thousand of a server share it. */
import type { ToolLayer } from "@toolplane/contract";
import type { Exposure, ToolOrigin } from "./tool-entry.ts";

/** An origin, worked out. */
export interface OriginFacts {
  readonly layer: ToolLayer;
  readonly source: string | null;
  /** `bundled`, `project`, `mcp:github`. */
  readonly text: string;
  /** Higher shadows lower; tools of servers and specifications shadow nothing. */
  readonly rank: number;
  /** From a server or a specification. */
  readonly sourced: boolean;
  readonly postureTrusted: boolean;
  readonly exposure: Exposure | null;
}

/** Later layers shadow earlier ones (S0). */
const RANKS: Readonly<Record<ToolLayer, number>> = {
  mcp: 0,
  openapi: 0,
  bundled: 1,
  global: 2,
  project: 3,
};

/** Makes the facts of origins, each once. Tools come in runs of one origin, so the last one is looked at first. */
export function createOrigins(): (origin: ToolOrigin) => OriginFacts {
  const known = new Map<string, OriginFacts>();
  let last: { readonly origin: ToolOrigin; readonly facts: OriginFacts } | null = null;
  return (origin) => {
    if (last && isSame(last.origin, origin)) return last.facts;
    const { layer, source, trusted, exposure } = origin;
    const key = `${layer} ${trusted === true} ${exposure ?? ""} ${source ?? ""}`;
    const facts = known.get(key) ?? factsOf(origin);
    known.set(key, facts);
    last = { origin: { ...origin }, facts };
    return facts;
  };
}

function isSame(left: ToolOrigin, right: ToolOrigin): boolean {
  return (
    left.layer === right.layer &&
    left.source === right.source &&
    left.trusted === right.trusted &&
    left.exposure === right.exposure
  );
}

function factsOf({ layer, source, trusted, exposure }: ToolOrigin): OriginFacts {
  return {
    layer,
    source: source ?? null,
    text: source ? `${layer}:${source}` : layer,
    rank: RANKS[layer],
    sourced: layer === "mcp" || layer === "openapi",
    postureTrusted:
      layer === "bundled" || layer === "global" || (layer === "project" && trusted === true),
    exposure: exposure ?? null,
  };
}
