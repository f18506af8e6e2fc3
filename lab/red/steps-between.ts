/** The calls by which an agent makes one project of another. */
import type { ScriptedTurn } from "toolplane/agent";
import type { Files } from "../../test/checks/check-world.ts";
import type { RedCase } from "./red-cases.ts";

/** Links of a project lead to the program of a package of its own. */
const LINKED = "vitest/vitest.mjs";

export function stepsBetween(
  before: Files,
  after: Files,
  by: RedCase["by"],
): readonly ScriptedTurn[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => {
      const text = after[path];
      if (text?.startsWith("-> ")) return bash(`rm -f ${path}; ln -s ../${LINKED} ${path}`);
      if (text === undefined) return bash(`rm -rf ${path}`);
      if (by === "commands" || text.startsWith("#!")) return bash(written(path, text));
      const write = { name: "write", arguments: { path, content: text } };
      const read = { name: "read", arguments: { path } };
      return { calls: before[path] === undefined ? [write] : [read, write] };
    });
}

function bash(command: string): ScriptedTurn {
  return { calls: [{ name: "bash", arguments: { command } }] };
}

function written(path: string, text: string): string {
  const folder = path.includes("/") ? `mkdir -p ${path.replace(/\/[^/]*$/, "")}; ` : "";
  const mode = text.startsWith("#!") ? `; chmod +x ${path}` : "";
  // Another file and not the one that a link of this name leads to.
  return `${folder}rm -f ${path}; printf %s ${quoted(text)} > ${path}${mode}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
