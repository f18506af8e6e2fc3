/** A result on standard output: text as text, everything else as JSON, pictures in words. Nothing in it speaks to the terminal. */
import { createReadStream } from "node:fs";
import { type OutputResult, wallLinesOf } from "@toolplane/contract";
import { endedBadly } from "@toolplane/library/rooms/record";
import { errorCode, escapeLines, formatBytes } from "@toolplane/readings";
import type { Terminal } from "../../terminal/terminal.ts";

/** Prints it; what was cut is printed whole, from where it lies. */
export async function printResult(terminal: Terminal, result: OutputResult): Promise<void> {
  if (terminal.wantsJson) return;
  const { content = [], data, metadata } = result;
  const whole = metadata.truncated === true ? metadata.output_path : undefined;
  if (whole !== undefined && (await printFile(terminal, whole))) return;
  const texts = content.filter((part) => part.type === "text").map(({ text }) => text);
  const isRemark = typeof data === "string" ? () => true : isBracketed;
  const words = texts.filter((text) => !isRemark(text));
  // Beside a text, content is a remark about it; beside anything else it is the same thing in words, unless it says it is a remark.
  await printText(terminal, words.length === 0 ? dataText(data) : words.join("\n"));
  // The last line says how a command ended; what stood in its way it does not say.
  const remarks = endedBadly(result.details) ? wallLinesOf(result) : texts.filter(isRemark);
  for (const text of remarks) terminal.note(escapeLines(text));
  for (const part of content)
    if (part.type === "image")
      await printText(terminal, `[${part.mime_type}, ${formatBytes(sizeOf(part.data))}]`);
}

/** Our own tools put their remarks about a result in brackets, line by line. */
function isBracketed(text: string): boolean {
  return text.split("\n").every((line) => /^\[.*\]$/.test(line));
}

function dataText(data: unknown): string {
  if (data === null || data === undefined) return "";
  if (typeof data === "string") return data;
  const head = (data as { head?: unknown }).head;
  if (typeof head === "string" && Object.keys(data).length === 1) return head;
  return JSON.stringify(data, null, 2);
}

async function printText(terminal: Terminal, text: string): Promise<void> {
  if (text === "") return;
  const shown = terminal.isOutTerminal ? escapeLines(text) : text;
  await terminal.write(shown.endsWith("\n") ? shown : `${shown}\n`);
}

/** False when it cannot be read: then the head has to do. */
async function printFile(terminal: Terminal, path: string): Promise<boolean> {
  let last = "\n";
  try {
    for await (const chunk of createReadStream(path, "utf8")) {
      const text = terminal.isOutTerminal ? escapeLines(String(chunk)) : String(chunk);
      await terminal.write(text);
      last = text.at(-1) ?? last;
    }
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return false;
  }
  if (last !== "\n") await terminal.write("\n");
  return true;
}

function sizeOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}
