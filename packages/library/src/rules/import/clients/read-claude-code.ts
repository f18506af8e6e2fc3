/**
 * Reads permissions of Claude Code: three lists, in which deny weighs more than ask and ask more than allow, however narrow a
 * line is and whichever file it is in.
 */
import type { RuleAction } from "@toolplane/contract";
import { trimEnd } from "@toolplane/readings";
import { ownEntry } from "../../../ground/own-entry.ts";
import type { Clause, SourceNote, SourcePolicy } from "../clauses/clause.ts";
import { readCommand } from "../clauses/command-words.ts";
import { type IgnorePlaces, readIgnorePath } from "../clauses/ignore-path.ts";
import { OUTSIDE_WORDS } from "../clauses/outside-words.ts";
import { prefixForm } from "../clauses/prefix-form.ts";
import { type Said, sayCommand } from "../clauses/say-command.ts";
import { butStricter, sayPatterns, sayWhole, sayWider, unsaid } from "../clauses/say-tool.ts";
import { CLAUDE_FILES, CLAUDE_TOOLS } from "../clauses/tool-names.ts";
import { type JsonSource, readJsonSource } from "../source/json-source.ts";
import type { SourceFile, SourceOptions } from "../source/source-file.ts";

const ACTIONS: readonly RuleAction[] = ["deny", "ask", "allow"];
/** Modes and folders rank below every rule. */
const LOWEST = -1;

/** Reads the settings files. Throws a ConfigurationError for a file that cannot be read as one. */
export function readClaudeCode(
  files: readonly SourceFile[],
  { home }: SourceOptions,
): SourcePolicy {
  const clauses: Clause[] = [];
  const notes: SourceNote[] = [];
  for (const { file, text, isPersonal } of files) {
    const json = readJsonSource(text, file);
    const places = { home, base: isPersonal ? `${home}/.claude` : "{workspace}" };
    const isSilent = json.at("permissions", "defaultMode")?.value === "dontAsk";
    for (const action of ACTIONS)
      for (const { value, line } of json.items("permissions", action)) {
        const source = { file, line, text: `${action} ${String(value)}` };
        if (typeof value !== "string") {
          notes.push({ source, outcome: "unsaid", why: "a rule is a text" });
          continue;
        }
        // In this mode no person is asked, and an ask is refused.
        const meant = action === "ask" && isSilent ? "deny" : action;
        clauses.push({
          source,
          action: meant,
          rank: 0,
          plane: "*",
          ...sayRule(value, meant, places),
        });
      }
    for (const said of readMode(json, file))
      "action" in said ? clauses.push(said) : notes.push(said);
    clauses.push(...readFolders(json, { file, places }));
    notes.push(...readLosses(json, file));
  }
  return { clauses, notes };
}

/** `Tool` or `Tool(what)`. */
function sayRule(text: string, action: RuleAction, places: IgnorePlaces): Said {
  const found = /^([A-Za-z*][\w*-]*)(?:\(([\s\S]*)\))?$/.exec(text.trim());
  if (!found)
    return sayWider(
      [{ permission: "*", pattern: "*" }],
      action,
      "it is not of the form Tool or Tool(what)",
    );
  const [, tool = "", what] = found;
  if (tool === "Bash")
    return sayCommand(readCommand(what === undefined ? "*" : prefixForm(what)), action);
  if (tool.startsWith("mcp__")) return sayServer(tool, what, action);
  const files = ownEntry(CLAUDE_FILES, tool);
  if (files !== undefined) return sayFile(files, what, { action, places });
  const known = ownEntry(CLAUDE_TOOLS, tool);
  if (tool === "WebFetch") return sayDomain(what, action);
  if (tool === "*")
    return action === "allow" ? unsaid("nothing here allows everything") : sayWhole(["*"], action);
  if (known === undefined) return unsaid(`toolplane has no tool like ${tool}`);
  if (what === undefined || what === "*") return sayWhole(known, action);
  return sayWider(
    known.map((permission) => ({ permission, pattern: "*" })),
    action,
    `what is in the brackets of ${tool}() cannot be told apart`,
  );
}

function sayServer(tool: string, what: string | undefined, action: RuleAction): Said {
  const [, server = "", name] = /^mcp__(.+?)(?:__(.+))?$/.exec(tool) ?? [];
  const permission = name === undefined && !server.endsWith("*") ? `mcp__${server}__*` : tool;
  const isPlain = !permission.slice(0, -1).includes("*") && (what === undefined || what === "*");
  if (isPlain) return sayWhole([permission], action);
  return sayWider(
    [{ permission: `${permission.split("*", 1)[0]}*`, pattern: "*" }],
    action,
    "only a * at the end of a name can be said",
  );
}

function sayFile(
  permission: string,
  what: string | undefined,
  { action, places }: { readonly action: RuleAction; readonly places: IgnorePlaces },
): Said {
  if (what === undefined) return sayWhole([permission], action);
  const { inner, outer, isExact } = readIgnorePath(what, places);
  if (action !== "allow") {
    const said = sayPatterns(
      outer.map((pattern) => ({ permission, pattern })),
      action,
    );
    return isExact
      ? said
      : {
          ...said,
          rules: said.rules.map((entry) => ({ ...entry, isExact })),
          outcome: "stricter",
          why: "more paths match here than there",
        };
  }
  return inner === null
    ? unsaid("this path cannot be written as a pattern")
    : sayPatterns([{ permission, pattern: inner }], action);
}

function sayDomain(what: string | undefined, action: RuleAction): Said {
  const domain = what === undefined ? "*" : /^domain:(.+)$/.exec(what.trim())?.[1]?.toLowerCase();
  if (domain === undefined)
    return sayWider(
      [{ permission: "net.fetch", pattern: "*" }],
      action,
      "only domain: is known here",
    );
  if (domain !== "*") return sayPatterns([{ permission: "net.fetch", pattern: domain }], action);
  if (action !== "allow") return sayWhole(["net.fetch"], action);
  return butStricter(
    sayPatterns([{ permission: "net.fetch", pattern: "*:*" }], action),
    "addresses of private networks still ask",
  );
}

function readMode(json: JsonSource, file: string): readonly (Clause | SourceNote)[] {
  const mode = json.at("permissions", "defaultMode");
  if (!mode) return [];
  const source = { file, line: mode.line, text: `defaultMode ${String(mode.value)}` };
  const clause = (said: Said, action: RuleAction): Clause => ({
    source,
    action,
    rank: LOWEST,
    plane: "*",
    ...said,
  });
  switch (mode.value) {
    case "default":
      return [
        {
          source,
          outcome: "same",
          why: "mode ask; edits that undo takes back, and commands without network in a sandbox, run contained unless contained is false",
        },
      ];
    case "acceptEdits":
      return [
        clause(
          sayPatterns([{ permission: "fs.write", pattern: "{workspace}/**" }], "allow"),
          "allow",
        ),
        clause(sayPatterns([{ permission: "fs.write", pattern: "**/.claude/**" }], "ask"), "ask"),
      ];
    case "dontAsk":
      return [clause(sayWhole(["shell.run", "fs.write", "net.fetch"], "deny"), "deny")];
    default:
      return [
        { source, outcome: "unsaid", why: "a mode is no rule; set mode in your own configuration" },
      ];
  }
}

/** Settings that hold calls back, or let them through, by other means than rules. */
const LOSSES: Readonly<Record<string, string>> = {
  hooks: "a hook is a program that Claude Code starts; none of them runs here",
  sandbox: "the sandbox here has settings of its own",
  enableAllProjectMcpServers: "which servers are used is set in your own configuration",
  enabledMcpjsonServers: "which servers are used is set in your own configuration",
  disabledMcpjsonServers: "which servers are used is set in your own configuration",
};

function readLosses(json: JsonSource, file: string): readonly SourceNote[] {
  return Object.entries(LOSSES).flatMap(([name, why]): readonly SourceNote[] => {
    const place = json.at(name);
    if (place === null) return [];
    const line = { file, line: place.line, text: name };
    if (name !== "hooks") return [{ source: line, outcome: "unsaid", why }];
    return json.members(name).map(({ name: event, line: at }) => ({
      source: { file, line: at, text: `hooks ${event}` },
      outcome: "unsaid",
      why,
    }));
  });
}

function readFolders(
  json: JsonSource,
  { file, places }: { readonly file: string; readonly places: IgnorePlaces },
): readonly Clause[] {
  return json.items("permissions", "additionalDirectories").map(({ value, line }): Clause => {
    const folder = String(value);
    const source = { file, line, text: `additionalDirectories ${folder}` };
    const path = folder.startsWith("/") ? `/${folder}` : folder;
    const { inner } = readIgnorePath(`${trimEnd(path, "/")}/**`, places);
    const said =
      inner === null
        ? unsaid(leadsOut(folder) ? OUTSIDE_WORDS : "this folder cannot be written as a pattern")
        : butStricter(
            sayPatterns([{ permission: "fs.read", pattern: inner }], "allow"),
            "reading only",
          );
    return { source, action: "allow", rank: LOWEST, plane: "*", ...said };
  });
}

/** No pattern names what lies above the workspace, which is where most of these folders are. */
function leadsOut(folder: string): boolean {
  return folder.split("/").includes("..");
}
