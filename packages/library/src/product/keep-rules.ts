/** Writes down what a person allowed as a rule, in their own file for the project. What cannot be written is told, and counts once. */
import type { KeptRules } from "@toolplane/contract";
import type { StandingRule } from "@toolplane/contract/console";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import { addKeptRules, listKeptRules, removeKeptRules } from "../rules/kept-rules.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import { ownProjectRules } from "../settings/places/own-project-rules.ts";

export interface RuleKeeping {
  readonly settings: Place;
  readonly warn: (text: string) => void;
  /** Puts the file in force. */
  readonly renew: () => Promise<void>;
}

type Place = Pick<Settings, "configFolder" | "workspace">;

/** The rules of the person's own file for this project. Throws a ConfigurationError for a file that cannot be read. */
export function readKeptRules(settings: Place): readonly StandingRule[] {
  const { file, text } = readFile(settings);
  return text === null ? [] : listKeptRules(text, file);
}

/** Takes rules out of it, by their ids; what runs under them ends. The ids of those that were there. */
export function revokeKeptRules(settings: Place, ids: readonly string[]): readonly string[] {
  const { file, text } = readFile(settings);
  if (text === null) return [];
  const there = new Set(listKeptRules(text, file).map(({ id }) => id));
  const gone = new Set(ids.filter((id) => there.has(id)));
  if (gone.size > 0) writeWhole(file, removeKeptRules(text, gone, file), 0o600);
  return [...gone];
}

function readFile({ configFolder, workspace }: Place): {
  readonly file: string;
  readonly text: string | null;
} {
  if (workspace === null) return { file: "", text: null };
  const file = ownProjectRules(configFolder, workspace);
  const bytes = readBoundedFile({ path: file, shown: file, check: describeOwnerFault });
  return { file, text: bytes?.toString("utf8") ?? null };
}

/** The writer; null where there is no project that rules could hold in. */
export function createRuleKeeper({
  settings,
  warn,
  renew,
}: RuleKeeping): ((kept: KeptRules) => Promise<void>) | null {
  const { workspace } = settings;
  if (workspace === null) return null;
  return async (kept) => {
    try {
      const { file, text } = readFile(settings);
      writeWhole(file, addKeptRules(text, kept, { file, workspace }), 0o600);
      await renew();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      warn(`The rule was not written down, so this was allowed once: ${why}`);
    }
  };
}
