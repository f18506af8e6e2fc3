/** Lists the places in which other programs keep their rules: in the project and in the home folder, the weakest first. */
import type { ImportSource } from "./import-rules.ts";

/** A place; `*` means any name. */
export interface SourcePlace {
  readonly path: string;
  readonly isPersonal: boolean;
}

const HOME: Readonly<Record<ImportSource, readonly string[]>> = {
  "claude-code": [".claude/settings.json"],
  opencode: [".config/opencode/opencode.json", ".config/opencode/opencode.jsonc"],
  codex: [".codex/config.toml", ".codex/rules/*.rules", ".codex/policy/*.codexpolicy"],
  gemini: [".gemini/settings.json", ".gemini/policies/*.toml"],
};

const PROJECT: Readonly<Record<ImportSource, readonly string[]>> = {
  "claude-code": [".claude/settings.json", ".claude/settings.local.json"],
  opencode: [
    "opencode.json",
    "opencode.jsonc",
    ".opencode/opencode.json",
    ".opencode/opencode.jsonc",
  ],
  codex: [".codex/config.toml", ".codex/rules/*.rules"],
  gemini: [".gemini/settings.json", ".gemini/policies/*.toml"],
};

/** Files in which an administrator sets rules for all users. */
const SYSTEM: Readonly<Record<ImportSource, readonly string[]>> = {
  "claude-code": ["/etc/claude-code/managed-settings.json"],
  opencode: [],
  codex: ["/etc/codex/config.toml"],
  gemini: ["/etc/gemini-cli/settings.json", "/etc/gemini-cli/policies/*.toml"],
};

export function sourcePlaces(
  source: ImportSource,
  { home, workspace }: { readonly home: string; readonly workspace: string | null },
): readonly SourcePlace[] {
  const own = [...SYSTEM[source], ...HOME[source].map((path) => `${home}/${path}`)];
  return [
    ...own.map((path) => ({ path, isPersonal: true })),
    ...(workspace === null
      ? []
      : PROJECT[source].map((path) => ({ path: `${workspace}/${path}`, isPersonal: false }))),
  ];
}
