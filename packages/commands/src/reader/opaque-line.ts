/** A command line that nobody parses: with the parser switched off, and where nothing that runs commands is loaded. */
import type { Analysis, ShellAnalysis } from "@toolplane/contract/ports";

const MAX_BYTES = 64 * 1024;

/** Reads a line as one opaque part, or says why it can be no line at all. */
export function opaqueLine(text: string): Analysis<ShellAnalysis> {
  const fault = lineFault(text);
  if (fault) return { ok: false, message: fault };
  const opaque = [
    {
      text: text.slice(0, 200),
      reason: "the parser is switched off",
      unreadProgram: true as const,
    },
  ];
  return { ok: true, value: { units: [], resources: [], opaque } };
}

/** Why a text can be no command line; null when it can. */
export function lineFault(text: string): string | null {
  if (text.trim() === "") return "a command must not be empty";
  if (text.includes("\0")) return "the command holds a NUL character; bash cannot be given one";
  if (text.length <= MAX_BYTES / 3) return null;
  if (new TextEncoder().encode(text).length <= MAX_BYTES) return null;
  return "the command is longer than 64 KiB; put it into a script file and run that";
}
