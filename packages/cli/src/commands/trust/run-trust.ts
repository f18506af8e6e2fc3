import { resolve } from "node:path";
import { isConfigurationError, type RequirementSet, type RuleReference } from "@toolplane/contract";
import { realPath } from "@toolplane/disk/ground";
import {
  openPromptTrust,
  openSubagentTrust,
  type PromptOffer,
  type SubagentOffer,
} from "@toolplane/library/rooms/agent";
import { accountName } from "@toolplane/library/rooms/ground";
import {
  openCatalog,
  openToolTrust,
  readKnownHere,
  type ToolOffer,
} from "@toolplane/library/rooms/product";
import {
  findFolderRules,
  findHostRules,
  findIdleRules,
  findTrackedDenied,
  type HostRules,
  type IdleRule,
  type TrackedDenied,
} from "@toolplane/library/rooms/rules";
import {
  findPlaces,
  listTrustRecords,
  openTrust,
  type Places,
  readSettings,
  removeContentTrust,
  removeTrustRecord,
  type SettingsSource,
  type TrustOffer,
} from "@toolplane/library/rooms/settings";
import { openSkillTrust, type SkillOffer } from "@toolplane/library/rooms/skills";
import { formatMoment } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { ruleNotes } from "../../terminal/shown/rule-notes.ts";
import { show } from "../../terminal/shown/show.ts";
import { drawing, line, note, type Shown } from "../../terminal/shown/shown.ts";
import { trackedNotes } from "../../terminal/shown/tracked-notes.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { folderWords } from "../../terminal/words/folder-words.ts";
import { hostWords } from "../../terminal/words/host-words.ts";
import { trackedWords } from "../../terminal/words/tracked-words.ts";
import { toolOfferLines } from "../../trust/tool-offer-lines.ts";
import { promptOfferLines } from "./prompt-offer-lines.ts";
import { renderTrustOffer } from "./render-trust-offer.ts";
import { skillOfferLines } from "./skill-offer-lines.ts";
import { subagentOfferLines } from "./subagent-offer-lines.ts";

/** Shows, asks, keeps; or lists, or takes back. */
export const runTrust: CommandRun = async (context) => {
  const { arguments: words } = context;
  const places = findPlaces(context);
  const [folder] = words.words;
  if (words.flag("list") && words.flag("revoke"))
    throw new CliError("--list and --revoke do not go together.");
  if (folder !== undefined && !words.flag("revoke"))
    throw new CliError("A folder goes with --revoke only.", {
      next: [`toolplane trust -C ${folder}   looks at another project.`],
    });
  if (words.flag("list")) return list(places);
  if (words.flag("revoke")) return revoke(context, places);
  return offer(context, places);
};

interface Offered {
  readonly found: TrustOffer;
  readonly skills: SkillOffer;
  readonly subagents: SubagentOffer;
  readonly prompts: PromptOffer;
  readonly tools: ToolOffer;
  /** Everything that all tools together may touch; null where nothing about rules is to be decided. */
  readonly requires: RequirementSet | null;
  readonly tracked: TrackedDenied;
  readonly folders: readonly RuleReference[];
  readonly idle: readonly IdleRule[];
  /** Of the project's own rules. */
  readonly hosts: HostRules;
}

async function offer(context: CommandContext, places: Places): Promise<Report | ExitCode> {
  const { terminal, arguments: words } = context;
  const offered = await readOffer(context, places);
  const shown = offerLines(offered, places);
  if (!isOpen(offered)) return { json: described(offered, places), shown };
  if (!words.flag("yes") && !terminal.canAsk)
    return {
      exitCode: EXIT_CODES.needsPerson,
      json: described(offered, places),
      shown: [...shown, note(), note("Nobody is here to answer. Next: toolplane trust --yes")],
    };
  show(terminal, shown);
  const yes = words.flag("yes") || (await askYesNo(context, "Trust exactly this?"));
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  if (yes) keep(offered);
  return {
    exitCode: yes ? EXIT_CODES.done : EXIT_CODES.denied,
    json: described(offered, places, yes),
    shown: [
      yes
        ? note("Trusted until it changes. Take it back: toolplane trust --revoke", {
            mark: "allow",
          })
        : note("Not trusted. Nothing in it applies.", { mark: "off" }),
    ],
  };
}

async function readOffer(context: CommandContext, places: Places): Promise<Offered> {
  const found = await openTrust(places);
  return {
    found,
    skills: await openSkillTrust(places),
    subagents: openSubagentTrust(places),
    prompts: openPromptTrust(places),
    tools: await readToolOffer(context),
    requires: isConfigOpen(found) ? await readAgentReach(context) : null,
    ...(await readWarnings(context, places)),
  };
}

function isConfigOpen({ state }: TrustOffer): boolean {
  return state === "untrusted" || state === "changed";
}

function isOpen({ found, ...texts }: Offered): boolean {
  return isConfigOpen(found) || contentsOf(texts).some((one) => one.isOpen);
}

/** Everything that is trusted by its content. */
function contentsOf({ skills, subagents, prompts, tools }: Omit<Offered, "found">) {
  return [skills, subagents, prompts, tools];
}

function offerLines(
  { found, skills, subagents, prompts, tools, requires, tracked, folders, idle, hosts }: Offered,
  { workspace }: Places,
): readonly Shown[] {
  const nowMs = Date.now();
  return [
    drawing((view) => renderTrustOffer(found, { ...view, nowMs, requires })),
    ...skillOfferLines(skills, workspace),
    ...subagentOfferLines(subagents, workspace),
    ...promptOfferLines(prompts, workspace),
    ...toolOfferLines(tools, workspace),
    ...trackedNotes(trackedWords(tracked, workspace)),
    ...trackedNotes(folderWords(folders)),
    ...trackedNotes(hostWords(hosts)),
    ...ruleNotes({ idle }),
  ];
}

function keep({ found, ...texts }: Offered): void {
  const answer = { atMs: Date.now(), by: accountName() };
  if (found.files.length > 0) found.keep(answer);
  for (const one of contentsOf(texts)) one.keep(answer);
}

function described(
  { found, skills, subagents, prompts, tools, requires, tracked, folders, idle, hosts }: Offered,
  { workspace }: Places,
  trusted = false,
): unknown {
  const { state, files, digest, view, before, unread } = found;
  return {
    workspace,
    state: trusted && files.length > 0 ? "trusted" : state,
    files,
    digest,
    ...view,
    before,
    unread,
    tracked,
    folders,
    idle,
    hosts,
    skills: trusted
      ? skills.skills.map((skill) => ({ ...skill, state: "trusted" }))
      : skills.skills,
    commands: trusted
      ? prompts.commands.map((one) => ({ ...one, state: "trusted" }))
      : prompts.commands,
    subagents: trusted
      ? subagents.subagents.map((one) => ({ ...one, state: "trusted" }))
      : subagents.subagents,
    projectTools: trusted
      ? tools.units.map((unit) => ({ ...unit, state: "trusted" }))
      : tools.units,
    ...(requires === null ? {} : { requires }),
  };
}

function list({ userData }: Places): Report {
  const { records, broken } = listTrustRecords(userData);
  return {
    json: {
      projects: records.map(({ path, digest, atMs, by }) => ({ path, digest, atMs, by })),
      broken,
    },
    shown: [
      ...records.map(({ path, atMs, by }) =>
        line(`${path}   ${formatMoment(atMs, { nowMs: Date.now() })}, ${by}`),
      ),
      ...broken.map((path) => note(`${path} is not a record of trust.`, { mark: "failed" })),
      ...(records.length === 0
        ? [note("You trust no project. In one: toolplane trust shows what it says.")]
        : []),
    ],
  };
}

/** A project that is gone can still be forgotten. */
function revoke(context: CommandContext, places: Places): Report {
  const { terminal, directory, arguments: words } = context;
  const [folder] = words.words;
  const path = folder === undefined ? places.workspace : realPath(resolve(directory, folder));
  const { userData } = places;
  const texts = (["skills", "tools", "agents", "commands"] as const).map((kind) =>
    removeContentTrust({ kind, userData, workspace: path }),
  );
  const removed = removeTrustRecord(userData, path) || texts.includes(true);
  if (!removed && !terminal.wantsJson)
    throw new CliError(`${escapeText(path)} is not trusted.`, {
      next: ["toolplane trust --list   lists what is."],
    });
  return {
    exitCode: removed ? EXIT_CODES.done : EXIT_CODES.badInput,
    json: { path, revoked: removed },
    shown: [note(`Nothing of ${path} applies any more.`, { mark: "off" })],
  };
}

/** With the rules as they would be once trusted. Settings that cannot be used are another command's to tell. */
async function readWarnings(
  { terminal: _, ...source }: CommandContext,
  { workspace }: Places,
): Promise<Pick<Offered, "tracked" | "folders" | "idle" | "hosts">> {
  const words = source.arguments;
  const trusting = {
    ...words,
    flag: (name: string) => name === "trust-once" || words.flag(name),
  };
  try {
    const settings = await readSettings({ ...source, arguments: trusting });
    const { policy } = settings;
    return {
      tracked: await findTrackedDenied(policy, workspace),
      folders: findFolderRules(policy, workspace),
      idle: findIdleRules(policy, await readKnownHere(settings)),
      hosts: findHostRules(policy.filter(({ scope }) => scope === "project")),
    };
  } catch (error) {
    if (isConfigurationError(error))
      return {
        tracked: { files: [], complete: true },
        folders: [],
        idle: [],
        hosts: findHostRules([]),
      };
    throw error;
  }
}

/** Settings that cannot be used are another command's to tell; then nothing of the tools is offered. */
async function readToolOffer({ terminal: _, ...source }: CommandContext): Promise<ToolOffer> {
  try {
    return await openToolTrust(await readSettings(source));
  } catch (error) {
    if (isConfigurationError(error)) return { units: [], isOpen: false, keep: () => {} };
    throw error;
  }
}

/**
 * Everything that all tools together may ever touch, for a person who is about to trust a project that rules over them. Null when the settings
 * cannot be used: every other command says why, and a project can be looked at all the same.
 */
async function readAgentReach({
  terminal: _,
  ...source
}: SettingsSource): Promise<RequirementSet | null> {
  try {
    return openCatalog(await readSettings(source)).kernel.requires();
  } catch (error) {
    if (isConfigurationError(error)) return null;
    throw error;
  }
}
