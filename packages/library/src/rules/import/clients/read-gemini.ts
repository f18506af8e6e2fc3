/**
 * Policies of Gemini CLI: of the rules that match, the one with the highest priority decides, and whose file it is comes before
 * the number in it. What holds in another mode than the default one is not taken: there is one set of rules here.
 */
import { ConfigurationError, type RuleAction } from "@toolplane/contract";
import type { Clause, SourceLine, SourceNote, SourcePolicy } from "../clauses/clause.ts";
import type { Said } from "../clauses/say-command.ts";
import { butStricter, unsaid } from "../clauses/say-tool.ts";
import { parseToml } from "../source/parse-toml.ts";
import type { SourceFile } from "../source/source-file.ts";
import { tomlTables } from "../source/toml-line.ts";
import { readGeminiSettings } from "./read-gemini-settings.ts";
import { sayGeminiCommand, sayGeminiTools } from "./say-gemini.ts";

const DECISIONS: Readonly<Record<string, RuleAction>> = {
  allow: "allow",
  ask_user: "ask",
  deny: "deny",
};
const WORKSPACE_TIER = 3;
const USER_TIER = 4;
const ADMIN_TIER = 5;

/** Reads `policies/*.toml` and `settings.json`. Throws a ConfigurationError for a file that cannot be read as one. */
export function readGemini(files: readonly SourceFile[]): SourcePolicy {
  const clauses: Clause[] = [];
  const notes: SourceNote[] = [];
  for (const source of files) {
    if (!source.file.endsWith(".toml")) {
      const settings = readGeminiSettings(source);
      clauses.push(...settings.clauses);
      notes.push(...settings.notes);
      continue;
    }
    const { file, text, isPersonal } = source;
    const { rule: rules } = parseToml(text, file);
    const lines = tomlTables(text, "rule");
    const tier = file.startsWith("/etc/") ? ADMIN_TIER : isPersonal ? USER_TIER : WORKSPACE_TIER;
    for (const [index, rule] of (Array.isArray(rules) ? rules : []).entries())
      clauses.push(...readRule(rule as GeminiRule, { file, line: lines[index] ?? 1, tier }));
  }
  return { clauses, notes };
}

type GeminiRule = Readonly<Record<string, unknown>>;

function readRule(
  rule: GeminiRule,
  { file, line, tier }: { readonly file: string; readonly line: number; readonly tier: number },
): readonly Clause[] {
  const action = DECISIONS[String(rule.decision)];
  if (action === undefined)
    throw new ConfigurationError(`${file}:${line}`, "decision is none of allow, ask_user, deny");
  const priority = typeof rule.priority === "number" ? rule.priority : 0;
  const names = texts(rule.toolName);
  const server = typeof rule.mcpName === "string" ? rule.mcpName : null;
  const isShell =
    rule.commandPrefix !== undefined ||
    rule.commandRegex !== undefined ||
    names.includes("run_shell_command");
  const said = isShell
    ? sayGeminiCommand(rule, action)
    : sayGeminiTools(names, { server, rule, action });
  const source: SourceLine = { file, line, text: describe(rule, names, server) };
  return said.map((one) => ({
    source,
    action,
    rank: tier + priority / 1000,
    plane: "*",
    ...narrow(one, rule, action),
  }));
}

/** Conditions that cannot be said: an allowance is left out, a restriction holds without them. */
function narrow(
  said: Said,
  { modes, subagent, interactive, toolAnnotations }: GeminiRule,
  action: RuleAction,
): Said {
  const given = texts(modes);
  if (given.length > 0 && !given.includes("default"))
    return unsaid(`it holds in mode ${given.join(", ")} only`);
  const conditions = Object.entries({ subagent, interactive, toolAnnotations }).filter(
    ([, value]) => value !== undefined,
  );
  const [name] = conditions[0] ?? [];
  if (name === undefined) return said;
  if (action === "allow") return unsaid(`the condition ${name} cannot be said`);
  return butStricter(said, `it holds whatever ${name} is`);
}

function describe(rule: GeminiRule, names: readonly string[], server: string | null): string {
  const what = [rule.commandPrefix, rule.commandRegex, rule.argsPattern].find(
    (value) => value !== undefined,
  );
  const tool = [server, ...names].filter((name) => name !== null).join(" ") || "run_shell_command";
  return `${String(rule.decision)} ${tool}${what === undefined ? "" : ` ${texts(what).join(" | ")}`}`;
}

/** A text or a list of them. */
function texts(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string");
}
