/**
 * Opens what every command that serves MCP clients needs: settings, state, product and the server over it, opened in this
 * order and closed in reverse. What must not pass silently is said on standard error before the first client is served (that a
 * project is not trusted is said where settings are read).
 */
import type { ToolplaneEvent } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { readSources } from "@toolplane/gateway/sources/list";
import { tellSkills } from "@toolplane/library/rooms/library";
import {
  callChanges,
  openProduct,
  type Product,
  skillPlaces,
} from "@toolplane/library/rooms/product";
import type { Settings, SettingsSource } from "@toolplane/library/rooms/settings";
import { readSettings } from "@toolplane/library/rooms/settings";
import { type OpenSkills, openSkills } from "@toolplane/library/rooms/skills";
import { openState, type State } from "@toolplane/library/rooms/state";
import { createMcpBroker, createMcpServer, type McpFace } from "@toolplane/mcp";
import type { CommandContext } from "../command/command.ts";
import { sayViewEnd } from "../terminal/changes/say-view-end.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { escapeText } from "../terminal/text/escape-text.ts";
import { withToolTrust } from "../trust/settings-with-trust.ts";
import { chooseTools } from "./choose-tools.ts";
import { viewsOfClients } from "./views-of-clients.ts";

/** An open server without a transport. */
export interface Service {
  readonly settings: Settings;
  readonly product: Product;
  readonly face: McpFace;
  /** Ends every client's session, then everything else. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Answers where a client cannot be asked; undefined: no one does, and the call is refused. */
  readonly fallback: (opened: {
    readonly settings: Settings;
    readonly state: State;
  }) => Broker | undefined;
  readonly onEvent?: (event: ToolplaneEvent) => void;
  /** A client starts it, and shows nobody what is said before the first answer: broken rules are told with each call. */
  readonly isForClient?: true;
}

/** Clients that load tools late show a model little else, so it says first what the server is for. */
const INSTRUCTIONS = [
  "Runs commands, and reads, searches and edits files in the user's workspace, under the rules of the person whose machine it is. Use these tools for all work on files and for every command.",
  "A refusal names the rule that decided: the same call again gets the same answer, so do something else, or tell the user what to allow.",
  "Some calls wait for the user's answer. Commands run in a sandbox, and what they change can be undone.",
].join("\n");

/** Part of every prompt, so it is shorter than a prompt of one's own may be. */
const MAX_SKILL_LINE = 200;
const MAX_SKILL_LINES = 6_000;

/** Clients hear of skills here: what the tool lists is known only to who asks it. */
async function instructionsFor({ index }: OpenSkills): Promise<string> {
  if (index.skills.length === 0) return INSTRUCTIONS;
  const { renderSkills } = await import("@toolplane/agent");
  const lines = renderSkills(index.skills, {
    maxDescription: MAX_SKILL_LINE,
    maxCharacters: MAX_SKILL_LINES,
  });
  return `${INSTRUCTIONS}\n\n${lines}`;
}

export async function openService(
  context: CommandContext,
  { fallback, onEvent, isForClient }: ServiceOptions,
): Promise<Service> {
  const source = quietSource(context);
  const onBrokenRules = (message: string): void =>
    warning(context.terminal, `${message}. Every call is refused until it is mended.`);
  const first = await readSettings({ ...source, ...(isForClient ? { onBrokenRules } : {}) });
  const read = await withToolTrust(context, first);
  const skills = await openSkills(skillPlaces(read));
  const { preset, only: chosen } = chooseTools(context.arguments.list("tools"), read, {
    service: skills.service,
    environment: context.environment,
  });
  const settings: Settings = { ...read, preset };
  // With many tools, most wait to be found: the search tool finds them.
  const hasSources = (await readSources(read.userData)).length > 0;
  const only = hasSources ? [...chosen, SEARCH] : chosen;
  const state = await openState(settings);
  try {
    const other = fallback({ settings, state });
    const broker = createMcpBroker(other ? { fallback: other } : {});
    const warn = (text: string): void => warning(context.terminal, text);
    if (only.includes("skill")) tellSkills(skills.index, warn);
    const product = await openProduct({
      settings,
      state,
      skills,
      broker,
      only,
      sources: "kept",
      onWarning: warn,
      readAgain: () => readSettings(source),
      ...(onEvent ? { onEvent } : {}),
    });
    const instructions = only.includes("skill") ? await instructionsFor(skills) : INSTRUCTIONS;
    const view = context.arguments.text("view") ?? settings.view;
    const face = createMcpServer({
      ...(view === "own"
        ? viewsOfClients(product, (words) => sayViewEnd(context.terminal, words))
        : {}),
      source: product,
      broker,
      instructions,
      ...(hasSources ? product.sources.offers : {}),
      maxResultBytes: settings.resultKilobytes * KILOBYTE,
      // As they are by then: a rule may have come that closes a file.
      changesOf: (call) =>
        readSettings(source)
          .then((now) => callChanges({ state, settings: now, reader: "model" }, call))
          .catch(() => NOTHING),
      rulesPlace: () => product.rules?.place() ?? null,
      refresh: async () => {
        await product.rules?.refresh();
        await product.sources.refresh();
      },
    });
    return { settings, product, face, close: () => closeAll({ face, product, state }) };
  } catch (error) {
    await state.close();
    throw error;
  }
}

const KILOBYTE = 1_000;
const NOTHING = { changes: [], files: 0 };
const SEARCH = "tool_search";

/** Settings are read again and again; the person reads the same remark only once. */
function quietSource({
  environment,
  directory,
  arguments: given,
  terminal,
}: CommandContext): SettingsSource {
  let last: string | undefined;
  const note = (text?: string): void => {
    if (text !== last) terminal.note(text);
    last = text;
  };
  return { environment, directory, arguments: given, terminal: { note, err: terminal.err } };
}

function warning(terminal: Terminal, text: string): void {
  terminal.note(`${terminal.err.mark("failed")} ${escapeText(text)}`);
}

async function closeAll({
  face,
  product,
  state,
}: {
  readonly face: McpFace;
  readonly product: Product;
  readonly state: State;
}): Promise<void> {
  try {
    await face.close();
    await product.close();
  } finally {
    await state.close();
  }
}
