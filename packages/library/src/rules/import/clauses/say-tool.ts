/** Says a line about a whole tool, a file or a host in our rules. */
import type { RuleAction } from "@toolplane/contract";
import type { Said } from "./say-command.ts";

/** Exactly these permissions, everything about them. */
export function sayWhole(permissions: readonly string[], action: RuleAction): Said {
  return sayPatterns(
    permissions.map((permission) => ({ permission, pattern: "*" })),
    action,
  );
}

export function sayPatterns(
  patterns: readonly { readonly permission: string; readonly pattern: string }[],
  action: RuleAction,
): Said {
  return {
    glob: null,
    rules: patterns.map((pattern) => ({ rule: { ...pattern, action }, isExact: true })),
    outcome: "same",
    why: "",
  };
}

/** More than the line means: a restriction asks there, an allowance is left out. */
export function sayWider(
  patterns: readonly { readonly permission: string; readonly pattern: string }[],
  action: RuleAction,
  why: string,
): Said {
  if (action === "allow") return unsaid(why);
  return {
    glob: null,
    rules: patterns.map((pattern) => ({ rule: { ...pattern, action: "ask" }, isExact: false })),
    outcome: "stricter",
    why: `${why}, so all of it asks`,
  };
}

/** The same words, with something to say about them. */
export function butStricter(said: Said, why: string): Said {
  return {
    ...said,
    rules: said.rules.map((entry) => ({ ...entry, isExact: false })),
    outcome: "stricter",
    why: said.why === "" ? why : `${said.why}; ${why}`,
  };
}

export function unsaid(why: string): Said {
  return { glob: null, rules: [], outcome: "unsaid", why };
}
