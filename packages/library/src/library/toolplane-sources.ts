/** The MCP servers and web APIs behind a toolplane. Nothing of them is loaded where there are none. */
import { homedir } from "node:os";
import type { ProfileSources } from "@toolplane/compat";
import type { PolicyLayer } from "@toolplane/contract";
import { confinesProcesses, type Host } from "@toolplane/contract/ports";
import type { SourceList } from "@toolplane/gateway/sources/list";
import type { SourceOffers } from "@toolplane/gateway/sources/offer";
import type { SourceGround, SourceState, Sources } from "@toolplane/gateway/sources/run";
import type { SignInOutcome, SourceSignIn } from "@toolplane/gateway/sources/start";
import { deniedPaths, describeRule, type Kernel, type KernelOptions } from "@toolplane/kernel";
import { textSecrets } from "./options/read-secrets.ts";
import type { ToolplaneOptions } from "./options/toolplane-options.ts";
import { userDataOf } from "./sessions/open-record.ts";

/** The sources as a program sees them. */
export interface ToolplaneSources {
  /** State of each: its server's health, its tools, what differs from what was agreed to. */
  list(): readonly SourceState[];
  /** Starts those that have not been needed yet; settles when each is ready or has failed. */
  start(names?: readonly string[]): Promise<void>;
  /** Takes over what changed in the list. Open turns keep the tools they began with. */
  refresh(): Promise<void>;
  /**
   * Lets a person sign in to a server that wants to know who they are; the token is kept in the user-data folder and part of
   * nothing that is given back. Never rejects.
   */
  signIn(name: string, person: SourceSignIn): Promise<SignInOutcome>;
  /** Their resources, prompts and completions, for `createMcpServer`; empty where there are no sources. */
  readonly offers: Partial<SourceOffers>;
  /** A server's tools now, as it sent them, by name; null for a name that is no source. */
  definitions(name: string): Readonly<Record<string, object>> | null;
}

const NO_SOURCES: ToolplaneSources = {
  list: () => [],
  start: async () => undefined,
  refresh: async () => undefined,
  definitions: () => null,
  signIn: async (name) => ({ ok: false, message: `There is no source ${name}.` }),
  offers: {},
};

interface SourcesGround {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly warn: (text: string) => void;
  /** The rules as they are now. */
  readonly layers: () => readonly PolicyLayer[];
}

/** Sources from before there is a kernel until after there is none. */
export interface PreparedSources {
  /** Kernel options that the sources bring. */
  readonly secrets: Pick<KernelOptions, "secrets">;
  readonly registry: NonNullable<KernelOptions["registry"]>;
  open(ground: SourcesGround): Promise<void>;
  face(): ToolplaneSources;
  readonly rulesChanged: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Reads the list. Rejects with a ConfigurationError for one that cannot be meant. */
export async function prepareSources(
  options: ToolplaneOptions,
  defaults: ProfileSources = {},
): Promise<PreparedSources> {
  if (options.sources === undefined)
    return {
      secrets: {},
      registry: {},
      face: () => NO_SOURCES,
      open: async () => undefined,
      rulesChanged: async () => undefined,
      close: async () => undefined,
    };
  const { sourceList } = await import("@toolplane/gateway/sources/list/source-list");
  const { sourceSecrets } = await import("@toolplane/gateway/sources/start/source-secrets");
  const list = withDefaults(sourceList(options.sources, userDataOf(options)), defaults);
  const named = (await list.read()).map(({ source }) => source);
  const found = sourceSecrets(named, options.environment ?? process.env);
  let sources: Sources | null = null;
  let note = async (): Promise<void> => undefined;
  return {
    secrets: { secrets: { ...found, ...textSecrets(options) } },
    registry: {
      standIn: (name) => sources?.standIn(name) ?? null,
      absence: (name) => sources?.absence(name) ?? null,
    },
    async open(ground) {
      const all = await openAll(options, list, ground);
      sources = all;
      if (options.sources === "kept")
        note = () => noteAll(userDataOf(options), all, ground.host.clock.wallMs());
    },
    face: () => (sources ? sourcesFace(sources) : NO_SOURCES),
    rulesChanged: async () => sources?.rulesChanged(),
    async close() {
      await note();
      await sources?.close();
    },
  };
}

/** Fills in a profile's defaults; what a source says of itself goes first. */
function withDefaults(list: SourceList, { names, serialized }: ProfileSources): SourceList {
  if (names === undefined && serialized === undefined) return list;
  return {
    stamp: list.stamp,
    read: async () =>
      (await list.read()).map(({ source, agreed }) => ({
        source: {
          ...source,
          serialized: source.serialized || serialized === true,
          ...(source.names === undefined && names !== undefined ? { names } : {}),
        },
        agreed,
      })),
  };
}

/** Notes what is known of them now, for later lists that start nothing. */
async function noteAll(userData: string, sources: Sources, atMs: number): Promise<void> {
  const { noteLastKnown } = await import("@toolplane/gateway/sources/list/last-known-file");
  for (const { name, health, tools, left } of sources.list()) {
    const source = sources.find(name)?.source;
    if (!source || health.state === "stopped") continue;
    const changed = tools.filter(({ drift }) => drift !== null).length;
    const facts = { state: health.state, atMs, changed, left: left.length };
    noteLastKnown(userData, source, facts);
  }
}

async function openAll(
  options: ToolplaneOptions,
  list: SourceList,
  { kernel, host, warn, layers }: SourcesGround,
): Promise<Sources> {
  const { openSources } = await import("@toolplane/gateway/sources/run/open-sources");
  const { createConnect } = await import("@toolplane/gateway/sources/start/create-connect");
  const { createMcpUpstream, mcpToolName } = await import("@toolplane/mcp/client");
  const environment = options.environment ?? process.env;
  const [workspace = userDataOf(options)] = host.variables().workspace ?? [];
  const ground = { environment, home: environment.HOME || homedir(), workspace };
  const offers = options.sources === "kept" ? await keptOffers(userDataOf(options)) : {};
  return openSources({
    ...offers,
    list,
    kernel,
    warn,
    clock: host.clock,
    createUpstream: createMcpUpstream,
    async openApi(source, api, agreed) {
      const { openApiSource } = await import("@toolplane/gateway/sources/openapi/open-api-source");
      const apiGround = { ...ground, kernel, clock: host.clock, userData: userDataOf(options) };
      return openApiSource(source, api, { agreed, ground: apiGround });
    },
    async signIn(source, person) {
      const { signInSource } = await import("@toolplane/gateway/sources/start/sign-in-source");
      return signInSource(source, person, { kernel, environment, userData: userDataOf(options) });
    },
    ...(options.sources === "kept"
      ? { signInHint: (name) => `Sign in: toolplane sources login ${name}` }
      : {}),
    toolName: mcpToolName,
    confines: confinesProcesses(host.sandbox),
    workspace,
    deniedBy: (paths) =>
      deniedPaths(paths, { layers: layers(), variables: host.variables() }).map(
        ({ path, rule }) => ({ kind: "hidden", name: path, because: describeRule(rule) }) as const,
      ),
    connect: createConnect({ kernel, ground, userData: userDataOf(options) }),
  });
}

async function keptOffers(userData: string): Promise<Pick<SourceGround, "offers">> {
  const file = await import("@toolplane/gateway/sources/list/known-offers-file");
  return {
    offers: {
      read: (source) => file.readKnownOffers(userData, source),
      note: (source, offers) => file.noteKnownOffers(userData, source, offers),
    },
  };
}

function sourcesFace(sources: Sources): ToolplaneSources {
  return {
    list: sources.list,
    start: sources.start,
    refresh: sources.refresh,
    signIn: sources.signIn,
    offers: sources.offers,
    definitions: (name) => sources.find(name)?.definitions() ?? null,
  };
}
