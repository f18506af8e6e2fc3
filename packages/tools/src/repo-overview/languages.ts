// data table: languages by the endings of file names, and the grammar that outlines them
/** A language. Without a grammar it is counted only. */
export interface Language {
  readonly name: string;
  readonly grammar?: string;
}

const ROWS: readonly (readonly [name: string, endings: string, grammar?: string])[] = [
  ["TypeScript", "ts mts cts", "typescript"],
  ["TSX", "tsx", "tsx"],
  ["JavaScript", "js mjs cjs jsx", "javascript"],
  ["Python", "py pyi", "python"],
  ["Go", "go", "go"],
  ["Rust", "rs", "rust"],
  ["Java", "java", "java"],
  ["C", "c h", "cpp"],
  ["C++", "cc cpp cxx hh hpp hxx", "cpp"],
  ["C#", "cs", "c-sharp"],
  ["PHP", "php", "php"],
  ["Ruby", "rb", "ruby"],
  ["Shell", "sh bash zsh", "bash"],
  ["Kotlin", "kt kts"],
  ["Swift", "swift"],
  ["Scala", "scala sc"],
  ["Dart", "dart"],
  ["Lua", "lua"],
  ["Elixir", "ex exs"],
  ["Erlang", "erl hrl"],
  ["Haskell", "hs"],
  ["OCaml", "ml mli"],
  ["Clojure", "clj cljs cljc"],
  ["R", "r R"],
  ["Julia", "jl"],
  ["Zig", "zig"],
  ["Vue", "vue"],
  ["Svelte", "svelte"],
  ["HTML", "html htm"],
  ["CSS", "css scss sass less"],
  ["SQL", "sql"],
  ["PowerShell", "ps1 psm1"],
  ["Terraform", "tf"],
  ["Protocol Buffers", "proto"],
  ["GraphQL", "graphql gql"],
  ["Markdown", "md mdx"],
  ["JSON", "json jsonc json5"],
  ["YAML", "yaml yml"],
  ["TOML", "toml"],
  ["XML", "xml xsd"],
  ["Notebook", "ipynb"],
];

const BY_ENDING: ReadonlyMap<string, Language> = new Map(
  ROWS.flatMap(([name, endings, grammar]) => {
    const language = grammar === undefined ? { name } : { name, grammar };
    return endings.split(" ").map((ending) => [ending, language] as const);
  }),
);

/** The grammars that files are outlined by, each once. The build packs these. */
export const GRAMMARS: readonly string[] = [
  ...new Set(ROWS.flatMap(([, , grammar]) => (grammar === undefined ? [] : [grammar]))),
];

const BY_NAME: ReadonlyMap<string, Language> = new Map([
  ["Dockerfile", { name: "Dockerfile" }],
  ["Makefile", { name: "Makefile" }],
  ["CMakeLists.txt", { name: "CMake" }],
]);

/** The language of a file by its name; null when the name gives none. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return BY_NAME.get(name) ?? (dot > 0 ? BY_ENDING.get(name.slice(dot + 1)) : undefined) ?? null;
}
