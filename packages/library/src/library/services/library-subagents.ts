/** The kinds of subagents of a toolplane that a program makes, and who runs them: nothing is read or loaded before one is needed. */
import { homedir } from "node:os";
import type { SubagentType } from "@toolplane/agent";
import { type AgentSession, ConfigurationError, ToolError } from "@toolplane/contract";
import { anyOf, OPTION, type OptionKinds, oneOf, only, optionFault } from "@toolplane/readings";
import { type AgentFamily, createFamily } from "../../agent/family.ts";
import type { SubagentsOption } from "../options/subagents-option.ts";
import type { ToolplaneOptions } from "../options/toolplane-options.ts";
import { userDataOf } from "../sessions/open-record.ts";

export interface LibrarySubagents {
  readonly family: AgentFamily;
  /** The port that the kernel calls; it is there before those who answer. */
  readonly port: AgentSession;
  /** Read when they are first needed, and then the same to the end. */
  types(): Promise<readonly SubagentType[]>;
  answerWith(open: () => Promise<Pick<AgentSession, "spawn">>): void;
}

const KINDS: OptionKinds<SubagentsOption> = {
  project: oneOf("trusted", "all", "none"),
  home: anyOf(OPTION.text, only(false)),
  types: OPTION.list,
};

const NOT_OPEN = new ToolError("unavailable", "Subagents cannot be started yet.");

/** Throws a ConfigurationError for options that are wrong. */
export function openLibrarySubagents(
  options: ToolplaneOptions,
  warn: (text: string) => void,
): LibrarySubagents {
  const fault = options.subagents ? optionFault(options.subagents, KINDS) : null;
  if (fault !== null) throw new ConfigurationError("createToolplane subagents", fault);
  const family = createFamily();
  let answering: (() => Promise<Pick<AgentSession, "spawn">>) | null = null;
  let opened: Promise<Pick<AgentSession, "spawn">> | null = null;
  let types: Promise<readonly SubagentType[]> | null = null;
  return {
    family,
    port: {
      async spawn(request, context) {
        opened ??= answering?.() ?? Promise.reject(NOT_OPEN);
        return (await opened).spawn(request, context);
      },
      background: (parentSessionId) => ({
        list: () => family.find(parentSessionId)?.background.list() ?? [],
        wait: async (id, signal) =>
          (await family.find(parentSessionId)?.background.wait(id, signal)) ?? null,
        stop: (id) => family.find(parentSessionId)?.background.stop(id) ?? false,
      }),
    },
    types: () => {
      types ??= readTypes(options, warn);
      return types;
    },
    answerWith(open) {
      answering = open;
    },
  };
}

async function readTypes(
  options: ToolplaneOptions,
  warn: (text: string) => void,
): Promise<readonly SubagentType[]> {
  const { subagents = {}, workspace = process.cwd(), environment } = options;
  const { openSubagents } = await import("../../agent/open-subagents.ts");
  // A host of one's own has files of its own.
  const isHere = options.host === undefined || options.subagents !== undefined;
  const { project = "trusted", types = [] } = subagents;
  const home = subagents.home ?? (environment?.HOME || process.env.HOME || homedir());
  const { types: found, skipped } = openSubagents({
    workspace: isHere && project !== "none" ? workspace : null,
    home: isHere && home !== false ? home : null,
    userData: userDataOf(options),
    trustProject: project === "all",
  });
  for (const { place, text } of skipped) warn(`A subagent is left out, ${place}: ${text}`);
  const own = new Set(types.map(({ name }) => name));
  return [...types, ...found.filter(({ name }) => !own.has(name))];
}
