import type { Token } from "./tokenize.ts";

/** One edge out of a file, whatever syntax draws it. A type-only edge counts like any other. */
export interface ImportEdge {
  readonly specifier: string;
  readonly line: number;
  readonly kind: "import" | "export" | "export-star" | "dynamic";
  readonly typeOnly: boolean;
}

/** The specifier given to an `import()` whose argument is computed: no gate can follow it. */
export const COMPUTED_SPECIFIER = "<computed>";

/** Every module that a file names: import, export … from, import(), import("x").Type and require(). */
export function readImports(tokens: readonly Token[]): readonly ImportEdge[] {
  const edges: ImportEdge[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== "word" || isMember(tokens, index)) return;
    const edge = edgeAt(tokens, index);
    if (edge !== undefined) edges.push(edge);
  });
  return edges;
}

function edgeAt(tokens: readonly Token[], index: number): ImportEdge | undefined {
  const next = tokens[index + 1];
  switch (tokens[index]?.text) {
    case "import":
      if (next?.text === "(" && next.kind === "punctuation") return callEdge(tokens, index);
      return clauseEdge(tokens, index, "import");
    case "require":
      return next?.text === "(" && next.kind === "punctuation"
        ? callEdge(tokens, index)
        : undefined;
    case "export":
      return exportEdge(tokens, index);
    default:
      return undefined;
  }
}

function exportEdge(tokens: readonly Token[], index: number): ImportEdge | undefined {
  const offset = tokens[index + 1]?.text === "type" ? 2 : 1;
  const opener = tokens[index + offset];
  if (opener?.kind !== "punctuation") return undefined;
  if (opener.text === "*") return clauseEdge(tokens, index, "export-star");
  if (opener.text !== "{") return undefined;
  const close = tokens.findIndex((token, at) => at > index && isPunctuation(token, "}"));
  return tokens[close + 1]?.text === "from" ? clauseEdge(tokens, index, "export") : undefined;
}

// From the keyword to the string that names the module. An `import` clause holds no other string but
// `"quoted name" as x`, which no `from` precedes.
function clauseEdge(
  tokens: readonly Token[],
  index: number,
  kind: ImportEdge["kind"],
): ImportEdge | undefined {
  for (let at = index + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || isPunctuation(token, ";") || isPunctuation(token, "=")) break;
    if (at === index + 1 && isPunctuation(token, ".")) break;
    const names = at === index + 1 || tokens[at - 1]?.text === "from";
    if (token.kind === "string" && names) {
      const typeOnly = isTypeOnly(tokens.slice(index + 1, at));
      return { specifier: token.text, line: tokens[index]?.line ?? token.line, kind, typeOnly };
    }
  }
  return undefined;
}

function callEdge(tokens: readonly Token[], index: number): ImportEdge | undefined {
  const line = tokens[index]?.line ?? 0;
  const argument = tokens[index + 2];
  const after = tokens[index + 3];
  const literal =
    (argument?.kind === "string" || argument?.kind === "template") &&
    after?.kind === "punctuation" &&
    (after.text === ")" || after.text === ",");
  const specifier = literal ? argument.text : COMPUTED_SPECIFIER;
  return { specifier, line, kind: "dynamic", typeOnly: false };
}

// `{ type A }` alone does not make an edge type-only: under verbatimModuleSyntax the import itself stays.
function isTypeOnly(clause: readonly Token[]): boolean {
  const second = clause[1]?.text;
  return clause[0]?.text === "type" && second !== "from" && second !== ",";
}

function isMember(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  if (isPunctuation(before, ".") || isPunctuation(before, "?.")) return true;
  return isPunctuation(after, ":");
}

function isPunctuation(token: Token | undefined, text: string): boolean {
  return token?.kind === "punctuation" && token.text === text;
}
