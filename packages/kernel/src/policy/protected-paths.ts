/**
 * Protected paths: places whose content runs code or changes what is allowed, so that every write to them asks unless
 * a rule without wildcards names the path. Names are compared as the weakest file system would: folded, without trailing
 * dots and spaces, without invisible characters, and with the short name that some give to `.git`.
 */
import { foldText, trimEnd } from "@toolplane/readings";

/** One protected name. A directory protects itself and everything below it. */
export interface ProtectedName {
  readonly name: string;
  readonly kind: "directory" | "file";
  readonly why: string;
}

/** The protected names, at any depth. */
export const PROTECTED_NAMES: readonly ProtectedName[] = [
  { name: ".git", kind: "directory", why: "git configuration and hooks run programs" },
  { name: ".hg", kind: "directory", why: "Mercurial configuration and hooks run programs" },
  { name: ".svn", kind: "directory", why: "Subversion's own data" },
  { name: ".vscode", kind: "directory", why: "editor tasks and settings run programs" },
  { name: ".idea", kind: "directory", why: "editor configurations run programs" },
  { name: ".husky", kind: "directory", why: "git hooks run programs" },
  { name: ".toolplane", kind: "directory", why: "rules and tools of this project" },
  { name: ".mcp.json", kind: "file", why: "starts MCP servers" },
  { name: ".envrc", kind: "file", why: "runs when a shell enters the folder" },
];

/** The same as absolute globs, to be compared folded. */
export const PROTECTED_PATTERNS: readonly string[] = PROTECTED_NAMES.map(({ name, kind }) =>
  kind === "directory" ? `/**/${name}/**` : `/**/${name}`,
);

const BY_NAME: ReadonlyMap<string, ProtectedName> = new Map(
  PROTECTED_NAMES.map((entry) => [entry.name, entry]),
);

/** Why writing this path must be asked about, or null. Ask it of the lexical and of the real path. */
export function protectedPathReason(path: string): string | null {
  // Every protected name begins with a dot or is `git~1`; most paths hold neither.
  if (!/\/(?:[.\s]|[^/]*[~\u0080-\uffff])/.test(path) && !path.startsWith(".")) return null;
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    const entry = BY_NAME.get(plainName(segment));
    if (entry === undefined) continue;
    if (entry.kind === "directory" || isLast(segments, index))
      return `${entry.name} is protected: ${entry.why}`;
  }
  return null;
}

function isLast(segments: readonly string[], index: number): boolean {
  return segments.slice(index + 1).every((segment) => segment === "");
}

/** The name that a lenient file system would look up. A stream suffix (`:x`) belongs to the same file. */
function plainName(segment: string): string {
  const visible = segment.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const stem = visible.split(":", 1)[0] ?? "";
  const name = trimEnd(foldText(stem), ". ");
  return name === "git~1" ? ".git" : name;
}
