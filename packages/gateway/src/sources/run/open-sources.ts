/**
 * Every source of a toolplane. The list is followed: what was added, changed or removed takes effect when it is next looked at,
 * which is before a client's request and before a command's call; the registry then applies it between turns.
 */
import { isConfigurationError, type Tool } from "@toolplane/contract";
import { keepAlive } from "@toolplane/disk/ground";
import type { ToolOrigin } from "@toolplane/kernel";
import type { Agreed } from "../list/agreed.ts";
import type { Source, SourceApi } from "../list/source.ts";
import type { SourceList } from "../list/source-list.ts";
import { createSourceOffers, type SourceOffers } from "../offer/create-source-offers.ts";
import type { SignInOutcome, SourceSignIn } from "../start/sign-in-source.ts";
import { type OpenSource, openSource, type SourceGround } from "./open-source.ts";
import type { SourceState } from "./source-state.ts";

export interface Sources {
  /** The state of each of them. */
  list(): readonly SourceState[];
  find(name: string): OpenSource | null;
  /** Their offers beside tools, for the MCP server in front of them. */
  readonly offers: SourceOffers;
  /** Finds the stand-in for a tool that is not known: of a server that may not be started, or that was not asked yet. */
  standIn(tool: string): { readonly tool: Tool; readonly origin: ToolOrigin } | null;
  /** Why a tool of a server is not known: the server failed before it said what it has. Null where that is not so. */
  absence(tool: string): string | null;
  /** Takes over what changed in the list. Never rejects: an entry that cannot be read changes nothing, and is reported. */
  refresh(): Promise<void>;
  /** Starts servers that have not been needed yet, and waits until each is ready or has failed. */
  start(names?: readonly string[]): Promise<void>;
  /** Lets a person sign in to a server, whatever was kept of an earlier sign-in. Never rejects. */
  signIn(name: string, person: SourceSignIn): Promise<SignInOutcome>;
  /** The rules are others now. Those that may touch something else were ended with that; those that failed may be tried again. */
  rulesChanged(): Promise<void>;
  close(): Promise<void>;
}

type OfferListener = SourceGround["onOffer"];

export interface SourcesOptions extends Omit<SourceGround, "onOffer"> {
  /** Opens a web API. What reads descriptions is loaded where there is one. */
  readonly openApi: (source: Source, api: SourceApi, agreed: Agreed) => Promise<OpenSource>;
  readonly signIn: (source: Source, person: SourceSignIn) => Promise<SignInOutcome>;
  readonly list: SourceList;
  readonly warn: (text: string) => void;
}

/** Opens them. Rejects with a ConfigurationError when the list cannot be read. */
export async function openSources({ list, warn, ...ground }: SourcesOptions): Promise<Sources> {
  const open = new Map<string, OpenSource>();
  let stamp: string | null = null;
  let reading: Promise<void> | null = null;
  let isClosed = false;
  const { tell: onOffer, listen } = createListeners();
  const apply = async (): Promise<void> => {
    const seen = list.stamp();
    const entries = (await list.read()).filter(({ source }) => source.enabled);
    stamp = seen;
    if (isClosed) return;
    const names = new Set(entries.map(({ source }) => source.name));
    const gone = [...open.values()].filter(({ source }) => !names.has(source.name));
    const kept = entries.filter(({ source, agreed }) =>
      open.get(source.name)?.update(source, agreed),
    );
    const fresh = entries.filter((entry) => !kept.includes(entry));
    const replaced = fresh.flatMap(({ source }) => open.get(source.name) ?? []);
    for (const one of [...gone, ...replaced]) {
      open.delete(one.source.name);
      await one.close();
    }
    for (const { source, agreed } of fresh)
      open.set(source.name, await openOne(source, agreed, { ...ground, onOffer }));
    onOffer("resources");
    onOffer("prompts");
  };
  await apply();
  return {
    list: () => [...open.values()].map((one) => one.state()),
    find: (name) => open.get(name) ?? null,
    offers: createSourceOffers({
      sources: () => [...open.values()].map(({ source, lists }) => ({ name: source.name, lists })),
      onChange: listen,
    }),
    standIn(tool) {
      for (const one of open.values()) {
        const found = one.standIn(tool);
        if (found) return found;
      }
      return null;
    },
    absence(tool) {
      const states = [...open.values()].map((one) => one.state());
      const failed = states.find(
        ({ name, health }) => tool.startsWith(`mcp__${name}__`) && isOut(health),
      );
      return failed ? `The server ${failed.name} is not running. ${failed.health.message}` : null;
    },
    async refresh() {
      while (reading !== null) await reading;
      if (isClosed || list.stamp() === stamp) return;
      reading = apply()
        .catch((error: unknown) => {
          const what = error instanceof Error ? error.message : String(error);
          const defect = isConfigurationError(error) ? "" : " This is a defect.";
          warn(
            `The list of sources could not be read again, so the earlier one holds: ${what}.${defect}`,
          );
        })
        .finally(() => {
          reading = null;
        });
      await reading;
    },
    async start(names) {
      const wanted = [...open.values()].filter(
        ({ source }) => names?.includes(source.name) ?? true,
      );
      await holdProcess(Promise.all(wanted.map((one) => one.start())));
    },
    async signIn(name, person) {
      const { source } = open.get(name) ?? {};
      if (!source) return { ok: false, message: `There is no source ${name} that is on.` };
      return ground.signIn(source, person);
    },
    async rulesChanged() {
      await Promise.all([...open.values()].map((one) => one.rulesChanged()));
    },
    async close() {
      isClosed = true;
      await holdProcess(Promise.all([...open.values()].map((one) => one.close())));
    },
  };
}

async function openOne(
  source: Source,
  agreed: Agreed,
  ground: Omit<SourcesOptions, "list" | "warn" | "signIn"> & Pick<SourceGround, "onOffer">,
): Promise<OpenSource> {
  const { server } = source;
  if (server.kind === "openapi") return ground.openApi(source, server, agreed);
  return openSource(source, agreed, ground);
}

function createListeners(): {
  readonly tell: OfferListener;
  readonly listen: (listener: OfferListener) => () => void;
} {
  const listeners = new Set<OfferListener>();
  return {
    tell(what) {
      for (const listener of listeners) listener(what);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Keeps this process alive during a wait that would not do so by itself: a server alone does not keep it. */
async function holdProcess<T>(work: Promise<T>): Promise<T> {
  const letGo = keepAlive();
  try {
    return await work;
  } finally {
    letGo();
  }
}

function isOut({ state }: SourceState["health"]): boolean {
  return state === "failed" || state === "waiting";
}
