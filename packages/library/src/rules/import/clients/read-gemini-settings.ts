/** Settings of Gemini CLI that speak of tools: `tools.allowed`, `tools.exclude`, `tools.core`, servers, and their older names. */
import type { RuleAction } from "@toolplane/contract";
import type { Clause, SourceNote, SourcePolicy } from "../clauses/clause.ts";
import type { Said } from "../clauses/say-command.ts";
import { sayWhole, sayWider, unsaid } from "../clauses/say-tool.ts";
import { GEMINI_TOOLS } from "../clauses/tool-names.ts";
import { type JsonPlace, type JsonSource, readJsonSource } from "../source/json-source.ts";
import type { SourceFile } from "../source/source-file.ts";
import { idsOf, sayPrefix } from "./say-gemini.ts";

/** Priorities of the program itself. */
const SERVER_EXCLUDED = 4.9;
const EXCLUDED = 4.4;
const ALLOWED = 4.3;
const SERVER_TRUSTED = 4.2;
const SERVER_ALLOWED = 4.1;
/** Tools outside `core` do not exist there: nothing brings them back. */
const CORE = 9;

export function readGeminiSettings({ file, text }: SourceFile): SourcePolicy {
  const json = readJsonSource(text, file);
  const clauses: Clause[] = [];
  const notes: SourceNote[] = [];
  const add = (
    place: JsonPlace,
    label: string,
    { action, rank }: { readonly action: RuleAction; readonly rank: number },
    say: (name: string) => Said,
  ): void => {
    const source = { file, line: place.line, text: `${label} ${String(place.value)}` };
    if (typeof place.value !== "string")
      notes.push({ source, outcome: "unsaid", why: "a name is expected" });
    else clauses.push({ source, action, rank, plane: "*", ...say(place.value) });
  };
  for (const place of [...json.items("tools", "exclude"), ...json.items("excludeTools")])
    add(place, "exclude", { action: "deny", rank: EXCLUDED }, (name) => sayTool(name, "deny"));
  for (const place of [...json.items("tools", "allowed"), ...json.items("allowedTools")])
    add(place, "allowed", { action: "allow", rank: ALLOWED }, (name) => sayTool(name, "allow"));
  for (const place of [...json.items("mcp", "excluded"), ...json.items("excludeMCPServers")])
    add(place, "mcp excluded", { action: "deny", rank: SERVER_EXCLUDED }, (name) =>
      sayWhole([name === "*" ? "mcp__*" : `mcp__${name}__*`], "deny"),
    );
  for (const place of [...json.items("mcp", "allowed"), ...json.items("allowMCPServers")])
    add(place, "mcp allowed", { action: "allow", rank: SERVER_ALLOWED }, (name) =>
      sayWhole([name === "*" ? "mcp__*" : `mcp__${name}__*`], "allow"),
    );
  for (const server of json.members("mcpServers")) addServer(json, server, { file, clauses });
  addCore(json, { file, clauses });
  return { clauses, notes };
}

function addServer(
  json: JsonSource,
  { name, line }: JsonPlace & { readonly name: string },
  { file, clauses }: { readonly file: string; readonly clauses: Clause[] },
): void {
  if (json.at("mcpServers", name, "trust")?.value === true)
    clauses.push({
      source: { file, line, text: `mcpServers ${name} trust` },
      action: "allow",
      rank: SERVER_TRUSTED,
      plane: "*",
      ...sayWhole([`mcp__${name}__*`], "allow"),
    });
  for (const { value, line: at } of json.items("mcpServers", name, "excludeTools"))
    clauses.push({
      source: { file, line: at, text: `mcpServers ${name} excludeTools ${String(value)}` },
      action: "deny",
      rank: CORE,
      plane: "*",
      ...sayWhole([`mcp__${name}__${String(value)}`], "deny"),
    });
}

/** `name`, or `run_shell_command(words)`. */
function sayTool(text: string, action: RuleAction): Said {
  const [, name = text, words] = /^([\w*-]+)(?:\((.*)\))?$/.exec(text.trim()) ?? [];
  const ids = idsOf(name, action);
  if (ids === null) return unsaid(`toolplane has no tool like ${name}`);
  if (ids === "pattern")
    return sayWider(
      [{ permission: "mcp__*", pattern: "*" }],
      action,
      "only a * at the end of a name can be said",
    );
  if (words === undefined || words === "") return sayWhole(ids, action);
  if (ids.includes("shell.run")) return sayPrefix(words, action);
  return sayWider(
    ids.map((permission) => ({ permission, pattern: "*" })),
    action,
    "what is in the brackets cannot be told apart",
  );
}

/** A list of the tools that exist: every other one is denied. */
function addCore(
  json: JsonSource,
  { file, clauses }: { readonly file: string; readonly clauses: Clause[] },
): void {
  const places = [...json.items("tools", "core"), ...json.items("coreTools")];
  const [first] = places;
  if (!first) return;
  const listed = places.map(
    ({ value }) => /^([\w-]+)(?:\((.*)\))?$/.exec(String(value).trim()) ?? ["", String(value)],
  );
  const kept = new Set(listed.flatMap(([, name = ""]) => idsOf(name, "deny") ?? []));
  const gone = [...new Set(Object.values(GEMINI_TOOLS).flat())].filter((id) => !kept.has(id));
  const source = {
    file,
    line: first.line,
    text: `core ${places.map(({ value }) => String(value)).join(", ")}`,
  };
  const deny = (said: Said): void =>
    void clauses.push({ source, action: "deny", rank: CORE, plane: "*", ...said });
  if (gone.length > 0) deny(sayWhole(gone, "deny"));
  if (!kept.has("shell.run")) {
    deny(sayWhole(["shell.run"], "deny"));
    return;
  }
  const prefixes = listed.filter(
    ([, name, words]) => words !== undefined && idsOf(name ?? "", "deny")?.includes("shell.run"),
  );
  const isWhole = listed.some(
    ([, name = "", words]) => words === undefined && idsOf(name, "deny")?.includes("shell.run"),
  );
  if (isWhole || prefixes.length === 0) return;
  clauses.push({
    source,
    action: "ask",
    rank: CORE,
    plane: "*",
    ...sayWhole(["shell.run"], "ask"),
    outcome: "stricter",
    why: "commands on the list ask as well",
  });
}
