import { resolve } from "node:path";
import { isConfigurationError, type RequirementSet, type RuleReference } from "@toolplane/contract";
import { realPath } from "@toolplane/disk/ground";
import { openSubagentTrust, type SubagentOffer } from "@toolplane/library/rooms/agent";
import { accountName } from "@toolplane/library/rooms/ground";
import { openCatalog, openToolTrust, type ToolOffer } from "@toolplane/library/rooms/product";
import {
  findFolderRules,
  findTrackedDenied,
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
import { askYesNo } from "../../terminal/ask-yes-no.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { folderWords } from "../../terminal/words/folder-words.ts";
import { tellTracked, trackedWords } from "../../terminal/words/tracked-words.ts";
import { renderTrustOffer } from "./render-trust-offer.ts";
import { skillOfferLines } from "./skill-offer-lines.ts";
import { subagentOfferLines } from "./subagent-offer-lines.ts";
import { toolOfferLines } from "./tool-offer-lines.ts";

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
  if (words.flag("list")) return list(context, places);
  if (words.flag("revoke")) return revoke(context, places);
  return offer(context, places);
};

async function offer(context: CommandContext, places: Places): Promise<ExitCode> {
  const { terminal, arguments: words } = context;
  const found = await openTrust(places);
  const skills = await openSkillTrust(places);
  const subagents = openSubagentTrust(places);
  const tools = await readToolOffer(context);
  const isConfigOpen = found.state === "untrusted" || found.state === "changed";
  const isOpen = isConfigOpen || skills.isOpen || subagents.isOpen || tools.isOpen;
  const requires = isConfigOpen ? await readAgentReach(context) : null;
  const screen = { terminal, nowMs: Date.now(), requires };
  for (const line of renderTrustOffer(found, screen)) terminal.print(line);
  for (const line of skillOfferLines(skills, { terminal, workspace: places.workspace }))
    terminal.print(line);
  for (const line of subagentOfferLines(subagents, { terminal, workspace: places.workspace }))
    terminal.print(line);
  for (const line of toolOfferLines(tools, { terminal, workspace: places.workspace }))
    terminal.print(line);
  const { tracked, folders } = await readWarnings(context, places);
  tellTracked(terminal, trackedWords(tracked, places.workspace));
  tellTracked(terminal, folderWords(folders));
  const facts = { requires, tracked, folders, skills, subagents, tools };
  if (!isOpen) {
    terminal.json(described(found, places, facts));
    return EXIT_CODES.done;
  }
  if (!words.flag("yes") && !terminal.canAsk) {
    terminal.json(described(found, places, facts));
    terminal.note();
    terminal.note("Nobody is here to answer. Next: toolplane trust --yes");
    return EXIT_CODES.needsPerson;
  }
  const yes = words.flag("yes") || (await askYesNo(context, "Trust exactly this?"));
  if (context.signal.aborted) return EXIT_CODES.cancelled;
  if (yes) {
    const answer = { atMs: Date.now(), by: accountName() };
    if (found.files.length > 0) found.keep(answer);
    skills.keep(answer);
    subagents.keep(answer);
    tools.keep(answer);
  }
  terminal.json(described(found, places, { ...facts, trusted: yes }));
  terminal.note(
    yes
      ? `${terminal.err.mark("allow")} Trusted until it changes. Take it back: toolplane trust --revoke`
      : `${terminal.err.mark("off")} Not trusted. Nothing in it applies.`,
  );
  return yes ? EXIT_CODES.done : EXIT_CODES.denied;
}

function described(
  found: TrustOffer,
  { workspace }: Places,
  {
    requires,
    tracked,
    folders,
    skills,
    subagents,
    tools,
    trusted = false,
  }: {
    readonly requires: RequirementSet | null;
    readonly tracked: TrackedDenied;
    readonly folders: readonly RuleReference[];
    readonly skills: SkillOffer;
    readonly subagents: SubagentOffer;
    readonly tools: ToolOffer;
    readonly trusted?: boolean;
  },
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
    skills: trusted
      ? skills.skills.map((skill) => ({ ...skill, state: "trusted" }))
      : skills.skills,
    subagents: trusted
      ? subagents.subagents.map((one) => ({ ...one, state: "trusted" }))
      : subagents.subagents,
    projectTools: trusted
      ? tools.units.map((unit) => ({ ...unit, state: "trusted" }))
      : tools.units,
    ...(requires === null ? {} : { requires }),
  };
}

function list({ terminal }: CommandContext, { userData }: Places): ExitCode {
  const { records, broken } = listTrustRecords(userData);
  terminal.json({
    projects: records.map(({ path, digest, atMs, by }) => ({ path, digest, atMs, by })),
    broken,
  });
  for (const { path, atMs, by } of records)
    terminal.print(
      `${escapeText(path)}   ${formatMoment(atMs, { nowMs: Date.now() })}, ${escapeText(by)}`,
    );
  for (const path of broken)
    terminal.note(`${terminal.err.mark("failed")} ${escapeText(path)} is not a record of trust.`);
  if (records.length === 0)
    terminal.note("You trust no project. In one: toolplane trust shows what it says.");
  return EXIT_CODES.done;
}

function revoke(context: CommandContext, places: Places): ExitCode {
  const { terminal, directory, arguments: words } = context;
  const [folder] = words.words;
  const path = folder === undefined ? places.workspace : realPath(resolve(directory, folder));
  const { userData } = places;
  const removedSkills = removeContentTrust({ kind: "skills", userData, workspace: path });
  const removedTools = removeContentTrust({ kind: "tools", userData, workspace: path });
  const removedAgents = removeContentTrust({ kind: "agents", userData, workspace: path });
  const removed =
    removeTrustRecord(userData, path) || removedSkills || removedTools || removedAgents;
  terminal.json({ path, revoked: removed });
  if (!removed && !terminal.wantsJson)
    throw new CliError(`${escapeText(path)} is not trusted.`, {
      next: ["toolplane trust --list   lists what is."],
    });
  terminal.note(`${terminal.err.mark("off")} Nothing of ${escapeText(path)} applies any more.`);
  return removed ? EXIT_CODES.done : EXIT_CODES.badInput;
}

/** A project that is gone can still be forgotten. */

/** With the rules as they would be once trusted. Settings that cannot be used are another command's to tell. */
async function readWarnings(
  { terminal: _, ...source }: CommandContext,
  { workspace }: Places,
): Promise<{ readonly tracked: TrackedDenied; readonly folders: readonly RuleReference[] }> {
  const words = source.arguments;
  const trusting = {
    ...words,
    flag: (name: string) => name === "trust-once" || words.flag(name),
  };
  try {
    const { policy } = await readSettings({ ...source, arguments: trusting });
    const folders = findFolderRules(policy, workspace);
    return { tracked: await findTrackedDenied(policy, workspace), folders };
  } catch (error) {
    if (isConfigurationError(error)) return { tracked: { files: [], complete: true }, folders: [] };
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
 * What all tools together may ever touch, for whoever is about to trust a project that rules over them. Null when the settings
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
