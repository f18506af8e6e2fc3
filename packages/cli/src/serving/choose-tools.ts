/**
 * Chooses the tools that MCP clients see. A list of tools is part of every prompt, so it is short unless the person chose
 * another, and it holds nothing that cannot work here.
 */
import type { SessionServices } from "@toolplane/contract";
import { deadTools, withSearchKeys } from "@toolplane/library/rooms/library";
import type { Settings } from "@toolplane/library/rooms/settings";
import { nearestName } from "@toolplane/readings";
import { PRESET_NAMES, PRESETS, type PresetName } from "@toolplane/tools";
import { CliError } from "../command/cli-error.ts";

/** The default tools of MCP clients: one for each thing that has to be done in a workspace. */
const LEAN_TOOLS: readonly string[] = [
  "read",
  "write",
  "edit",
  "apply_patch",
  "glob",
  "grep",
  "bash",
  "background",
  "undo",
  "web_fetch",
  "question",
  // Only where there are skills: a tool with nothing to load is not listed.
  "skill",
];

const LEAN = "lean";

export interface ChosenTools {
  readonly preset: PresetName;
  readonly only: readonly string[];
}

/** By the words of `--tools`, each a preset, `lean` or a tool. Throws a CliError for what is none, or cannot work. */
export function chooseTools(
  given: readonly string[],
  settings: Pick<Settings, "preset" | "origins" | "tools">,
  {
    service: skills,
    environment = {},
  }: {
    readonly service: SessionServices["skills"] | null;
    readonly environment?: Readonly<Record<string, string | undefined>>;
  },
): ChosenTools {
  const words = given.flatMap((word) => word.split(",")).map((word) => word.trim());
  const asked = words.filter((word) => word !== "");
  const presets = PRESET_NAMES.filter((name) => asked.includes(name));
  if (presets.length > 1)
    throw new CliError(`--tools takes one preset. You gave ${presets.join(" and ")}.`);
  const preset = presets[0] ?? settings.preset;
  const all = PRESETS[preset].tools.map(({ id }) => id);
  const dead = deadTools({
    keeps: true,
    toolConfig: withSearchKeys(settings.tools, { environment, preset }),
    ...(skills ? { services: { skills } } : {}),
  });
  const wanted = asked.length > 0 ? asked : defaults(settings);
  const chosen = new Set(wanted.flatMap((word) => idsOf(word, { all, dead })));
  return { preset, only: all.filter((id) => chosen.has(id) && !dead.has(id)) };
}

/** A person who chose a preset in their configuration gets it whole. */
function defaults({ preset, origins }: Pick<Settings, "preset" | "origins">): readonly string[] {
  return [origins.preset.layer === "bundled" && preset === "everyday" ? LEAN : preset];
}

function idsOf(
  word: string,
  { all, dead }: { readonly all: readonly string[]; readonly dead: ReadonlyMap<string, string> },
): readonly string[] {
  if (word === LEAN) return LEAN_TOOLS;
  if ((PRESET_NAMES as readonly string[]).includes(word)) return all;
  const missing = dead.get(word);
  if (missing !== undefined && all.includes(word))
    throw new CliError(`--tools ${word}: it cannot work here, ${missing}.`);
  if (all.includes(word)) return [word];
  const near = nearestName(word, [LEAN, ...PRESET_NAMES, ...all]);
  throw new CliError(`--tools ${JSON.stringify(word)} is neither a tool nor a preset.`, {
    next: [
      ...(near ? [`--tools ${near}`] : []),
      `--tools takes ${[LEAN, ...PRESET_NAMES].join(", ")}, or names: toolplane tools lists them.`,
    ],
  });
}
