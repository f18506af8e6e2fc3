/**
 * Facts that follow from where a tool was found. One object for all tools of one origin: ten thousand of a server share
 * it.
 */
import type { ToolLayer } from "@toolplane/contract";
import type { ToolPin } from "@toolplane/contract/ports";
import type { EntryHome } from "./entry-home.ts";
import type { Exposure, ToolOrigin } from "./tool-entry.ts";

export interface OriginFacts {
  readonly layer: ToolLayer;
  readonly source: string | null;
  /** The source's own description, cut to what search reads. */
  readonly sourceText: string | null;
  /** `bundled`, `project`, `mcp:github`, `mcp:github, unconfined`. */
  readonly text: string;
  /** Higher shadows lower; tools of servers and specifications shadow nothing. */
  readonly rank: number;
  /** From a server or a specification. */
  readonly sourced: boolean;
  readonly postureTrusted: boolean;
  /** It belongs to a preset, whose document may give a locked id another shape. */
  readonly preset: boolean;
  readonly isolated: boolean;
  readonly exposure: Exposure | null;
  readonly pin: ToolPin | null;
  /** Of the registry, here so that no entry needs a place for it. */
  readonly home: EntryHome;
}

/** Later layers shadow earlier ones. A preset's tools lie below the host program's own. */
const RANKS: Readonly<Record<ToolLayer, number>> = {
  mcp: 0,
  openapi: 0,
  bundled: 2,
  global: 3,
  project: 4,
};
const PRESET_RANK = 1;
/** Characters kept of a source's own description. */
const MAX_SOURCE_TEXT = 1_000;
/** Origins remembered; a server that says something else at each reconnect must not fill the memory. */
const MAX_ORIGINS = 1_000;

/** Makes the facts of origins, each once. Tools come in runs of one origin, so the last one is looked at first. */
export function createOrigins(home: EntryHome): (origin: ToolOrigin) => OriginFacts {
  const known = new Map<string, OriginFacts>();
  const knownFacts = (origin: ToolOrigin): OriginFacts => {
    const { layer, source, sourceText, trusted, preset, isolated, exposure, unconfined } = origin;
    const flags = [trusted, preset, isolated, unconfined].map((flag) => flag === true).join(" ");
    const text = sourceText?.slice(0, MAX_SOURCE_TEXT) ?? "";
    const key = JSON.stringify([layer, flags, exposure ?? "", source ?? "", text]);
    const facts = known.get(key) ?? factsOf(origin, home);
    if (known.size >= MAX_ORIGINS) known.clear();
    known.set(key, facts);
    return facts;
  };
  let last: { readonly origin: ToolOrigin; readonly facts: OriginFacts } | null = null;
  return (origin) => {
    if (last && isSameOrigin(last.origin, origin)) return last.facts;
    const facts = origin.pin ? factsOf(origin, home) : knownFacts(origin);
    last = { origin: { ...origin }, facts };
    return facts;
  };
}

function isSameOrigin(left: ToolOrigin, right: ToolOrigin): boolean {
  return (
    left.layer === right.layer &&
    left.source === right.source &&
    left.sourceText === right.sourceText &&
    left.trusted === right.trusted &&
    left.preset === right.preset &&
    left.isolated === right.isolated &&
    left.exposure === right.exposure &&
    left.pin === right.pin &&
    left.unconfined === right.unconfined
  );
}

function factsOf(origin: ToolOrigin, home: EntryHome): OriginFacts {
  const { layer, source, sourceText, trusted, exposure } = origin;
  const preset = layer === "bundled" && origin.preset === true;
  return {
    layer,
    source: source ?? null,
    sourceText: sourceText?.slice(0, MAX_SOURCE_TEXT) ?? null,
    text: `${source ? `${layer}:${source}` : layer}${origin.unconfined === true ? ", unconfined" : ""}`,
    rank: preset ? PRESET_RANK : RANKS[layer],
    sourced: layer === "mcp" || layer === "openapi",
    postureTrusted:
      layer === "bundled" || layer === "global" || (layer === "project" && trusted === true),
    preset,
    isolated: origin.isolated === true,
    exposure: exposure ?? null,
    pin: origin.pin ?? null,
    home,
  };
}
