/**
 * Splits a SKILL.md into front matter and body. Only a line of three dashes opens front matter: a word behind them names a
 * language in some readers (`---js`), and one of those readers runs it.
 */
export type SplitText =
  | { readonly kind: "split"; readonly front: string; readonly body: string }
  | { readonly kind: "none"; readonly body: string }
  | { readonly kind: "broken"; readonly reason: string };

/** Splits. The text has line feeds only and no byte order mark. */
export function splitFrontMatter(text: string): SplitText {
  const start = text.replace(/^(?:[ \t]*\n)+/, "");
  const lines = start.split("\n");
  const [first = ""] = lines;
  if (!first.startsWith("---")) return { kind: "none", body: text };
  const word = first.slice(3).trim();
  if (/^[A-Za-z]/.test(word))
    return {
      kind: "broken",
      reason: `its front matter is in ${word.slice(0, 20)}, and only YAML is read`,
    };
  // A longer rule of dashes is a line across the page, not an opening.
  if (word !== "") return { kind: "none", body: text };
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (end < 0)
    return { kind: "broken", reason: "its front matter has no end: a line of three dashes" };
  return {
    kind: "split",
    front: lines.slice(1, end).join("\n"),
    body: lines.slice(end + 1).join("\n"),
  };
}
