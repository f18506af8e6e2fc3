/**
 * Permissions of opencode: for each permission a list of patterns, of which the last one that matches decides, over all files.
 * A file outside the project needs two permissions, its own and `external_directory`, so neither overrules the other.
 */

import type { RuleAction } from "@toolplane/contract";
import { escapeGlob } from "@toolplane/readings";
import { ownEntry } from "../../../ground/own-entry.ts";
import type { Clause, SourceLine, SourceNote, SourcePolicy } from "../clauses/clause.ts";
import { readCommand } from "../clauses/command-words.ts";
import { type Said, sayCommand } from "../clauses/say-command.ts";
import { butStricter, sayPatterns, sayWhole, sayWider, unsaid } from "../clauses/say-tool.ts";
import { OPENCODE_TOOLS } from "../clauses/tool-names.ts";
import { readUrlHost, type UrlHost } from "../clauses/url-host.ts";
import { readWildPath } from "../clauses/wild-path.ts";
import { type JsonSource, readJsonSource } from "../source/json-source.ts";
import type { SourceFile, SourceOptions } from "../source/source-file.ts";

const ACTIONS: ReadonlySet<unknown> = new Set(["allow", "ask", "deny"]);
/** The switches of before permissions: a tool that is off is denied. */
const EDITING: ReadonlySet<string> = new Set([
  "edit",
  "write",
  "patch",
  "multiedit",
  "apply_patch",
]);
/** Files that opencode asks about by itself, before any file of a person. */
const SECRETS: readonly string[] = ["*.env", "*.env.*"];

interface Entry {
  readonly permission: string;
  readonly pattern: string;
  readonly action: RuleAction;
  readonly source: SourceLine;
}

/** Reads the files, the weakest first. Throws a ConfigurationError for a file that cannot be read as one. */
export function readOpencode(files: readonly SourceFile[], { home }: SourceOptions): SourcePolicy {
  const notes: SourceNote[] = [];
  const entries = files.flatMap(({ file, text }) =>
    readEntries(readJsonSource(text, file), { file, notes }),
  );
  const readsAllowed = entries.some(
    ({ permission, action }) =>
      action === "allow" && /^(?:read|external_directory|\*)$/.test(permission),
  );
  const all = [...(readsAllowed ? builtIn() : []), ...entries];
  const clauses = all.flatMap((entry, rank) =>
    (isClosedLater(entry, all.slice(rank + 1)) ? [CLOSED_LATER] : sayEntry(entry, home)).map(
      (said): Clause => ({
        source: entry.source,
        action: entry.action,
        rank,
        plane: planeOf(entry.permission),
        ...said,
      }),
    ),
  );
  return { clauses, notes };
}

const CLOSED_LATER: Said = {
  glob: null,
  rules: [],
  outcome: "same",
  why: "has no effect there either: a later line closes every folder outside",
};

/** A restriction of everything outside needs no rule here, so what it overrules has to be left out by hand. */
function isClosedLater({ permission, action }: Entry, later: readonly Entry[]): boolean {
  if (permission !== "external_directory" || action !== "allow") return false;
  return later.some(
    (entry) =>
      entry.action !== "allow" && entry.permission === permission && entry.pattern.startsWith("*"),
  );
}

function builtIn(): readonly Entry[] {
  return SECRETS.map((pattern) => ({
    permission: "read",
    pattern,
    action: "ask",
    source: { file: "opencode", line: 0, text: `read ${pattern} ask, built in` },
  }));
}

function readEntries(
  json: JsonSource,
  { file, notes }: { readonly file: string; readonly notes: SourceNote[] },
): readonly Entry[] {
  const entries: Entry[] = [];
  const add = (
    permission: string,
    pattern: string,
    { value, line }: { readonly value: unknown; readonly line: number },
  ): void => {
    const source = { file, line, text: `${permission} ${pattern} ${String(value)}` };
    if (ACTIONS.has(value))
      entries.push({ permission, pattern, action: value as RuleAction, source });
    else notes.push({ source, outcome: "unsaid", why: "the action is none of allow, ask, deny" });
  };
  for (const { name, value, line } of json.members("tools")) {
    const permission = EDITING.has(name) ? "edit" : name;
    if (value === false) add(permission, "*", { value: "deny", line });
    else
      notes.push({
        source: { file, line, text: `tools ${name} ${String(value)}` },
        outcome: "same",
        why: "a tool that is on is no rule",
      });
  }
  const whole = json.at("permission");
  if (typeof whole?.value === "string") add("*", "*", whole);
  for (const member of json.members("permission")) {
    if (typeof member.value === "string") add(member.name, "*", member);
    for (const inner of json.members("permission", member.name))
      add(member.name, inner.name, inner);
  }
  for (const kind of ["agent", "mode"])
    for (const agent of json.members(kind))
      for (const part of ["permission", "tools"]) {
        const own = json.at(kind, agent.name, part);
        if (own)
          notes.push({
            source: { file, line: own.line, text: `${kind} ${agent.name} ${part}` },
            outcome: "unsaid",
            why: "rules of one agent: write them as rules of its session",
          });
      }
  return entries;
}

function planeOf(permission: string): string {
  if (permission === "external_directory") return "&external_directory";
  return permission.includes("*") ? "*" : permission;
}

/** One entry may speak of several kinds of things. */
function sayEntry({ permission, pattern, action }: Entry, home: string): readonly Said[] {
  if (permission === "bash") return [sayCommand(readCommand(pattern), action)];
  if (permission === "edit") return [sayFile("fs.write", pattern, { action, home })];
  if (permission === "read") return [sayFile("fs.read", pattern, { action, home })];
  if (permission === "webfetch") return [sayUrl(pattern, action)];
  if (permission === "external_directory") return [sayOutside(pattern, action, home)];
  if (permission === "*") return sayEverything(pattern, action, home);
  const tools = ownEntry(OPENCODE_TOOLS, permission);
  if (tools) {
    if (pattern === "*") return [sayWhole(tools, action)];
    return [
      sayWider(
        tools.map((id) => ({ permission: id, pattern: "*" })),
        action,
        `patterns of ${permission} cannot be told apart`,
      ),
    ];
  }
  if (permission === "doom_loop" || permission === "lsp")
    return [unsaid(`toolplane has nothing like ${permission}`)];
  return [sayServerTool(permission, pattern, action)];
}

function sayEverything(pattern: string, action: RuleAction, home: string): readonly Said[] {
  if (pattern !== "*")
    return [
      sayCommand(readCommand(pattern), action),
      sayFile("fs.write", pattern, { action, home }),
      sayFile("fs.read", pattern, { action, home }),
    ];
  if (action !== "allow") return [sayWhole(["*"], action)];
  return [
    sayWhole(["shell.run", "mcp__*"], action),
    sayPatterns(
      [
        { permission: "fs.read", pattern: "{workspace}/**" },
        { permission: "fs.write", pattern: "{workspace}/**" },
      ],
      action,
    ),
    butStricter(
      sayPatterns([{ permission: "net.fetch", pattern: "*:*" }], action),
      "outside the project, and in private networks, it still asks",
    ),
  ];
}

function sayFile(
  permission: string,
  pattern: string,
  { action, home }: { readonly action: RuleAction; readonly home: string },
): Said {
  const { start, patterns } = readWildPath(pattern, home);
  if (patterns === null)
    return sayWider(
      [{ permission, pattern: "*" }],
      action,
      "this path cannot be written as a pattern",
    );
  if (action === "allow" && start === "absolute")
    return unsaid(
      "outside the project opencode wants external_directory as well; write a rule for it",
    );
  const isOwn = start === "relative" || action === "allow";
  const root = start === "absolute" ? "/" : isOwn ? "{workspace}/" : "";
  return sayPatterns(
    patterns.map((path) => ({ permission, pattern: `${root}${path}` })),
    action,
  );
}

function sayOutside(pattern: string, action: RuleAction, home: string): Said {
  const { start, patterns } = readWildPath(pattern, home);
  if (start === "anywhere") {
    if (action === "allow") return unsaid("name the folders; nothing here opens the whole machine");
    return {
      glob: null,
      rules: [],
      outcome: "same",
      why: "what lies outside the workspace is outside reach",
    };
  }
  if (start === "relative" || patterns === null)
    return sayWider(
      [
        { permission: "fs.read", pattern: "*" },
        { permission: "fs.write", pattern: "*" },
      ],
      action,
      "this folder cannot be written as a pattern",
    );
  const permissions = action === "allow" ? ["fs.read"] : ["fs.read", "fs.write"];
  const said = sayPatterns(
    permissions.flatMap((permission) =>
      patterns.map((path) => ({ permission, pattern: `/${path}` })),
    ),
    action,
  );
  return action === "allow" ? butStricter(said, "reading only, and only inside reach") : said;
}

function sayUrl(pattern: string, action: RuleAction): Said {
  if (pattern === "*") {
    if (action !== "allow") return sayWhole(["net.fetch"], action);
    return butStricter(
      sayPatterns([{ permission: "net.fetch", pattern: "*:*" }], action),
      "addresses of private networks still ask",
    );
  }
  const { host, port, isWhole, path } = readUrlHost(pattern);
  if (host === null)
    return sayWider(
      [{ permission: "net.fetch", pattern: "*" }],
      action,
      "our rules know hosts, and this names none",
    );
  if (path !== undefined) return sayPath({ host, port, path }, action);
  if (!isWhole)
    return sayWider(
      [{ permission: "net.fetch", pattern: host }],
      action,
      "this URL cannot be written as a path",
    );
  return sayPatterns(
    [{ permission: "net.fetch", pattern: action === "allow" ? `${host}:${port}` : host }],
    action,
  );
}

/** Its tool only gets. A path of ours is compared without the query, so one page alone is not allowed by it. */
function sayPath(
  { host, port, path }: Pick<UrlHost, "host" | "port" | "path">,
  action: RuleAction,
): Said {
  if (action !== "allow")
    return sayPatterns([{ permission: "net.fetch", pattern: `${host}${path}` }], action);
  if (!path?.endsWith("/**"))
    return unsaid("a path is allowed with any query; write a rule for it");
  return sayPatterns([{ permission: "net.fetch", pattern: `GET ${host}:${port}${path}` }], action);
}

/** `server_tool`: where the server's name ends is not written, so a restriction holds for every way to read it. */
function sayServerTool(name: string, pattern: string, action: RuleAction): Said {
  if (!/^[\w-]+\*?$/.test(name) || !name.slice(1).includes("_"))
    return name.includes("*")
      ? sayWider(
          [{ permission: "*", pattern: "*" }],
          action,
          "it names tools by a pattern that cannot be said",
        )
      : unsaid(`toolplane has no tool like ${name}`);
  if (pattern !== "*")
    return sayWider(
      readings(name).map((permission) => ({ permission, pattern: "*" })),
      action,
      "patterns of a server's tool cannot be told apart",
    );
  const ids = readings(name);
  return sayWhole(action === "allow" ? ids.slice(0, 1) : ids, action);
}

function readings(name: string): readonly string[] {
  if (name.endsWith("_*")) return [`mcp__${name.slice(0, -2)}__*`, `mcp__${name.slice(0, -1)}*`];
  const ids: string[] = [];
  for (let at = name.indexOf("_"); at > 0; at = name.indexOf("_", at + 1))
    ids.push(`mcp__${name.slice(0, at)}__${name.slice(at + 1)}`);
  return ids.length === 0 ? [escapeGlob(name)] : ids;
}
