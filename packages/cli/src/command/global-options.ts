/** Options that every command takes. */
import type { OptionSpec } from "./command.ts";

/** By name, as they are typed after `--`. */
export const GLOBAL_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  help: { type: "flag", short: "h", summary: "Say what the command does and takes." },
  json: { type: "flag", summary: "Print one JSON value on one line, and nothing else." },
  workspace: {
    type: "text",
    short: "C",
    value: "FOLDER",
    summary: "The workspace; where you are unless given.",
  },
  set: {
    type: "list",
    value: "NAME=VALUE",
    summary: "A setting for this run, such as mode=ask; toolplane config lists them.",
  },
  "add-dir": {
    type: "list",
    value: "FOLDER",
    summary: "Open a folder beside the workspace for reading; FOLDER:write for writing too.",
  },
  "trust-once": {
    type: "flag",
    summary: "Apply this project's configuration and tools in this run, without keeping trust.",
  },
  "no-color": { type: "flag", summary: "No colours. NO_COLOR says the same." },
  ascii: { type: "flag", summary: "Marks without UTF-8." },
  plain: { type: "flag", summary: "No redraws and no keys: for screen readers and logs." },
};
