/** The protocol's name of a language by a file's ending; the ending itself where it has no other. */
export function languageId(ending: string): string {
  const word = ending.replace(/^\./, "").toLowerCase();
  return IDS.get(word) ?? (word || "plaintext");
}

const IDS: ReadonlyMap<string, string> = new Map([
  ...(["ts", "mts", "cts"] as const).map((one) => [one, "typescript"] as const),
  ...(["js", "mjs", "cjs"] as const).map((one) => [one, "javascript"] as const),
  ["tsx", "typescriptreact"],
  ["jsx", "javascriptreact"],
  ["py", "python"],
  ["pyi", "python"],
  ["rs", "rust"],
  ["sh", "shellscript"],
  ["bash", "shellscript"],
  ["h", "c"],
  ["cc", "cpp"],
  ["hpp", "cpp"],
]);
