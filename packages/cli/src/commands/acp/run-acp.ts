/**
 * The agent that an editor starts for itself. Whatever prints inside this process goes to standard error meanwhile: one stray
 * line on standard output would be read as a message. A missing model is reported when a session is opened, where a person sees
 * it.
 */
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { serveAcp } from "@toolplane/acp";
import { readScript, scriptedModel } from "@toolplane/agent";
import { ConfigurationError, type SecurityMode } from "@toolplane/contract";
import type { AgentOptions } from "@toolplane/library/rooms/agent";
import { escapeJson } from "@toolplane/library/rooms/ground";
import { findPlaces, readSettings, type SettingsSource } from "@toolplane/library/rooms/settings";
import { openState, type StatePlace } from "@toolplane/library/rooms/state";
import type { AcpAgentOptions } from "../../acp/acp-agent-options.ts";
import { openAcpAgent } from "../../acp/open-acp-agent.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import type { Report } from "../../command/report.ts";
import { serverExitCode } from "../../serving/server-exit-code.ts";
import { divertConsole } from "../../terminal/divert-console.ts";
import { line, verbatim } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { EDITORS, type EditorName } from "./editors.ts";

/** Serves until the editor is gone. */
export const runAcp: CommandRun = async (context) => {
  const { terminal, signal, arguments: given } = context;
  const editor = EDITORS.find((name) => name === given.text("for"));
  if (editor) return editorReport(context, editor);
  if (terminal.wantsJson)
    throw new CliError(
      "toolplane acp speaks the protocol on standard output: --json is not taken.",
    );
  const turns = given.number("max-turns");
  if (turns !== undefined && !(turns >= 1)) throw new CliError("--max-turns must be at least 1.");
  const instructions = await readGiven(context, "instructions");
  const restore = divertConsole(terminal.error);
  const state = await openState(await placeOf(context));
  try {
    if (terminal.input.isTTY)
      terminal.note("This waits for the messages of an editor on standard input. Ctrl-C ends it.");
    const agent = openAcpAgent({
      state,
      settingsOf: (folder) => readSettings(sourceFor(context, folder)),
      model: () => readModel(context),
      onWarning: (text) => terminal.note(`${terminal.err.mark("failed")} ${escapeText(text)}`),
      ...(turns === undefined ? {} : { limits: { turns } }),
      ...modeOf(given.text("mode")),
      ...viewOf(given.text("view")),
      ...(instructions === undefined ? {} : { instructions }),
    });
    const served = serveAcp(agent, { input: terminal.input, output: terminal.output });
    const stop = (): void => void served.close();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    await served.closed;
  } finally {
    await state.close();
    restore();
  }
  return serverExitCode(signal);
};

/** Where the record is stands in the person's own settings. Where those cannot be read, each session is refused and says so. */
function placeOf(context: CommandContext): Promise<StatePlace> {
  const { userData } = findPlaces(context);
  return readSettings(sourceFor(context, userData)).catch(() => ({ userData, recordPlace: null }));
}

function modeOf(mode: string | undefined): { readonly mode?: SecurityMode } {
  return mode === undefined ? {} : { mode: mode as SecurityMode };
}

function viewOf(view: string | undefined): Pick<AcpAgentOptions, "view"> {
  return view === "own" || view === "project" ? { view } : {};
}

/** The editor says where a session works, whatever this process was started with. */
function sourceFor(context: CommandContext, folder: string): SettingsSource {
  const { environment, arguments: given, terminal } = context;
  return {
    environment,
    directory: folder,
    terminal: { note: terminal.note, err: terminal.err },
    arguments: {
      text: (name) => (name === "workspace" ? folder : given.text(name)),
      flag: given.flag,
      list: given.list,
    },
  };
}

async function readModel({
  arguments: given,
  environment,
  directory,
}: CommandContext): Promise<AgentOptions["model"]> {
  const file = given.text("script");
  if (file !== undefined) {
    const text = await readFile(resolve(directory, file), "utf8").catch(() => null);
    if (text === null) throw new ConfigurationError(file, "cannot be read");
    return scriptedModel(readScript(text, file), file);
  }
  const name = given.text("model") ?? environment.TOOLPLANE_MODEL;
  if (name !== undefined && name !== "") return name;
  throw new ConfigurationError(
    "model",
    "none was named. Have the editor start toolplane acp with --model openai:NAME, anthropic:NAME, google:NAME or https://HOST/v1#NAME, or set TOOLPLANE_MODEL.",
  );
}

async function readGiven(
  { arguments: given, directory }: CommandContext,
  name: string,
): Promise<string | undefined> {
  const file = given.text(name);
  if (file === undefined) return undefined;
  try {
    return await readFile(resolve(directory, file), "utf8");
  } catch {
    throw new CliError(`${file} cannot be read.`);
  }
}

const PLACES: Readonly<Record<EditorName, string>> = {
  zed: "~/.config/zed/settings.json",
  jetbrains: "~/.jetbrains/acp.json",
};

const HANDED_ON = ["model", "script", "instructions", "mode", "view"] as const;

/**
 * Prints the lines to paste into an editor, so that it starts this very program as its agent. Nothing is started or written.
 * Editors start programs anywhere, with any PATH: the Node that runs now and the program are named whole.
 */
function editorReport(context: CommandContext, editor: EditorName): Report {
  const { program, arguments: given } = context;
  const options = HANDED_ON.flatMap((name) => {
    const value = given.text(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  const server = {
    ...(editor === "zed" ? { type: "custom" } : {}),
    command: process.execPath,
    args: [realpathSync(program), "acp", ...options],
    env: {},
  };
  const block = { agent_servers: { toolplane: server } };
  const into = PLACES[editor];
  return {
    json: { editor, into, ...block },
    shown: [
      line(`Paste into ${into}:`),
      line(),
      verbatim(escapeJson(JSON.stringify(block, null, 2))),
    ],
  };
}
