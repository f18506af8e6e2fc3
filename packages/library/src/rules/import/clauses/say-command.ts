/** Says a line about commands in our rules. Commands are named by capability: the same line binds every tool that runs one. */
import type { Rule, RuleAction } from "@toolplane/contract";
import type { Clause, ClauseRule } from "./clause.ts";
import type { CommandWords } from "./command-words.ts";

/** The fields that a translator fills in for a line. */
export type Said = Pick<Clause, "glob" | "rules" | "outcome" | "why">;

/** Says it; `examples` are kept on the rule that is exact. */
export function sayCommand(
  words: CommandWords,
  action: RuleAction,
  examples: Pick<Rule, "match" | "no_match"> = {},
): Said {
  const { inner, outer, isExact, glob, why } = words;
  if (isExact)
    return {
      glob,
      rules: [{ rule: { ...rule(outer, action), ...examples }, isExact }],
      outcome: "same",
      why: "",
    };
  const narrow: ClauseRule[] =
    inner === null ? [] : [{ rule: rule(inner, action), isExact: false }];
  if (action === "allow")
    return { glob, rules: narrow, outcome: inner === null ? "unsaid" : "stricter", why };
  const wide = { rule: rule(outer, "ask"), isExact: false };
  return {
    glob,
    rules: [...narrow, wide],
    outcome: "stricter",
    why: `${why}, so ${outer === "*" ? "every command that no rule allows" : `"${outer}"`} asks`,
  };
}

function rule(pattern: string, action: RuleAction): Rule {
  return { permission: "shell.run", pattern, action };
}
