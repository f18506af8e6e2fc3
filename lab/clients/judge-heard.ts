/** Judges what the model heard. Each check says what is wrong, or null. */
import type { Heard } from "./loopback-model.ts";
import type { SeenTool } from "./wire/wire.ts";

/** Names that clients give their own tools for files and commands. */
const OWN =
  /^(?:bash|shell|local_shell|exec_command|run_shell_command|run_commands?|execute_command|read|read_file|read_files|read_many_files|view|write|write_file|write_to_file|edit|multiedit|replace|replace_in_file|editor|create|apply_patch|notebookedit|glob|grep|grep_search|search_files|search_codebase|list|list_files|list_directory|ls|webfetch|web_fetch|fetch|fetch_web_content)$/i;
/** Ours, where a client puts no prefix before them. */
const BARE = /^(?:read|write|edit|glob|grep|bash|web_fetch|apply_patch|background|undo|question)$/;

/** Tools of the server are there, or named for a search; the client's own for files and commands are not. */
export function judgeList(heard: readonly Heard[]): string | null {
  const tools = heard.flatMap((one) => one.tools);
  const prefixed = tools.filter(({ name, group }) => `${group}${name}`.includes("toolplane"));
  const isNamed = heard.some(({ text }) => /toolplane[-_.:/]+read\b/.test(text));
  const isBare = prefixed.length === 0 && !isNamed;
  const ours = isBare ? tools.filter(({ name }) => BARE.test(name)) : prefixed;
  if (isBare && !ours.some(({ name }) => name === "background"))
    return `the model is shown no tool of toolplane, but ${namesOf(tools)}`;
  const own = tools.filter((tool) => !ours.includes(tool) && OWN.test(tool.name));
  return own.length === 0 ? null : `its own tools are on: ${namesOf(own)}`;
}

function namesOf(tools: readonly SeenTool[]): string {
  return [...new Set(tools.map(({ name, group }) => `${group}${name}`))].join(", ");
}

export function judgeRead(result: string | undefined): string | null {
  return result?.includes("The price is 42.") ? null : heardInstead(result);
}

/** With the rule, so that the model does not try again, and a person finds it. */
export function judgeRefusal(result: string | undefined): string | null {
  if (result?.includes("KEY=secret")) return "the file was read";
  return result?.includes("policy.jsonc") ? null : heardInstead(result);
}

/** The model reads that something is missing, and where the whole is, before it reads any of it. */
export function judgeCut(result: string | undefined): string | null {
  if (result === undefined) return heardInstead(result);
  // The words, or what stands for them in the structure that some clients show instead of the text.
  const notice = result.search(
    /\[Cut: this is only the beginning\. The whole output is at \/\S+;|"truncated": ?true, ?"output_path": ?"\//,
  );
  // Raw, or as JSON that some clients put results in.
  const output = result.search(/(?:^|[^\d])1(?:\n|\\+n)2(?:\n|\\+n)3(?:\n|\\+n)/);
  if (notice < 0)
    return `no word of the cut in ${result.length} characters: ${heardInstead(result)}`;
  return output >= 0 && output < notice ? "the notice comes after what was cut" : null;
}

export function heardInstead(result: string | undefined): string {
  return result === undefined
    ? "the model heard nothing"
    : `the model heard: ${result.slice(0, 300)}`;
}
