/**
 * Reads what a person searches for: filters of a command line or of an address become terms of the index. A path may hold wildcards;
 * the index narrows it down to a beginning, and what is found is compared with the pattern.
 */
import { ToolError } from "@toolplane/contract";
import type { CallVerdict } from "@toolplane/contract/console";
import type { CallEntry, CallTerm } from "@toolplane/contract/ports";
import { compilePathAlternative, foldText, formatCount } from "@toolplane/readings";
import { searchWords } from "./call-words.ts";
import { type TermKind, termOf, textsOf } from "./term-kinds.ts";

export interface CallFilters {
  /** Words that must all be in it. */
  readonly words?: string;
  readonly tool?: string;
  readonly command?: string;
  /** An absolute path, a folder, or a glob. */
  readonly path?: string;
  readonly host?: string;
  readonly rule?: string;
  readonly verdict?: string;
  readonly client?: string;
  readonly person?: string;
  readonly session?: string;
  readonly workspace?: string;
}

export interface ReadCallQuery {
  readonly terms: readonly CallTerm[];
  /** False for what the terms let through and the filters do not mean. */
  readonly keeps: (entry: Pick<CallEntry, "terms">) => boolean;
}

export const CALL_VERDICTS: readonly CallVerdict[] = [
  "allowed",
  "asked",
  "denied",
  "rejected",
  "failed",
  "stopped",
];

const MAX_TEXT = 500;
const MAX_WORDS = 12;

/** Throws `invalid_input` for a filter that cannot be meant. */
export function readCallQuery(filters: CallFilters): ReadCallQuery {
  for (const [name, text] of Object.entries(filters) as readonly [string, string | undefined][])
    if ((text?.length ?? 0) > (name === "path" || name === "workspace" ? 4_096 : MAX_TEXT))
      throw new ToolError(
        "invalid_input",
        `That is too long to search for: ${formatCount(text?.length ?? 0)} characters. Search for the first words of it.`,
      );
  const { words = "", tool, verdict, host, path, session, workspace } = filters;
  if (verdict !== undefined && !CALL_VERDICTS.some((known) => known === verdict))
    throw new ToolError(
      "invalid_input",
      `There is no verdict ${JSON.stringify(verdict)}: use ${CALL_VERDICTS.join(", ")}.`,
    );
  const begins = (kind: TermKind, text: string | undefined): readonly CallTerm[] =>
    text === undefined || text === "" ? [] : [{ text: termOf(kind, text), isWhole: false }];
  const whole = (kind: TermKind, text: string | undefined): readonly CallTerm[] =>
    text === undefined || text === "" ? [] : [{ text: termOf(kind, text), isWhole: true }];
  const found = path === undefined || path === "" ? null : readPath(path);
  return {
    terms: [
      ...(tool?.endsWith("*") ? begins("tool", tool.slice(0, -1)) : whole("tool", tool)),
      ...begins("command", filters.command?.replace(/\s+/g, " ").trim()),
      ...(found?.terms ?? []),
      ...whole("host", host?.replace(/^\*\./, "")),
      ...begins("rule", filters.rule),
      ...whole("verdict", verdict),
      ...begins("client", filters.client),
      ...begins("person", filters.person),
      ...whole("session", session),
      ...whole("workspace", workspace),
      ...searchWords(words)
        .slice(0, MAX_WORDS)
        .flatMap((word) => begins("word", word)),
    ],
    keeps: ({ terms }) => found === null || textsOf("path", terms).some(found.matches),
  };
}

interface FoundPath {
  readonly terms: readonly CallTerm[];
  readonly matches: (path: string) => boolean;
}

/** A path without wildcards means itself and everything below it. */
function readPath(text: string): FoundPath {
  const path = foldText(text.length > 1 ? text.replace(/\/+$/, "") : text);
  const glob = compilePathAlternative(path);
  if (!glob.ok)
    throw new ToolError("invalid_input", `This cannot be searched as a path: it ${glob.message}.`);
  const { literal, test } = glob.value;
  const start = literal ? path : path.slice(0, path.search(/[*?\\]/));
  const below = path === "/" ? path : `${path}/`;
  return {
    terms: [{ text: termOf("path", start), isWhole: false }, ...namedPart(path, literal)],
    matches: literal ? (one) => one === path || one.startsWith(below) : test,
  };
}

/** A last name without wildcards is a word: it leads to fewer calls than the folder that a glob begins with. */
function namedPart(path: string, isLiteral: boolean): readonly CallTerm[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const [word, ...others] = searchWords(name);
  if (isLiteral || word === undefined || others.length > 0 || /[*?\\]/.test(name)) return [];
  return [{ text: termOf("word", word), isWhole: true }];
}
