/**
 * Rules of Codex: prefixes of words, of which the severest that matches decides, and the settings of its sandbox and approvals.
 * A call of a rule file that is not known stops the import: it might be a prohibition.
 */

import { ConfigurationError, type Rule, type RuleAction } from "@toolplane/contract";
import { ownEntry } from "../../../ground/own-entry.ts";
import type { Clause, SourceNote, SourcePolicy } from "../clauses/clause.ts";
import { readWords } from "../clauses/command-words.ts";
import { sayCommand } from "../clauses/say-command.ts";
import { sayPatterns, sayWhole } from "../clauses/say-tool.ts";
import { parseToml } from "../source/parse-toml.ts";
import type { SourceFile } from "../source/source-file.ts";
import { tomlLine } from "../source/toml-line.ts";
import { readStarlarkCalls, type StarlarkCall, type StarlarkValue } from "./starlark-calls.ts";

const DECISIONS: Readonly<Record<string, RuleAction>> = {
  allow: "allow",
  prompt: "ask",
  forbidden: "deny",
  deny: "deny",
};
const MOST = 64;

/** Reads `.rules` files and `config.toml`. Throws a ConfigurationError for a file that cannot be read as one. */
export function readCodex(files: readonly SourceFile[]): SourcePolicy {
  const clauses: Clause[] = [];
  const notes: SourceNote[] = [];
  for (const { file, text } of files) {
    if (file.endsWith(".toml")) readConfig(text, file, { clauses, notes });
    else for (const call of readStarlarkCalls(text, file)) readRule(call, file, { clauses, notes });
  }
  return { clauses, notes };
}

interface Sink {
  readonly clauses: Clause[];
  readonly notes: SourceNote[];
}

function readRule(call: StarlarkCall, file: string, { clauses, notes }: Sink): void {
  const place = `${file}:${call.line}`;
  if (call.name === "host_executable") {
    notes.push({
      source: { file, line: call.line, text: "host_executable" },
      outcome: "same",
      why: "an allowance is about bare names here, a restriction about every path",
    });
    return;
  }
  if (call.name !== "prefix_rule" && call.name !== "network_rule")
    throw new ConfigurationError(place, `${call.name}() is not known`);
  const decision = call.arguments.decision ?? "allow";
  const action = typeof decision === "string" ? ownEntry(DECISIONS, decision) : undefined;
  if (action === undefined)
    throw new ConfigurationError(place, "the decision is none of allow, prompt, forbidden");
  const base = { action, rank: 0, plane: "*" };
  if (call.name === "network_rule") {
    const { host, protocol } = call.arguments;
    if (typeof host !== "string") throw new ConfigurationError(place, "a host is expected");
    const port = protocol === "https" ? ":443" : protocol === "http" ? ":80" : "";
    const pattern = action === "allow" ? `${host}${port}` : host;
    clauses.push({
      ...base,
      source: { file, line: call.line, text: `${String(decision)} ${host}` },
      ...sayPatterns([{ permission: "net.fetch", pattern }], action),
    });
    return;
  }
  const examples = examplesOf(call);
  for (const words of expand(call.arguments.pattern, place)) {
    const source = { file, line: call.line, text: `${String(decision)} ${words.join(" ")}` };
    const own = Object.fromEntries(
      Object.entries(examples)
        .map(([name, texts]) => [
          name,
          texts.filter((text) => name === "no_match" || isExampleOf(text, words)),
        ])
        .filter(([, texts]) => (texts ?? []).length > 0),
    ) as Pick<Rule, "match" | "no_match">;
    const said = sayCommand(readWords(words), action, own);
    clauses.push({ ...base, source, ...said, why: withReason(said.why, call) });
  }
}

/** Adds the justification, which has no field here; remarks on a line go above its rule as a comment. */
function withReason(why: string, { arguments: { justification } }: StarlarkCall): string {
  if (typeof justification !== "string") return why;
  const said = `its justification stays as a comment: ${justification}`;
  return why === "" ? said : `${why}; ${said}`;
}

/** With alternatives one example belongs to one of the rules that they became. */
function isExampleOf(text: string, words: readonly string[]): boolean {
  return text === words.join(" ") || text.startsWith(`${words.join(" ")} `);
}

/** Every way to choose among alternatives. */
function expand(pattern: StarlarkValue | undefined, place: string): readonly (readonly string[])[] {
  if (!Array.isArray(pattern) || pattern.length === 0)
    throw new ConfigurationError(place, "pattern must be a list of words");
  let found: readonly (readonly string[])[] = [[]];
  for (const piece of pattern as readonly StarlarkValue[]) {
    const choices = Array.isArray(piece) ? piece : [piece];
    if (choices.length === 0 || !choices.every((choice) => typeof choice === "string"))
      throw new ConfigurationError(place, "pattern must be a list of words, or of lists of words");
    found = found.flatMap((before) => choices.map((choice: string) => [...before, choice]));
    if (found.length > MOST)
      throw new ConfigurationError(place, `more than ${MOST} ways to read its alternatives`);
  }
  return found;
}

function examplesOf({
  arguments: given,
}: StarlarkCall): Readonly<Record<"match" | "no_match", readonly string[]>> {
  const texts = (value: StarlarkValue | undefined): readonly string[] =>
    Array.isArray(value) ? value.map(exampleText).filter((text) => text !== null) : [];
  return { match: texts(given.match), no_match: texts(given.not_match) };
}

/** A line, or a list of words that make one without quotes. */
function exampleText(example: StarlarkValue): string | null {
  if (typeof example === "string") return example;
  const isPlain =
    Array.isArray(example) &&
    example.every((word) => typeof word === "string" && /^[\w@%+=:,./-]+$/.test(word));
  return isPlain ? example.join(" ") : null;
}

function readConfig(text: string, file: string, { clauses, notes }: Sink): void {
  const config = parseToml(text, file);
  const at = (name: string): number => tomlLine(text, name);
  const { approval_policy: approvals, sandbox_mode: sandbox } = config;
  if (approvals !== undefined) {
    const source = {
      file,
      line: at("approval_policy"),
      text: `approval_policy ${JSON.stringify(approvals)}`,
    };
    if (approvals === "untrusted")
      clauses.push({
        source,
        action: "ask",
        rank: 0,
        plane: "*",
        ...sayWhole(["shell.run"], "ask"),
        outcome: "stricter",
        why: "commands that only look ask too; contained: false in your configuration says it better",
      });
    else
      notes.push({
        source,
        outcome: "unsaid",
        why: "when to ask is the mode here; set mode in your own configuration",
      });
  }
  if (sandbox !== undefined) {
    const source = {
      file,
      line: at("sandbox_mode"),
      text: `sandbox_mode ${JSON.stringify(sandbox)}`,
    };
    if (sandbox === "read-only")
      clauses.push({
        source,
        action: "ask",
        rank: 0,
        plane: "*",
        ...sayPatterns([{ permission: "fs.write", pattern: "*" }], "ask"),
      });
    else if (sandbox === "workspace-write")
      notes.push({
        source,
        outcome: "same",
        why: "a sandbox here writes to the workspace and to scratch only",
      });
    else notes.push({ source, outcome: "stricter", why: "the sandbox stays on" });
  }
  notes.push(...readLosses(config, { file, at }));
}

const REACH =
  'no rule opens a folder; add it to "reach" in your own configuration, or use --add-dir';
const LOSSES: Readonly<Record<string, string>> = {
  sandbox_workspace_write: "the sandbox here has settings of its own",
  permissions: "reach is set in your own configuration, not by rules",
  default_permissions: "reach is set in your own configuration, not by rules",
  profiles: "a profile is no rule; what it sets is not read",
};

/** Finds settings that hold calls back there, or open more, and are no rules here. */
function readLosses(
  config: Readonly<Record<string, unknown>>,
  { file, at }: { readonly file: string; readonly at: (name: string) => number },
): readonly SourceNote[] {
  const lost = (line: number, text: string, why: string): SourceNote => ({
    source: { file, line, text },
    outcome: "unsaid",
    why,
  });
  const roots = tableOf(config.sandbox_workspace_write).writable_roots;
  const servers = Object.entries(tableOf(config.mcp_servers)).flatMap(([server, settings]) =>
    ["enabled_tools", "disabled_tools"].flatMap((name) =>
      tableOf(settings)[name] === undefined
        ? []
        : [
            lost(
              at(name),
              `mcp_servers ${server} ${name}`,
              "which tools a server offers is set there",
            ),
          ],
    ),
  );
  return [
    ...Object.entries(LOSSES).flatMap(([name, why]) =>
      config[name] === undefined ? [] : [lost(at(name), name, why)],
    ),
    ...(Array.isArray(roots) ? roots : []).map((root) =>
      lost(at("writable_roots"), `writable_roots ${String(root)}`, REACH),
    ),
    ...servers,
  ];
}

function tableOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
