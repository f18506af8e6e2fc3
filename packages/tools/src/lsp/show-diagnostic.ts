import type { CodeDiagnostic } from "@toolplane/contract";
import { oneLine } from "./one-line.ts";

const MAX_MESSAGE_CHARS = 1_000;

/** As compilers write it: place, severity, message, who says so. */
export function showDiagnostic(diagnostic: CodeDiagnostic): string {
  const { line, character, severity, message, source } = diagnostic;
  const from = source === "" ? "" : ` (${oneLine(source)})`;
  return `${line + 1}:${character + 1} ${severity} ${oneLine(message, MAX_MESSAGE_CHARS)}${from}`;
}
