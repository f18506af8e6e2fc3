/** Renders a settled call: its changes, and its text as people read it. */
import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { ContentPart, ToolResult } from "@toolplane/contract";
import { personMessage } from "@toolplane/kernel";
import { diffContent } from "./diff-content.ts";

const MAX_CHARACTERS = 32_000;

export function resultContent(result: ToolResult, cwd: string): ToolCallContent[] {
  const changes = result.type === "output" ? changesOf(result.details, cwd) : [];
  const message = personMessage(result);
  if (changes.length > 0) return message === "" ? changes : [...changes, textContent(message)];
  const text = resultText(result);
  const pictures = (result.content ?? []).flatMap(pictureOf);
  return [...(text === "" ? [] : [textContent(text)]), ...pictures];
}

export function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: boundText(text) } };
}

/** Without the fence that a model is shown around text from outside: a person sees the tool it came from. */
function resultText(result: ToolResult): string {
  const notes = (result.content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : []));
  const own = result.type === "error" ? result.error_text : dataText(result.data);
  const message = personMessage(result);
  const all = [own, ...notes, ...(notes.includes(message) ? [] : [message])];
  return all.filter((text) => text !== "").join("\n");
}

function dataText(data: unknown): string {
  if (typeof data === "string") return data;
  if (data === null || data === undefined) return "";
  const { head } = data as { readonly head?: unknown };
  return typeof head === "string" ? head : JSON.stringify(data, null, 2);
}

function boundText(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS)}\n… ${text.length - MAX_CHARACTERS} more characters`;
}

function pictureOf(part: ContentPart): ToolCallContent[] {
  if (part.type !== "image") return [];
  const { data, mime_type: mimeType } = part;
  return [{ type: "content", content: { type: "image", data, mimeType } }];
}

/** Tools that change files say so in their details: one diff, or one for each file. */
function changesOf(details: unknown, cwd: string): ToolCallContent[] {
  const { diff, diffs } = (details ?? {}) as { readonly diff?: unknown; readonly diffs?: unknown };
  if (typeof diff === "string") return diffContent(diff, { cwd });
  if (!Array.isArray(diffs)) return [];
  return diffs.flatMap((one: { readonly path?: unknown; readonly diff?: unknown } | null) =>
    typeof one?.diff === "string"
      ? diffContent(one.diff, { cwd, ...(typeof one.path === "string" ? { path: one.path } : {}) })
      : [],
  );
}
