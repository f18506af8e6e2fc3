export type { Command, OptionSpec } from "./command/command.ts";
export { EXIT_CODES, EXIT_MEANINGS } from "./command/exit-code.ts";
export { GLOBAL_OPTIONS } from "./command/global-options.ts";
export { usage } from "./command/print-help.ts";
export { clientPastes, type Paste, WHY_OFF } from "./commands/start/client-report.ts";
export { COMMANDS } from "./program/command-table.ts";
