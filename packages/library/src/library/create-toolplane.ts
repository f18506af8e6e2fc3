/**
 * The one place where parts meet: a kernel, the host of this machine, a record, and the tools it is given. Importing it loads
 * no command line, no server, no tools and no protocol: what a program does not use, it does not load.
 */
import { randomBytes } from "node:crypto";
import type { PolicyLayer } from "@toolplane/contract";
import type { Host, SandboxStatus } from "@toolplane/contract/ports";
import { confinesProcesses } from "@toolplane/contract/ports";
import type { OpenHost } from "@toolplane/host";
import {
  compileConfinement,
  createKernel,
  type Foresee,
  type Kernel,
  type KernelOptions,
  type RegistryProblem,
} from "@toolplane/kernel";
import type { StoreRecorder } from "@toolplane/kernel/record";
import type { RequireOption } from "../checks/require-option.ts";
import { createLandedSessions } from "../views/landed-sessions.ts";
import { projectLooks } from "../views/project-looks.ts";
import { broughtNode, checkNode } from "./options/check-node.ts";
import { checkSessionRules } from "./options/check-session-rules.ts";
import { deadTools } from "./options/dead-tools.ts";
import { type GuardedPolicy, guardHome } from "./options/guard-home.ts";
import { withManifestRoots } from "./options/manifest-roots.ts";
import { readPolicy } from "./options/read-policy.ts";
import type { ProfiledOptions } from "./options/read-profile.ts";
import { readRequired } from "./options/read-required.ts";
import { readSecrets, textSecrets } from "./options/read-secrets.ts";
import { withSearchKeys } from "./options/search-keys.ts";
import { type OwnToolsOptions, splitModules } from "./options/split-modules.ts";
import { checkOptions, hostOptions, kernelOptions } from "./options/split-options.ts";
import type { ToolplaneOptions } from "./options/toolplane-options.ts";
import { libraryChecks, withLanding } from "./services/library-checks.ts";
import { openLibraryFolders } from "./services/library-folders.ts";
import { offersLanguages } from "./services/library-languages.ts";
import { openLibraryServices } from "./services/library-services.ts";
import { openLibrarySubagents } from "./services/library-subagents.ts";
import { type KeptBroughtFiles, openBroughtFiles } from "./services/open-brought-files.ts";
import { openModules } from "./services/open-modules.ts";
import { createServerJournal, type ServerJournal } from "./sessions/create-server-journal.ts";
import { createDroppedSets, type DroppedSets } from "./sessions/dropped-sets.ts";
import { createEventHub } from "./sessions/event-hub.ts";
import { faceSessions } from "./sessions/face-sessions.ts";
import { keptOptions } from "./sessions/kept-options.ts";
import { type Keep, openKeep, openRecorder, userDataOf } from "./sessions/open-record.ts";
import { openSessions, type Sessions, told } from "./sessions/open-sessions.ts";
import { createRecordLanding } from "./sessions/record-landing.ts";
import type { Toolplane } from "./toolplane.ts";
import { toolplaneFaces } from "./toolplane-faces.ts";
import { toolplaneLandings } from "./toolplane-landings.ts";
import { toolplaneRuns } from "./toolplane-runs.ts";
import { type PreparedSources, prepareSources } from "./toolplane-sources.ts";
import { toolplaneViews } from "./toolplane-views.ts";

export type { Toolplane } from "./toolplane.ts";

/** Makes a toolplane. Rejects with a ConfigurationError when the options cannot hold. */
export async function createToolplane(given: ToolplaneOptions = {}): Promise<Toolplane> {
  checkNode(process.versions.node, broughtNode);
  checkOptions(given);
  const { options: chosen, profile } = await profiled(await readSecrets(given));
  const { options, modules } = splitModules(withManifestRoots(keyed(chosen)));
  const warn = options.onWarning ?? emitWarning;
  const required = await readRequired(options);
  const behind = await prepareSources(options, profile?.sources);
  const keep = await openKeep(options, behind.secrets.secrets ?? textSecrets(options));
  const record = keep && options.recorder === undefined ? await ownRecorder(options, keep) : null;
  let own: OpenHost | null = null;
  try {
    const dropped = createDroppedSets();
    const changes = keep && record ? createServerJournal(record, keep.store) : null;
    const ground = { keep, record, warn, dropped, changes, required };
    own = options.host === undefined ? await openHost(options, ground) : null;
    const host = options.host ?? (own as OpenHost);
    return await assemble(options, { ...ground, own, host, profile, modules, behind });
  } catch (error) {
    await own?.close();
    await record?.close().catch(told);
    await keep?.close();
    throw error;
  }
}

/** Loaded only for those who name one. */
async function profiled(given: ToolplaneOptions): Promise<ProfiledOptions> {
  if (given.profile === undefined) return { options: given, profile: null };
  const { readProfile } = await import("./options/read-profile.ts");
  return readProfile(given);
}

/** A search service whose key is set is as good as one that is configured. */
function keyed(options: ToolplaneOptions): ToolplaneOptions {
  const { toolConfig = {}, environment = process.env, preset = "locked" } = options;
  const found = withSearchKeys(toolConfig, { environment, preset });
  return found === toolConfig ? options : { ...options, toolConfig: found };
}

interface Parts {
  readonly own: OpenHost | null;
  readonly host: Host;
  readonly keep: Keep | null;
  readonly record: StoreRecorder | null;
  readonly warn: (text: string) => void;
  readonly dropped: DroppedSets;
  readonly changes: ServerJournal | null;
  readonly profile: ProfiledOptions["profile"];
  readonly modules: readonly string[];
  readonly behind: PreparedSources;
  readonly required: RequireOption;
}

function eventsOf({ onEvent }: ToolplaneOptions) {
  return onEvent ? [onEvent] : [];
}

async function assemble(options: OwnToolsOptions, parts: Parts): Promise<Toolplane> {
  const { host, keep, record, own, warn, profile, behind } = parts;
  const subagents = openLibrarySubagents(options, warn);
  const services = await openLibraryServices(options, parts);
  const hub = createEventHub(eventsOf(options));
  const policy = await readPolicy(options.policy);
  const brought = await keptBrought(keep, host);
  let layers = policy;
  const guarded = (layers: readonly PolicyLayer[]): GuardedPolicy =>
    own ? guardHome(options, { host, policy: layers }) : { policy: layers };
  const kernelParts = await readPreset(options, {
    ...(brought && { brought }),
    ...kernelOptions(options),
    ...behind.secrets,
    ...(options.recorder ? { recorder: options.recorder } : {}),
    ...keptOptions(options, { keep, record }),
    ...guarded(policy),
    ...services.kernel,
    agent: options.agent ?? subagents.port,
    host,
    foresee: options.foresee ?? foreseeOn(host),
    registry: { ...options.registry, ...behind.registry, onProblem: toldOf(options, warn) },
    onEvent: hub.emit,
  });
  const looks = projectLooks({ host, userData: userDataOf(options) });
  const kernel = createKernel(withLanding(kernelParts, { ...parts, looks }));
  services.attach(kernel);
  const modules = await openModules(parts.modules, { kernel, host });
  const folders = await openLibraryFolders(options, { kernel, host, warn });
  if (!confinesProcesses(host.sandbox)) warn(notConfined(host.sandbox));
  await behind.open({ kernel, host, warn, layers: () => layers });
  checkSessionRules(options, host);
  const opened = await openSessions({
    kernel,
    host,
    keep,
    record,
    defaults: options.session ?? {},
    projectApprovals: options.projectApprovals ?? false,
  });
  const landers = createLandedSessions({
    ...parts,
    views: host.views,
    ...libraryChecks(
      { ...parts, looks, userData: userDataOf(options) },
      { open: (given) => sessions.open(given) },
    ),
    modeOf: (name) => kernel.tools().find(({ tool }) => tool.id === name)?.tool.mode ?? null,
  });
  const sessions = faceSessions(opened, landers);
  parts.changes?.recordWith({ host, sessions });
  // Where nothing may be recorded, what is found is left to a process that records.
  if (keep === null || parts.changes) await own?.recover();
  hub.on((event) => {
    brought?.hear(event);
    if (event.type !== "session-close") return;
    sessions.ended(event.sessionId);
    // Identity distinguishes sessions (a child names its parent), so their end is heard of instead of wrapped.
    void record?.closeSession(event.sessionId).catch(told);
  });
  const secret = keep?.key ?? randomBytes(32);
  const landed = landingRecord(parts, sessions);
  const landings = toolplaneLandings(host, { judge: kernel.landingJudge, record: landed });
  const runs = toolplaneRuns(options, { keep, record, clock: host.clock, sessions, landings });
  const faces = toolplaneFaces({
    kernel,
    host,
    sessions,
    secret,
    warn,
    runs,
    subagents,
    landed: landers,
    skills: services.skills,
    omit: deadIds({ ...options, ...services.kernel }),
    offers: behind.face().offers,
    ofAgents: profile?.agent ?? {},
    prices: options.prices ?? {},
  });
  let closing: Promise<void> | undefined;
  return {
    ...faces.api,
    kernel,
    host,
    on: hub.on,
    reloadTools: folders.reload,
    useToolFolders: folders.use,
    sources: behind.face(),
    async setPolicy(given) {
      const next = await readPolicy(given);
      const ended = kernel.setPolicy(guarded(next).policy);
      layers = next;
      await ended;
      await behind.rulesChanged();
    },
    session: sessions.open,
    resume: sessions.resume,
    skills: services.skills,
    landings,
    views: toolplaneViews(host, {
      judge: kernel.landingJudge,
      record: landed,
      ids: host.ids,
      landed: landers,
    }),
    close() {
      closing ??= closeAll({
        ...parts,
        kernel,
        sessions,
        closeFaces: async () => {
          await faces.close();
          await Promise.all([services.close(), brought?.flush()]);
          await Promise.all([folders.close(), modules?.close()]);
        },
        closeSources: behind.close,
      });
      return closing;
    },
  };
}

/** Keeps files marked by what they came from, in later sessions too where there is a store. */
async function keptBrought(keep: Keep | null, host: Host): Promise<KeptBroughtFiles | null> {
  const [workspace] = host.variables().workspace ?? [];
  return workspace === undefined ? null : openBroughtFiles(keep?.store ?? null, workspace);
}

function landingRecord({ keep, record, dropped }: Parts, sessions: Sessions) {
  const landed = createRecordLanding({ record, sessions, store: keep?.store ?? null });
  dropped.recordWith(landed);
  return landed;
}

/** Loaded with the first question. */
function foreseeOn(host: Host): Foresee {
  return async (question, context) => {
    const { createForesee } = await import("../changes/foresee-changes.ts");
    return createForesee(host)(question, context);
  };
}

/** Warns that a tool is left out, so that its author notices; of a server's tool, who has its name. */
function toldOf({ registry }: ToolplaneOptions, warn: Parts["warn"]) {
  return (problem: RegistryProblem): void => {
    const { kind, name, origin, message } = problem;
    const isSourced = origin.startsWith("mcp:") || origin.startsWith("openapi:");
    if (kind === "refused" && (origin === "bundled" || isSourced))
      warn(`The tool ${name}${isSourced ? ` of ${origin}` : ""} is left out: ${message}`);
    if (origin === "bundled" && kind === "lifecycle") warn(`The tool ${name} failed: ${message}`);
    registry?.onProblem?.(problem);
  };
}

/** Tools of the preset that cannot work here; a program's own under the same name can. */
function deadIds(options: OwnToolsOptions): readonly string[] {
  const own = new Set((options.tools ?? []).map((tool) => tool?.id));
  return [...deadTools(options).keys()].filter((id) => !own.has(id));
}

/** Loaded only for those who want it: a program with its own tools pays for no others. */
async function readPreset(
  options: ToolplaneOptions,
  kernel: KernelOptions,
): Promise<KernelOptions> {
  const { preset, tools, only } = options;
  const name = preset ?? (tools === undefined ? "locked" : undefined);
  if (name === undefined) return kernel;
  const { joinPreset } = await import("./options/join-preset.ts");
  const hasLanguages = name !== "bundled" || (await offersLanguages(options, kernel));
  return joinPreset(name, kernel, { only, without: hasLanguages ? [] : ["lsp"] });
}

/** Made before the host, whose journal it tells of; by the clock that the host goes by. */
async function ownRecorder(options: ToolplaneOptions, keep: Keep): Promise<StoreRecorder> {
  const { host, onWarning: warn = emitWarning } = options;
  if (host) return openRecorder(keep, { host, warn });
  const { createSystemClock, createSystemIds } = await import("@toolplane/disk/ground");
  const { clock = createSystemClock(), ids = createSystemIds() } = options;
  return openRecorder(keep, { host: { clock, ids }, warn });
}

async function openHost(
  options: ToolplaneOptions,
  {
    keep,
    warn,
    dropped,
    changes,
    required,
  }: Pick<Parts, "keep" | "warn" | "dropped" | "changes" | "required">,
): Promise<OpenHost> {
  const { workspace = process.cwd() } = options;
  const { createHost } = await import("@toolplane/host");
  return createHost({
    ...hostOptions(options),
    workspace,
    userData: userDataOf(options),
    readConfinement: compileConfinement,
    onNotice: warn,
    onDropped: dropped.add,
    keepsLargeFiles: required.length > 0,
    // Changes of files are told in the record, together with their place in the journal.
    ...(keep && {
      store: changes ? { ...keep.store, journal: changes.journal } : keep.store,
    }),
  });
}

/** In this order: nothing new begins, what runs ends, what it wrote is written, and then the ground goes. */
async function closeAll(
  parts: Parts & {
    readonly kernel: Kernel;
    readonly sessions: Sessions;
    readonly closeFaces: () => Promise<void>;
    readonly closeSources: () => Promise<void>;
  },
): Promise<void> {
  const { kernel, sessions, record, closeFaces, closeSources, own, keep } = parts;
  sessions.close();
  const steps = [
    closeFaces,
    closeSources,
    () => kernel.close(),
    parts.dropped.settled,
    // What it still lands is told in the record.
    async () => own?.close(),
    async () => parts.changes?.close(),
    async () => record?.close(),
    async () => keep?.close(),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

function notConfined({ reason, remedy }: SandboxStatus): string {
  return [
    "No sandbox: processes run unconfined, and what is not understood must be asked about.",
    ...(reason === undefined ? [] : [reason]),
    ...(remedy === undefined ? [] : [`What helps: ${remedy}`]),
  ].join(" ");
}

function emitWarning(text: string): void {
  process.emitWarning(text, "ToolplaneWarning");
}
