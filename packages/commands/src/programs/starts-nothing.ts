/**
 * Decides whether inline code plainly starts no other program, so that a rule about some uses of a program has nothing to fear from
 * it. Only what is plain counts: modules that are known, and no name by which an interpreter starts a process or makes code out of
 * text. Anything else stays unread. Scripts are not looked at, for such a rule does not bind them.
 */

/** Languages by the first letters of an interpreter's name. */
export type Language = "javascript" | "perl" | "python";

export interface InlineCode {
  readonly language: Language;
  readonly text: string;
  /** True for a module that stands beside the command as a script. */
  readonly isOwnModule: (name: string) => boolean;
}

/** More is a program that somebody should look at. */
const MAX_CODE = 20_000;

export function startsNothing({ language, text, isOwnModule }: InlineCode): boolean {
  if (text.length > MAX_CODE) return false;
  // Identifiers are compared in this form by the interpreters too.
  const code = text.normalize("NFKC");
  if (language === "python") return isPlainPython(code, isOwnModule);
  return language === "javascript" ? isPlainJavaScript(code) : isPlainPerl(code);
}

/** The language of an interpreter, when its code can be looked at. */
export function languageOf(program: string): Language | null {
  if (/^(?:python|pypy)[\d.]*$/.test(program)) return "python";
  if (/^node(?:js)?$/.test(program)) return "javascript";
  return /^perl5?$/.test(program) ? "perl" : null;
}

const PYTHON_STRINGS =
  /#[^\n]*|(?<!\w)([A-Za-z]{0,2})("""(?:\\[\s\S]|(?!""")[\s\S])*"""|'''(?:\\[\s\S]|(?!''')[\s\S])*'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')/g;
const PYTHON_IMPORT =
  /^(?:import\s+([\w. ,]+)|from\s+(\.*[\w.]*)\s+import\s+(?:\*|\([\w\s,]*\)|[\w ,]+))\s*$/;
const PYTHON_MODULES: ReadonlySet<string> = new Set(
  [
    "argparse ast base64 binascii bisect calendar collections colorsys copy csv ctime dataclasses datetime decimal difflib",
    "email enum fnmatch fractions functools glob gzip hashlib heapq hmac html http io ipaddress itertools json keyword locale",
    "logging math mimetypes numbers numpy os pandas pathlib platform pprint random re secrets shlex shutil site socket sqlite3",
    "ssl stat statistics string struct sys sysconfig tarfile tempfile textwrap time tomllib traceback typing unicodedata",
    "urllib uuid xml zipfile zlib zoneinfo",
  ]
    .join(" ")
    .split(" "),
);
const PYTHON_STARTERS =
  /\b(?:system|[Pp]open\w*|exec(?:[lv]p?e?)?|spawn\w*|posix_spawn\w*|fork(?:pty)?|startfile|subprocess|pty|ctypes|getattr|eval|globals|locals|vars|builtins|importlib|modules|attrgetter|methodcaller|breakpoint|\w*pickle\w*|marshal|runpy|multiprocessing|asyncio)\b|(?<!\bre\.)\bcompile\b|__/;
const PYTHON_OWN_NAMES = /\b__(?:name|file|version|doc|init)__\b/g;

function isPlainPython(code: string, isOwnModule: (name: string) => boolean): boolean {
  // What is in a string is text, but for one that holds expressions.
  const bare = code
    .replace(PYTHON_STRINGS, (whole, prefix: string | undefined) =>
      prefix !== undefined && /f/i.test(prefix) ? ` ${whole} ` : '""',
    )
    .replace(PYTHON_OWN_NAMES, "");
  if (PYTHON_STARTERS.test(bare)) return false;
  return bare
    .split(/[;\n]/)
    .map((statement) => statement.replace(/^.*:\s*(?=import\s|from\s)/, "").trim())
    .every((statement) => {
      if (!/\bimport\b/.test(statement)) return true;
      const found = PYTHON_IMPORT.exec(statement);
      if (!found) return false;
      const names = (found[1] ?? found[2] ?? "").split(",").map((each) => rootOf(each));
      return names.every((name) => PYTHON_MODULES.has(name) || isOwnModule(name));
    });
}

/** `xml.etree as tree` is of `xml`. */
function rootOf(module: string): string {
  return /^[\w]+/.exec(module.trim())?.[0] ?? "";
}

const NODE_MODULE =
  /^(["'])(?:(?:node:)?(?:assert|buffer|console|crypto|events|fs|fs\/promises|os|path|perf_hooks|querystring|readline|stream|string_decoder|test|timers|timers\/promises|tty|url|util|v8|zlib)|\.{1,2}\/[\w./@-]*|[\w./@-]+\.json)\1/;
const NODE_STARTERS =
  /\b(?:child_process|worker_threads|cluster|vm|inspector|repl|binding|dlopen|mainModule|getBuiltinModule|createRequire|constructor|prototype|eval|Function|Reflect|globalThis|global|module|this|spawn\w*|execFile\w*|execSync|fork|with)\b|__proto__|_load|\\[xu0-7]|["'`]\s*\+\s*["'`]|fromC(?:harCode|odePoint)|\batob\b/;
const NODE_PROCESS =
  /^\.(?:argv|env|stdin|stdout|stderr|exit|exitCode|version|versions|platform|arch|cwd|uptime|memoryUsage|hrtime|nextTick|on|pid|release)\b/;
/** `list[0]`, `names[index]`, `scripts["a-b"]`; a key that is put together could be any. */
const NODE_KEY = /^\s*(?:[\w$.]+(?:\s*[-+*%]\s*[\w$.]+)*|"[\w@/. -]*"|'[\w@/. -]*')\s*\]/;

function isPlainJavaScript(code: string): boolean {
  if (NODE_STARTERS.test(code)) return false;
  const follows = (word: RegExp, fits: (rest: string) => boolean): boolean =>
    [...code.matchAll(word)].every((found) => fits(code.slice(found.index + found[0].length)));
  return (
    follows(/\brequire\b/g, (rest) => {
      const given = /^\s*\(\s*/.exec(rest)?.[0];
      return given !== undefined && NODE_MODULE.test(rest.slice(given.length));
    }) &&
    follows(/\bimport\b/g, (rest) => {
      const given = /^\s*(?:\(\s*|(?:[\w$*{}\s,]+?\sfrom\s*)?)/.exec(rest)?.[0] ?? "";
      return NODE_MODULE.test(rest.slice(given.length));
    }) &&
    follows(/\bprocess\b/g, (rest) => NODE_PROCESS.test(rest)) &&
    follows(/[\w$)\]"'`]\s*(?:\?\.)?\[/g, (rest) => NODE_KEY.test(rest) || /^\s*\]/.test(rest))
  );
}

const PERL_STARTERS =
  /`|\b(?:system|exec|qx|fork|eval|require|use|do|open|sysopen|readpipe|syscall|pipe|dbmopen|CORE|POSIX|IO|IPC|glob|tie|bless|can|INC|SIG|ENV)\b|&\s*[{$\w]|->|\*\{|<[^>]*[$*]|\/[a-z]*e[a-z]*\s*(?:[;}]|$)/m;

/** A substitution with `e` runs its replacement: that is looked at by nobody here. */
function isPlainPerl(code: string): boolean {
  return !PERL_STARTERS.test(code);
}
