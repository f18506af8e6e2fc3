/** The kinds of subagents that are always there. A file of the same name takes the place of one. */
import type { SubagentType } from "./subagent-type.ts";

/** Tools of the search: looking, and nothing that changes or sends. */
const LOOKING: readonly string[] = [
  ...["read", "grep", "glob", "list", "code_search", "repo_overview", "lsp", "pdf_read"],
];

/** Used where none was named. */
export const DEFAULT_SUBAGENT = "general";

export const BUILT_IN_SUBAGENTS: readonly SubagentType[] = [
  {
    name: DEFAULT_SUBAGENT,
    description: "Any piece of work that can be done and reported on by itself.",
    instructions: [
      "You do one piece of work for another agent, with the tools that you are given.",
      "It sees nothing but your last answer: say there what you did, what you found out, and what is left open.",
    ].join("\n"),
    tools: null,
    model: null,
    deny: [],
    origin: "built-in",
    place: null,
  },
  {
    name: "search",
    description: "Finds out where and how something is done in the project. Reads only.",
    instructions: [
      "You find things out for another agent, by reading and searching. You change nothing.",
      "It sees nothing but your last answer: name files with lines there, quote what matters, and say what you did not find.",
    ].join("\n"),
    tools: LOOKING,
    model: null,
    deny: [],
    origin: "built-in",
    place: null,
  },
];
