/** A call as a program of one line that makes it, for the road through `code_mode`. */
import { codeModeTool } from "@toolplane/tools";
import type { AttackCase, CaseCall, CaseRule } from "./attack-case.ts";

/** A little less than the longest program that `code_mode` takes. */
const MAX_CHARS = 99_000;

/** How the calls of a case are made. */
export type Way = "direct" | "program";

/** The call of `code_mode` that makes this one. The arguments go as text: an object literal would read `__proto__` its own way. */
export function callAsProgram({ tool, args = {} }: CaseCall): CaseCall {
  const text = JSON.stringify(JSON.stringify(args));
  const program = `return await tools[${JSON.stringify(tool)}](JSON.parse(${text}));`;
  return { tool: codeModeTool.id, args: { program } };
}

/** The id of the only call that such a program makes. */
export function innerId(id: string): string {
  return `${id}.1`;
}

/** Why a program cannot make the calls of an expanded case, or null when it can. */
export function whyNoProgram({ call, given }: AttackCase): string | null {
  if (given.rules?.some(deniesPrograms)) return "has a rule that denies programs themselves";
  for (const each of call.then ? [call, call.then] : [call]) {
    if (each.tool === "$register") return "registers a tool, which no program can";
    if (each.raw !== undefined) return "is about the text of arguments, and a program gives values";
    if (!fits(each)) return "has arguments that do not fit into a program";
  }
  return null;
}

/** A rule against everything is one against `code_mode`, whatever a further rule permits the tool that the program would call. */
function deniesPrograms(rule: CaseRule | null): boolean {
  if (typeof rule !== "object" || rule?.action !== "deny") return false;
  const { permission, pattern } = rule;
  return (
    (permission === "*" || permission === codeModeTool.id) && (pattern === "*" || pattern === "**")
  );
}

function fits(call: CaseCall): boolean {
  try {
    return JSON.stringify(callAsProgram(call).args).length <= MAX_CHARS;
  } catch {
    return false;
  }
}
