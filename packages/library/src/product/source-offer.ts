/**
 * Asks a server or a web API again what it has, and keeps it once a person agreed: for the command line and the console alike.
 */

import type { Source, SourceEntry } from "@toolplane/gateway/sources/list";
import {
  aboutServer,
  type Definitions,
  keepSource,
  noteLastKnown,
  offersOf,
  pinOf,
  serverDigest,
  sourceJson,
  writeDefinitions,
} from "@toolplane/gateway/sources/list";
import { aboutApi, noteSeen } from "@toolplane/gateway/sources/openapi";
import type { SourceState } from "@toolplane/gateway/sources/run";
import { digestOf } from "@toolplane/kernel";
import type { Settings } from "../settings/declaration/settings.ts";
import type { State } from "../state/open-state.ts";
import { openProduct, type Product } from "./open-product.ts";

/** Findings about one source. */
export interface SourceOffer {
  readonly source: Source;
  readonly definitions: Definitions;
  /** The server's words about itself. */
  readonly about: string;
  /** Things it says that it has beside tools. */
  readonly offers: readonly string[] | null;
  readonly left: readonly { readonly name: string; readonly reason: string }[];
  /** Facts from the description of a web API. */
  readonly api?: SourceState["api"];
  /** Its health; absent for one that is switched off. */
  readonly health?: SourceState["health"];
}

interface Ground {
  readonly settings: Settings;
  readonly state: State;
}

/** A product in which these sources run as they are now, compared with nothing. */
export function openForOffers(
  { settings, state }: Ground,
  sources: readonly Source[],
): Promise<Product> {
  return openProduct({
    settings,
    state,
    only: [],
    sources: entriesOf(sources),
    onWarning: () => undefined,
  });
}

/** In the words of the file; what is about to be agreed to is no pin yet. */
function entriesOf(sources: readonly Source[]): Readonly<Record<string, SourceEntry>> {
  return Object.fromEntries(
    sources.map(({ name, ...source }) => {
      const { pins: _, trusted: __, ...entry } = sourceJson(source) as SourceEntry;
      return [name, { ...entry, enabled: true }];
    }),
  );
}

/** Starts them, or reads their descriptions. */
export async function readOffers(
  product: Pick<Product, "sources">,
  sources: readonly Source[],
): Promise<readonly SourceOffer[]> {
  await product.sources.start();
  const states = new Map(product.sources.list().map((state) => [state.name, state]));
  return sources.map((source) => {
    const state = states.get(source.name);
    return {
      source,
      definitions: (product.sources.definitions(source.name) ?? {}) as Definitions,
      about: state?.api ? aboutApi(state.api) : aboutServer(state?.health.server),
      offers: state?.health.server ? offersOf(state.health.server) : null,
      left: state?.left ?? [],
      ...(state?.api ? { api: state.api } : {}),
      ...(state ? { health: state.health } : {}),
    };
  });
}

/** One source, for as long as it takes to ask it. */
export async function lookAtOffer(ground: Ground, source: Source): Promise<SourceOffer> {
  const product = await openForOffers(ground, [source]);
  try {
    const [offer] = await readOffers(product, [source]);
    return offer as SourceOffer;
  } finally {
    await product.close();
  }
}

/** Of everything that keeping it would keep: a person agrees to what they were shown, and to nothing that came after. */
export function offerDigest({ source, definitions, about, offers, api }: SourceOffer): string {
  const { origin = null, text = null } = api ?? {};
  return digestOf({
    server: serverDigest(source.server),
    tools: definitions,
    about,
    origin,
    text,
    offers: offers === null ? null : [...offers],
  });
}

export async function keepOffer(userData: string, offer: SourceOffer, atMs: number): Promise<void> {
  const { definitions, about, offers, api } = offer;
  const source = withOrigins(offer);
  const pins = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, pinOf(definition)]),
  );
  const text = api?.text ?? null;
  writeDefinitions(userData, source.name, { tools: definitions, about, text, offers });
  if (api) noteSeen(userData, source.name, { text: api.text, atMs });
  await keepSource(userData, { ...source, trusted: serverDigest(source.server), pins });
  const left = offer.left.length;
  noteLastKnown(userData, source, { state: "ready", atMs, changed: 0, left });
}

/** A credential goes where the person was just shown, whatever a later description says. */
function withOrigins({ source, api }: SourceOffer): Source {
  const { server } = source;
  if (server.kind !== "openapi") return source;
  const own = api?.origin ? [api.origin] : [];
  return {
    ...source,
    server: { ...server, origins: [...new Set([...own, ...(server.origins ?? [])])] },
  };
}
