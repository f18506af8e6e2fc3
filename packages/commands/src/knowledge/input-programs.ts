/**
 * Programs that take commands of their own from standard input, some of which start others or name files. Each expression finds one
 * thing, in its first group, and passes over each part of a text once: the text is whatever a call says. What is behind no such
 * command is data.
 */
export interface InputProgram {
  /** Names, separated by blanks. */
  readonly names: string;
  /** Shell text. */
  readonly runs?: readonly RegExp[];
  /** Names of files that are read or written. */
  readonly files?: readonly RegExp[];
  /** Something that starts what nobody can read. */
  readonly unread?: RegExp;
  /** Options whose value is the same language. */
  readonly options?: RegExp;
}

export const INPUT_PROGRAMS: readonly InputProgram[] = [
  {
    names: "ed",
    runs: [/^[\d,;.$%'+-]*[ \t]*(?:[rew][ \t]*)?!(.+)$/gm],
    files: [/^[\d,;.$%'+-]*[ \t]*(?:r|e|E|w|W|wq|f)[ \t]+([^!\s].*)$/gm],
  },
  { names: "ex vi vim nvim", unread: /\S/ },
  {
    names: "sqlite3 sqlite duckdb",
    runs: [
      /^[ \t]*\.(?:shell|system)\s+(.+)$/gm,
      /^[ \t]*\.(?:output|once|import)\s+(?:--?\w+\s+)*["']?\|(.+?)["']?$/gm,
    ],
    files: [
      /^[ \t]*\.(?:read|import|open|backup|save|restore|output|once|clone|log|archive)\s+(?:--?\w+\s+)*["']?([^\s"'|]+)/gm,
      /\b(?:readfile|writefile|read_text|read_blob|read_csv|read_json|read_csv_auto)\s*\(\s*'([^']+)'/gi,
      /\battach\s+(?:database\s+)?'([^']+)'/gi,
      /\binto\s+'([^']+)'/gi,
    ],
    unread: /^[ \t]*\.load\b|\bload_extension\s*\(|\bedit\s*\(/im,
    options: /^--?(?:cmd|c|s)$/,
  },
  {
    names: "psql",
    runs: [/\\!\s*(.+)$/gm, /\\(?:o|g|copy[^\n\\]*\bprogram)\s+'?\|?([^'\n]+)'?$/gim],
    files: [/\\(?:i|ir|include|o|copy\s+\S+\s+(?:from|to))\s+'?([^\s'|]+)/gi],
    options: /^(?:-c|--command)$/,
  },
  {
    names: "mysql mariadb",
    runs: [/(?:\\!|^[ \t]*system)\s+(.+)$/gm],
    files: [/^[ \t]*(?:source|\\\.|tee|\\T)\s+(\S+)/gm],
    options: /^(?:-e|--execute)$/,
  },
  { names: "dc", runs: [/!(?![<>=])(.+)$/gm], options: /^(?:-e|--expression)$/ },
  { names: "m4 gm4", unread: /\b(?:m4_)?e?syscmd\b/, files: [/\bs?include\(`?([^')]+)/g] },
  {
    names: "gdb lldb",
    runs: [/^[ \t]*(?:shell|!|platform shell)\s*(.+)$/gm],
    unread: /^[ \t]*(?:python|py|guile|script|source)\b/m,
  },
  {
    names: "sftp ftp lftp",
    runs: [/^[ \t]*!(.+)$/gm],
    files: [/^[ \t]*(?:put|mput|reput)\s+(\S+)/gm],
  },
  { names: "mail mailx s-nail mutt", runs: [/^~!(.+)$/gm], files: [/^~[rd<]\s*(\S+)/gm] },
  { names: "crontab", runs: [/^(?![ \t]*(?:#|\w+[ \t]*=))(?:@\w+|(?:\S+[ \t]+){5})[ \t]*(.+)$/gm] },
];
