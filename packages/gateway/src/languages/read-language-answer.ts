/** Reads a server's answers as a stranger's text: what has another form than the protocol's is left out. */
import { fileURLToPath } from "node:url";
import type {
  CodeDiagnostic,
  CodeEdit,
  CodeLocation,
  CodePlace,
  CodeSymbol,
} from "@toolplane/contract";

const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 8;
const MAX_TEXT = 100_000;

type Fields = Readonly<Record<string, unknown>>;

/** Of `textDocument/definition` and `references`: one, several, or links. */
export function readLocations(answer: unknown): readonly CodeLocation[] {
  return listOf(answer).flatMap((one) => {
    if (!isFields(one)) return [];
    const path = pathOf(one.uri ?? one.targetUri);
    const at = placeOf(one.range ?? one.targetSelectionRange ?? one.targetRange);
    return path === null || at === null ? [] : [{ path, ...at.start }];
  });
}

/** Of `textDocument/hover`: Markdown, plain text, or the older forms. */
export function readHover(answer: unknown): string {
  const contents = isFields(answer) ? answer.contents : null;
  return listOf(contents)
    .map((part) => (isFields(part) ? textOf(part.value) : textOf(part)))
    .join("\n\n")
    .slice(0, MAX_TEXT);
}

/** Of `textDocument/documentSymbol`: a tree, or the older list. */
export function readSymbols(answer: unknown): readonly CodeSymbol[] {
  const symbols: CodeSymbol[] = [];
  const add = (list: unknown, depth: number): void => {
    for (const one of listOf(list)) {
      if (!isFields(one) || symbols.length >= MAX_ENTRIES) continue;
      const at = placeOf(
        one.selectionRange ?? (isFields(one.location) ? one.location.range : null),
      );
      if (at === null) continue;
      const kind = SYMBOL_KINDS[Number(one.kind)] ?? "symbol";
      symbols.push({ name: textOf(one.name), kind, depth, ...at.start });
      if (depth < MAX_DEPTH) add(one.children, depth + 1);
    }
  };
  add(answer, 0);
  return symbols;
}

/** Of `textDocument/diagnostic` (`items`) and of `publishDiagnostics` (`diagnostics`). */
export function readDiagnostics(list: unknown): readonly CodeDiagnostic[] {
  return listOf(list).flatMap((one) => {
    const at = isFields(one) ? placeOf(one.range) : null;
    if (!isFields(one) || at === null) return [];
    const code = typeof one.code === "string" || typeof one.code === "number" ? one.code : "";
    return [
      {
        ...at.start,
        severity: SEVERITIES[Number(one.severity)] ?? "error",
        message: textOf(one.message),
        source: `${textOf(one.source)} ${code}`.trim(),
      },
    ];
  });
}

/** Of `textDocument/rename`: changes of texts; a change that makes or moves files is no rename of a name, and left out. */
export function readEdits(answer: unknown): readonly CodeEdit[] {
  if (!isFields(answer)) return [];
  const changes = isFields(answer.changes) ? Object.entries(answer.changes) : [];
  const documents = listOf(answer.documentChanges).flatMap((one) =>
    isFields(one) && isFields(one.textDocument) ? [[one.textDocument.uri, one.edits] as const] : [],
  );
  return [...changes, ...documents].slice(0, MAX_ENTRIES).flatMap(([uri, edits]) => {
    const path = pathOf(uri);
    if (path === null) return [];
    return listOf(edits).flatMap((edit) => {
      const at = isFields(edit) ? placeOf(edit.range) : null;
      if (!isFields(edit) || at === null) return [];
      const { line: endLine, character: endCharacter } = at.end;
      return [{ path, ...at.start, endLine, endCharacter, text: textOf(edit.newText) }];
    });
  });
}

const SEVERITIES: readonly (CodeDiagnostic["severity"] | undefined)[] = [
  ...([undefined, "error", "warning", "information", "hint"] as const),
];

/** By the protocol's numbers. */
const SYMBOL_KINDS: readonly string[] =
  "symbol file module namespace package class method property field constructor enum interface function variable constant string number boolean array object key null enum-member struct event operator type-parameter".split(
    " ",
  );

function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [value];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, MAX_TEXT) : "";
}

/** Reads a path from an address. Only files of this machine: anything else that a server names could not be opened. */
function pathOf(uri: unknown): string | null {
  if (typeof uri !== "string" || !uri.startsWith("file:///")) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

function placeOf(range: unknown): { readonly start: CodePlace; readonly end: CodePlace } | null {
  if (!isFields(range)) return null;
  const start = pointOf(range.start);
  const end = pointOf(range.end);
  return start === null || end === null ? null : { start, end };
}

function pointOf(value: unknown): CodePlace | null {
  if (!isFields(value)) return null;
  const { line, character } = value;
  return isCount(line) && isCount(character) ? { line, character } : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
