/** Says conditions of Gemini CLI's rules in ours. Its rules name tools, so ours do. */

import type { RuleAction } from "@toolplane/contract";
import { ownEntry } from "../../../ground/own-entry.ts";
import { readCommand } from "../clauses/command-words.ts";
import { type Said, sayCommand } from "../clauses/say-command.ts";
import { sayWhole, sayWider, unsaid } from "../clauses/say-tool.ts";
import { GEMINI_CLASSES, GEMINI_TOOLS } from "../clauses/tool-names.ts";

const EVERY_COMMAND = [{ permission: "shell.run", pattern: "*" }];
const SHELL_TOOL = "run_shell_command";

const MAX_PREFIXES = 32;

/** A rule about commands, one saying for each prefix. */
export function sayGeminiCommand(
  rule: Readonly<Record<string, unknown>>,
  action: RuleAction,
): readonly Said[] {
  const { commandPrefix, commandRegex, argsPattern } = rule;
  if (commandPrefix !== undefined) {
    const prefixes = (Array.isArray(commandPrefix) ? commandPrefix : [commandPrefix]).filter(
      (text) => typeof text === "string",
    );
    return prefixes.map((prefix: string) => sayPrefix(prefix, action));
  }
  const pattern = commandRegex ?? argsPattern;
  if (pattern === undefined) return [sayWhole(["shell.run"], action)];
  const body = String(pattern).replace(/^"command":"/, "");
  const isCommand = commandRegex !== undefined || body !== pattern;
  const prefixes = isCommand ? plainPrefixes(body) : null;
  if (prefixes === null)
    return [sayWider(EVERY_COMMAND, action, "regular expressions cannot be said")];
  // The expression does not end with the word, so a restriction holds for longer words too.
  return prefixes.map((prefix) =>
    action === "allow"
      ? sayCommand(readCommand(`${prefix} *`), action)
      : sayCommand(readCommand(`${prefix}*`), action),
  );
}

/** The command begins with these words. */
export function sayPrefix(prefix: string, action: RuleAction): Said {
  if (prefix.includes("*") && action === "allow")
    return unsaid("a * is a character there and a wildcard here");
  if (prefix !== prefix.trimEnd() && action === "allow")
    return unsaid("a blank at its end matches almost nothing there");
  return sayCommand(readCommand(`${prefix.trim()} *`), action);
}

/** A rule about tools by name. */
export function sayGeminiTools(
  names: readonly string[],
  {
    server,
    rule,
    action,
  }: {
    readonly server: string | null;
    readonly rule: Readonly<Record<string, unknown>>;
    readonly action: RuleAction;
  },
): readonly Said[] {
  const list = names.length > 0 ? names : ["*"];
  return list.map((name) => {
    const ids = server === null ? idsOf(name, action) : serverIds(server, name);
    if (ids === null) return unsaid(`toolplane has no tool like ${name}`);
    if (ids === "pattern")
      return sayWider(
        [{ permission: "mcp__*", pattern: "*" }],
        action,
        "only a * at the end of a name can be said",
      );
    if (rule.argsPattern === undefined) return sayWhole(ids, action);
    return sayWider(
      ids.map((permission) => ({ permission, pattern: "*" })),
      action,
      "regular expressions over arguments cannot be said",
    );
  });
}

function serverIds(server: string, name: string): readonly string[] | "pattern" {
  if (server === "*") return name === "*" ? ["mcp__*"] : "pattern";
  const id = `mcp__${server}__${name}`;
  return id.slice(0, -1).includes("*") ? "pattern" : [id];
}

/** Tool ids of ours; null when there is none like it. */
export function idsOf(given: string, action: RuleAction): readonly string[] | "pattern" | null {
  const name = ownEntry(GEMINI_CLASSES, given) ?? given;
  if (name === "*")
    return action === "allow"
      ? [...new Set([...Object.values(GEMINI_TOOLS).flat(), "shell.run", "mcp__*"])]
      : ["*"];
  if (name === SHELL_TOOL) return ["shell.run"];
  if (name === "mcp_*") return ["mcp__*"];
  const server = /^mcp_([^_*]+)_(.+)$/.exec(name);
  if (server) return serverIds(server[1] ?? "", server[2] ?? "");
  if (name.includes("*") || name.startsWith("mcp_")) return "pattern";
  // Servers were named with two underscores before.
  const older = /^([\w-]+?)__(.+)$/.exec(name);
  if (older) return serverIds(older[1] ?? "", older[2] ?? "");
  return ownEntry(GEMINI_TOOLS, name) ?? null;
}

/**
 * Regular expressions that are no more than a few texts: letters, `(a|b)`, `\\s`, escaped marks. They match where a text begins
 * with one of them. Everything else is not guessed at: null.
 */
function plainPrefixes(pattern: string): readonly string[] | null {
  const body = pattern.replace(/^\^/, "").replace(/(?:\.\*|\\b|\(\?:\\s\|\$\)|\\s\.\*)\$?$/, "");
  let found: readonly string[] = [""];
  let rest = body;
  while (rest !== "") {
    const group = /^\((?:\?:)?([\w ./:@=-]+(?:\|[\w ./:@=-]+)*)\)/.exec(rest);
    const blank = /^(?:\\s\+?| )/.exec(rest);
    const escaped = /^\\([./"$^*+?()[\]{}|\\-])/.exec(rest);
    const plain = /^[\w/:@=,-]/.exec(rest);
    const [whole, inner = ""] = group ?? blank ?? escaped ?? plain ?? [];
    if (whole === undefined || /^[*+?{]/.test(rest.slice(whole.length))) return null;
    const choices = group ? inner.split("|") : blank ? [" "] : [escaped ? inner : whole];
    found = found.flatMap((before) => choices.map((choice) => before + choice));
    if (found.length > MAX_PREFIXES) return null;
    rest = rest.slice(whole.length);
  }
  return found.includes("") ? null : found;
}
