/**
 * Opens the product as a command uses it: settings become a toolplane over the state, with a broker for questions. Every command
 * that makes calls opens it here, so that no face can have other rules than another.
 */
import {
  type FlowFacts,
  PRIVATE,
  type Tool,
  type ToolplaneEvent,
  UNTRUSTED,
} from "@toolplane/contract";
import type { Broker, Recorder, Store } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/disk/ground";
import type { SourcesOption } from "@toolplane/gateway/sources/list";
import type { LandingOptions, OpenTexts } from "@toolplane/host";
import { createToolplane, type Toolplane } from "../library/create-toolplane.ts";
import type { ToolplaneOptions } from "../library/options/toolplane-options.ts";
import { readLabels } from "../library/sessions/read-labels.ts";
import type { Settings, SettingValues } from "../settings/declaration/settings.ts";
import type { OpenSkills } from "../skills/open-skills.ts";
import type { State } from "../state/open-state.ts";
import { createRuleGuard } from "./create-rule-guard.ts";
import { followRules, type RuleFollower } from "./follow-rules.ts";
import { createRuleKeeper } from "./keep-rules.ts";
import { keptSecrets } from "./kept-secrets.ts";
import { folderOptions, hasToolFolders } from "./product-tool-folders.ts";
import { profileOption } from "./profile-option.ts";
import { reachOptions } from "./reach-options.ts";
import { requiredBy } from "./required-by.ts";
import { skillPlaces } from "./skill-places.ts";
import { tellingPerson } from "./tell-person.ts";

export interface ProductOptions {
  readonly settings: Settings;
  readonly state: State;
  /** The broker that is asked; absent: none, and an ask is a refusal. */
  readonly broker?: Broker;
  /** Only these tools, by id; all of them unless given. */
  readonly only?: readonly string[];
  /** Only the tools of these files or folders, of those that come from folders; all of them unless given. */
  readonly units?: readonly string[];
  /** "off" where no tool takes a command line: the parser is then not loaded, unless checks are required. They are command lines. */
  readonly parser?: "on" | "off";
  /** MCP servers behind it; none unless given. */
  readonly sources?: SourcesOption;
  /** Every tool can be called without having been searched for: a person named one. */
  readonly isNamed?: boolean;
  readonly onEvent?: (event: ToolplaneEvent) => void;
  readonly onWarning?: (text: string) => void;
  /** Commands that changes must pass before they land, beside what rule files require. */
  readonly require?: readonly string[];
  /** Tools that a command needs whatever the preset holds; they can be called without having been searched for. */
  readonly tools?: readonly Tool[];
  /** Files that are open in an editor. */
  readonly openTexts?: OpenTexts;
  /** The model is ours: nothing of it changes files in another way than through these tools. */
  readonly soleWriter?: boolean;
  /** "off" where a command only asks what would come of a call: no session begins or goes on in the record. */
  readonly recording?: "on" | "off";
  /** Skills that were found already; they are looked for unless given. */
  readonly skills?: OpenSkills;
  /**
   * Reads the settings again: rule files and trust are then followed while it is open. Not given by a command that only looks.
   */
  readonly readAgain?: () => Promise<Settings>;
}

/** An open product: closing it closes the toolplane and leaves the state open. */
export interface Product extends Toolplane {
  /** Null where they are not followed. */
  readonly rules: RuleFollower | null;
}

/** A recorder that writes nothing; earlier records can be read beside it. */
const NOTHING_WRITTEN: Recorder = { intent: () => undefined, settle: () => undefined };

const PRUNE_BUDGET_MS = 500;
/** A command is over by then; a server has had its first clients. */
const FIRST_PRUNE_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;

/** Opens it. Rejects with a ConfigurationError when the settings cannot hold. */
export async function openProduct(options: ProductOptions): Promise<Product> {
  const { settings, state } = options;
  const inherited = await inheritedLabels(settings, state.store);
  // Made below, over what it follows the rules for.
  let follower: RuleFollower | null = null;
  const keepRules = createRuleKeeper({
    settings,
    warn: options.onWarning ?? (() => {}),
    renew: async () => follower?.refresh(),
  });
  const required = requiredBy(settings.required, options.require);
  const toolplane = await createToolplane({
    workspace: settings.workspace,
    userData: settings.userData,
    ...profileOption(settings),
    preset: settings.preset,
    toolConfig: settings.tools,
    policy: settings.policy,
    require: required,
    untrustedChecks: settings.requiredUntrusted.map(({ name }) => name),
    ...reachOptions(settings),
    sandbox: settings.sandbox,
    contained: settings.contained,
    flow: settings.flow,
    projectApprovals: settings.projectApprovals,
    ...(keepRules ? { keepRules } : {}),
    ...(options.readAgain ? { guards: [createRuleGuard(() => follower?.fault() ?? null)] } : {}),
    landing: landingBounds(settings),
    backgroundWrites: settings.backgroundWrites,
    maxBackgroundBytes: settings.backgroundMegabytes * MEGABYTE,
    maxBackgroundFiles: settings.backgroundFiles,
    record: { store: state.store, key: state.key },
    receiptKey: state.key,
    ...(options.recording === "off" ? { recorder: NOTHING_WRITTEN } : {}),
    ...skillOptions(options),
    ...folderParts(options),
    subagents: { home: settings.home, project: settings.trustOnce ? "all" : "trusted" },
    // The person's mode is every session's, whichever face opens it; a child is bounded by its parent's.
    session: { mode: settings.mode, allowlist: settings.allowlist, ...inherited },
    ...(options.openTexts ? { openTexts: options.openTexts } : {}),
    ...(options.tools ? { tools: options.tools } : {}),
    ...(options.only ? { only: options.only } : {}),
    ...(options.parser && required.length === 0 ? { parser: options.parser } : {}),
    ...(options.broker ? { broker: options.broker } : {}),
    ...(options.sources ? { sources: options.sources } : {}),
    secrets: {
      ...(options.sources ? {} : await keptSecrets(settings.userData, process.env)),
      ...settings.secrets,
    },
    prices: settings.prices,
    tunnels: settings.tunnel,
    soleWriter: options.soleWriter ?? false,
    ...(options.isNamed ? { registry: { deferAbove: Number.POSITIVE_INFINITY } } : {}),
    ...(options.onEvent ? { onEvent: options.onEvent } : {}),
    ...(options.onWarning ? { onWarning: options.onWarning } : {}),
  });
  const skilled = options.skills ? { ...toolplane, skills: options.skills.index } : toolplane;
  const product = following(skilled, options);
  follower = product.rules;
  return withRetention(await tellingPerson(product, options), { settings, state });
}

/** A rule file that changes, or trust that is taken back, reaches what runs. */
function following(toolplane: Toolplane, options: ProductOptions): Product {
  const { settings, readAgain, onWarning = () => {} } = options;
  if (readAgain === undefined) return { ...toolplane, rules: null };
  const rules = followRules({
    settings,
    readAgain,
    clock: toolplane.host.clock,
    apply: toolplane.setPolicy,
    onTrust: () => Promise.allSettled([toolplane.reloadTools()]),
    onLook: () => Promise.allSettled([toolplane.sources.refresh()]),
    warn: onWarning,
  });
  return {
    ...toolplane,
    rules,
    close() {
      rules.close();
      return toolplane.close();
    },
  };
}

/** Skills as the person's settings have them, unless they were found already. */
function skillOptions({
  settings,
  skills,
}: ProductOptions): Pick<ToolplaneOptions, "skills" | "services"> {
  if (skills)
    return { skills: false, ...(skills.service ? { services: { skills: skills.service } } : {}) };
  const { home, trustProject, paths, urls } = skillPlaces(settings);
  return { skills: { home, paths, urls, project: trustProject ? "all" : "trusted" } };
}

/** A process that makes one call needs not to notice a folder that is made later. */
function folderParts({
  settings,
  only,
  units,
}: ProductOptions): Pick<ToolplaneOptions, "toolFolders"> {
  if (units?.length === 0 || (only !== undefined && !hasToolFolders(settings))) return {};
  const options = folderOptions(settings, { watch: only === undefined });
  return { toolFolders: units === undefined ? options : { ...options, units } };
}

const MEGABYTE = 1_048_576;

/** The bounds of change sets, as the host takes them. */
export function landingBounds(settings: SettingValues): LandingOptions {
  return {
    maxBytes: settings.viewMegabytes * MEGABYTE,
    maxFiles: settings.viewFiles,
    maxWaiting: settings.waitingSets,
    maxWaitingBytes: settings.waitingMegabytes * MEGABYTE,
    maxWaitingDays: settings.waitingDays,
    maxJournalBytes: settings.journalMegabytes * MEGABYTE,
    maxLandingMs: settings.landingSeconds * 1_000,
  };
}

/** Lets go of what is too old: at the end of a command for a moment, and daily in a process that lives long. */
function withRetention(
  toolplane: Product,
  { settings, state }: { readonly settings: Settings; readonly state: State },
): Product {
  if (settings.keepDays <= 0 && settings.keepMegabytes <= 0) return toolplane;
  const prune = async (budgetMs?: number): Promise<void> => {
    const { pruneState } = await import("../state/prune-state.ts");
    const clock = createSystemClock();
    await pruneState(state, settings, budgetMs === undefined ? { clock } : { clock, budgetMs });
  };
  let timer = setTimeout(function again() {
    void prune();
    timer = setTimeout(again, PRUNE_EVERY_MS).unref();
  }, FIRST_PRUNE_MS).unref();
  let closing: Promise<void> | undefined;
  return {
    ...toolplane,
    close() {
      clearTimeout(timer);
      closing ??= toolplane.close().then(() => prune(PRUNE_BUDGET_MS));
      return closing;
    },
  };
}

/**
 * Labels that a session started from within another begins with: everything that the other has seen. A command could otherwise
 * start a session of its own and be rid of it. The person's words there are not handed on. Where the other
 * cannot be read, both labels count as seen.
 */
async function inheritedLabels(
  { startedBy }: Pick<Settings, "startedBy">,
  store: Pick<Store, "events" | "payloads" | "sessions">,
): Promise<{ readonly flow?: FlowFacts }> {
  if (startedBy === null) return {};
  const isKnown = await store.sessions.get(startedBy).then(Boolean, () => false);
  const labels = isKnown ? await readLabels(store, startedBy).catch(() => null) : null;
  if (labels !== null) return { flow: { seen: labels.seen, notes: [] } };
  const by = { sessionId: startedBy, callId: "", tool: "", atMs: 0 };
  const source = `session ${startedBy.slice(0, 100)}, which started this one and cannot be read`;
  return {
    flow: { seen: [UNTRUSTED, PRIVATE].map((label) => ({ label, source, ...by })), notes: [] },
  };
}
