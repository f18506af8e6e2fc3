/**
 * How keys are written. Two demands meet here: different things must never share a key, and a person writes patterns for
 * the allowlist against them. So a command reads as it was typed, `$ npm test @ /workspace`, with words quoted wherever
 * plain text would be ambiguous. Variables and redirects stand in front, in brackets: a pattern like `git log *` is about
 * the command, and must not swallow where its output goes.
 */
import { hash } from "node:crypto";
import type { Resource, ShellUnit, ShellWord } from "@toolplane/contract";
import { hasControl } from "./has-control.ts";

/** Characters of a command that are kept in its key; past that the key ends in a digest of the whole. */
const MAX_COMMAND_CHARS = 700;
const PLAIN_WORD = /^[A-Za-z0-9_./:=,+%~-]+$/;
const COMMAND_MARK = "$ ";
const DIRECTORY_MARK = " @ ";

/** The key of a simple command: `$ [variables and redirects] words @ directory`. */
export function unitKey(unit: ShellUnit, redirects: readonly string[]): string {
  const set = (unit.assignments ?? []).map(({ name, value }) => `[${name}=${quote(text(value))}]`);
  const files = redirects.toSorted().map((redirect) => `[${quote(redirect)}]`);
  const words = unit.argv.map((word) => quote(text(word)));
  const command = [...set, ...files, ...words].join(" ");
  const directory = quote(unit.cwd ?? "?").replaceAll(" ", "\\u0020");
  return `${COMMAND_MARK}${fold(command)}${DIRECTORY_MARK}${directory}`;
}

/** The key of anything that is not a command. */
export function resourceKey(resource: Resource): string {
  switch (resource.capability) {
    case "fs.read":
    case "fs.write":
      return `${resource.capability}:${clean(resource.real)}${resource.tree === true ? "/**" : ""}`;
    case "net.fetch":
      return `${resource.scheme}://${resource.host}:${resource.port}`;
    case "env":
      return `env:${clean(resource.name)}`;
    case "named":
      return clean(resource.name);
    case "shell.run":
      return unitKey(resource.unit, []);
    case "opaque":
      return `opaque:${clean(resource.text)}`;
  }
}

/** The command alone, as a person would write it in an allowlist; null for a key that is not a command's. */
export function commandOfKey(key: string): string | null {
  if (!key.startsWith(COMMAND_MARK)) return null;
  // The directory is written without blanks, so the last mark is the real one.
  const at = key.lastIndexOf(DIRECTORY_MARK);
  return at < 0 ? null : key.slice(COMMAND_MARK.length, at);
}

function text(word: ShellWord): string {
  return typeof word === "string" ? word : word.dynamic;
}

function quote(word: string): string {
  return PLAIN_WORD.test(word) ? word : JSON.stringify(word).replaceAll("\u007f", "\\u007f");
}

/** An absolute path or a name never begins with a quote, so a quoted one cannot be mistaken for a plain one. */
function clean(name: string): string {
  return hasControl(name) ? quote(name) : name;
}

function fold(command: string): string {
  if (command.length <= MAX_COMMAND_CHARS) return command;
  return `${command.slice(0, MAX_COMMAND_CHARS).toWellFormed()}… sha256=${hash("sha256", command, "hex")}`;
}
