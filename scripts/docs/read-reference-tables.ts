import { COMMANDS, EXIT_CODES, EXIT_MEANINGS, GLOBAL_OPTIONS } from "@toolplane/cli/inside";
import { PROGRAMS, WRAPPERS } from "@toolplane/commands/inside";
import { ERROR_CODES, EVENT_MEANINGS, EVENT_TYPES } from "@toolplane/contract";
import { CLIENTS } from "@toolplane/gateway/inside";
import { SETTINGS } from "@toolplane/library/inside";
import { EVERY_TOOL, PRESETS } from "@toolplane/tools";
import { readSentences } from "./read-sentences.ts";
import { readToolExamples } from "./read-tool-examples.ts";
import type { ReferenceTables } from "./reference-pages.ts";
import { SAYING } from "./sentences-page.ts";

/** The tables as the packages export them now; `EVENT_TYPES` decides which events exist. */
export function readReferenceTables(root: string): ReferenceTables {
  return {
    errors: ERROR_CODES,
    events: Object.fromEntries(EVENT_TYPES.map((type) => [type, EVENT_MEANINGS[type]])),
    tools: {
      tools: EVERY_TOOL,
      presets: Object.values(PRESETS),
      examples: readToolExamples(root, EVERY_TOOL),
    },
    settings: SETTINGS,
    clients: CLIENTS,
    programs: { programs: PROGRAMS, wrappers: WRAPPERS },
    sentences: readSentences(root, SAYING),
    cli: {
      commands: COMMANDS,
      options: GLOBAL_OPTIONS,
      exits: Object.entries(EXIT_MEANINGS).map(([name, meaning]) => ({
        code: EXIT_CODES[name as keyof typeof EXIT_CODES],
        meaning,
      })),
    },
  };
}
