/** The words of a language told apart: keywords, text, comments. Colour only ever comes on top; the text stays as it is. */
import * as languages from "@speed-highlight/core/languages";
import { type ShjLanguageData, type ShjToken, tokenizeWith } from "@speed-highlight/core/tokenize";
import type { Paint, Style } from "../../terminal/paint.ts";

/** More is shown without it: reading it would take longer than a person waits. */
const MOST_CODE = 20_000;

const STYLES: Readonly<Partial<Record<ShjToken, Style>>> = {
  kwd: "bold",
  type: "bold",
  bool: "bold",
  section: "bold",
  str: "accent",
  cmnt: "dim",
};

/** Their types name absent members as undefined, which ours tell apart. */
const KNOWN = languages as Readonly<Record<string, ShjLanguageData>>;

/** Names and file endings that people use beside the language's own. */
const ALIASES: Readonly<Record<string, string>> = {
  javascript: "js",
  jsx: "js",
  mjs: "js",
  cjs: "js",
  typescript: "ts",
  tsx: "ts",
  mts: "ts",
  python: "py",
  rust: "rs",
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  yml: "yaml",
  jsonc: "json",
  markdown: "md",
  h: "c",
  cpp: "c",
  htm: "html",
  svg: "xml",
};

/** The lines of it; null where there is no colour or the language is not known. */
export function highlightCode(
  code: string,
  language: string,
  paint: Paint,
): readonly string[] | null {
  const name = language.trim().split(/\s/)[0]?.toLowerCase() ?? "";
  const known = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? "") : name;
  if (!paint.hasColour || code.length > MOST_CODE || !Object.hasOwn(KNOWN, known)) return null;
  let drawn = "";
  tokenizeWith(
    code,
    known,
    (text, token) => {
      drawn += styled(text, token === undefined ? undefined : STYLES[token], paint);
    },
    { languages: KNOWN },
  );
  return drawn.split("\n");
}

/** Styles are put on each line by itself, so that a line can be drawn without the one before it. */
function styled(text: string, style: Style | undefined, paint: Paint): string {
  if (style === undefined) return text;
  return text
    .split("\n")
    .map((part) => (part === "" ? "" : paint.style(style, part)))
    .join("\n");
}
