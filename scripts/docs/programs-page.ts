/** The known programs, as the reading of command lines exports them. */
export interface ProgramTable {
  readonly programs: readonly {
    readonly names: string;
    readonly readsOnly?: true;
    readonly operands: string;
  }[];
  readonly wrappers: readonly { readonly names: string; readonly neutral?: true }[];
}

const OPERANDS: Readonly<Record<string, string>> = {
  read: "files that are read",
  "read-tree": "files and folders that are read",
  name: "files, of which only the name is looked at",
  listed: "files by name, and folders that are listed",
  "listed-tree": "folders that are listed with all below them",
  write: "files that are written, made or removed",
  rewrite: "files that are read and written anew",
  copy: "files that are read, and where they go",
  move: "files that are taken away, and where they go",
  remote: "files here or on another machine",
  pack: "an archive that is written, and what goes into it",
  unpack: "an archive or a patch, with files of any name in it",
  url: "addresses that are connected to",
  host: "hosts that are connected to",
  text: "text, and no files",
  words: "what the program's own reading says",
};

/** The lines of the page about programs. */
export function renderPrograms({ programs, wrappers }: ProgramTable): readonly string[] {
  const names = (row: { readonly names: string }) =>
    row.names
      .split(" ")
      .map((name) => `\`${name}\``)
      .join(" ");
  return [
    "The programs that a command line is read by, word by word, before it runs: so that a rule about a file or a host is kept, and a",
    "card can name what is touched. Any other program is one command. In a sandbox its effects are judged when they land, and what rules",
    "close is not there for it. Without one, a program that is not marked *reads only* and that no rule allows asks.",
    "",
    "An option can say otherwise: `sort -o` writes, `rg --pre` runs a program. Options that run something are known by their names, of",
    "whatever program (`--exec`, `--to-command`, `--pager`).",
    "",
    "| programs | reads only | its words are |",
    "|---|---|---|",
    ...programs.map(
      (row) =>
        `| ${names(row)} | ${row.readsOnly ? "yes" : "–"} | ${OPERANDS[row.operands] ?? row.operands} |`,
    ),
    "",
    "Of `git` these commands only look:",
    "`status`, `log`, `diff`, `show`, `blame`, `rev-parse`, `ls-files`, `ls-tree`, `grep` and their like.",
    "",
    "## Programs that run another one",
    "",
    "The command inside is read too. Those that are *taken off* need no rule of their own.",
    "",
    "| programs | taken off |",
    "|---|---|",
    ...wrappers.map((row) => `| ${names(row)} | ${row.neutral ? "yes" : "–"} |`),
  ];
}
