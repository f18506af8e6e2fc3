/**
 * Says whether a path is protected, and why: the one answer for doors, for what a command changed, and for confinements. Names are
 * compared as the weakest file system would: folded, without trailing dots and spaces, without invisible characters, and with the
 * short name that some give to `.git`.
 */
import type { HiddenFolders, SteeringFile } from "@toolplane/contract/ports";
import { expandBraces, foldText, isBelow, posixPath, trimEnd } from "@toolplane/readings";
import { valueOfPattern } from "../pattern/pattern-fault.ts";
import { compiledFiles } from "./compiled-files.ts";
import { GIT_FILES, GIT_PARTS } from "./git-files.ts";
import { DEPENDENCY_FOLDERS, PROGRAM_FILES } from "./protected-files.ts";
import { runsByName, runsByPlace } from "./run-by-shape.ts";

export interface Protection {
  readonly reason: string;
  /** It makes git run something or look elsewhere: such a file stays read-only even where changes are judged afterwards. */
  readonly steersGit: boolean;
}

/** The places that protection depends on, beside a name. */
export interface ProtectedPlaces {
  /** The roots of the workspace. Only below them are there folders of dependencies: what the folders above are called means nothing. */
  readonly roots: readonly string[];
  /** Files that git's configuration names. */
  readonly steering?: readonly SteeringFile[];
  /** The person's files in a hidden folder. Absent: only names count. */
  readonly standing?: HiddenFolders["standingOf"] | undefined;
}

/**
 * A change that a process left. A door asks about everything in a git folder; a process that runs git must write
 * objects, refs and index.
 */
export interface LeftByProcess extends ProtectedPlaces {
  /** `gone`: removed, with everything below it. */
  readonly type: "file" | "link" | "directory" | "gone";
  /** A git folder that is not called `.git`, as the common folder of a worktree may be. */
  readonly gitFolder?: string;
}

/** Why a door that writes this path must ask, or null. Ask it of the lexical and of the real path. */
export function protectedPathReason(path: string, places: ProtectedPlaces): string | null {
  const named = steeredBy(path, places, (as) => {
    const reason = protectedPathReason(as, { ...places, steering: [] });
    return reason === null ? null : { reason, steersGit: false };
  });
  if (named) return named.reason;
  if (!mayBeProtected(path)) return null;
  const names = plainNames(path);
  if (names.includes(".git")) return reasonOf(".git", "git configuration and hooks run programs");
  const found = protectionOfNames(names, () => isDependency(path, places.roots));
  return (found ?? shapeProtection(path, { ...places, type: "file" }))?.reason ?? null;
}

/** Why something that a process left at this path must be asked about, or null. */
export function processProtection(path: string, left: LeftByProcess): Protection | null {
  const { type, gitFolder } = left;
  const alias = (as: string) => processProtection(as, { ...left, steering: [] });
  const named = type === "directory" ? null : steeredBy(path, left, alias);
  if (named) return named;
  if (gitFolder !== undefined && isBelow(path, gitFolder))
    return gitPartProtection(plainNames(path.slice(gitFolder.length)), type);
  if (!mayBeProtected(path)) return null;
  const isInstalled = () => isDependency(path, left.roots);
  const names = plainNames(path);
  // A git folder may lie in another one, and the workspace itself below a folder of that name: each could be the one that counts.
  for (let git = names.indexOf(".git"); git >= 0; git = names.indexOf(".git", git + 1)) {
    const found = gitProtection(names.slice(git + 1), type);
    if (found) return found;
  }
  const below = namesBelow(path, left.roots);
  if (type === "directory" || below.includes(".git")) return null;
  return (
    protectionOfNames(below, isInstalled) ??
    folderProtection(below, type, isInstalled) ??
    shapeProtection(path, left)
  );
}

function gitProtection(inside: readonly string[], type: LeftByProcess["type"]): Protection | null {
  if (inside.length > 0) return gitPartProtection(inside, type);
  if (type === "directory") return null;
  if (type === "gone") return steering(".git", "with it goes everything that git keeps here");
  return steering(".git", `as a ${type} it leads git to another folder`);
}

/**
 * Files that steer git inside a git folder, as absolute globs to be compared folded: read-only in a view while a
 * command runs.
 */
// `git~1` is the short name that some file systems give to `.git`; theirs is the same folder.
export function gitPatterns(): readonly string[] {
  return [".git", "git~1"].flatMap((folder) =>
    GIT_PARTS.flatMap(({ pattern }) => alternativesOf(`/**/${folder}/${pattern}`)),
  );
}

function isDependency(path: string, roots: readonly string[]): boolean {
  // Below the root of the machine a folder of that name is anybody's, not the project's.
  const root = roots.find((one) => one !== "/" && isBelow(path, one));
  if (root === undefined) return false;
  return posixPath
    .below(root, path)
    .split("/")
    .some((name) => DEPENDENCIES.has(name));
}

const PARTS = compiledFiles(() => GIT_PARTS, "/");
const FILES = compiledFiles(() => GIT_FILES, "/**/");
const PROGRAMS = compiledFiles(() => PROGRAM_FILES, "/**/");
/** The folders that the files of the list lie in: as a link such a folder brings files of other names under these. */
const FOLDERS = compiledFiles(
  () =>
    [...GIT_FILES, ...PROGRAM_FILES].flatMap(({ pattern }) =>
      foldersOf(pattern).map((folder) => ({
        pattern: folder,
        why: "as a link it brings other files under this name",
      })),
    ),
  "/**/",
);
const DEPENDENCIES: ReadonlySet<string> = new Set(DEPENDENCY_FOLDERS);

function gitPartProtection(
  inside: readonly string[],
  type: LeftByProcess["type"],
): Protection | null {
  // A folder steers nothing by itself; each file in it is judged on its own.
  if (type === "directory") return null;
  const name = `.git/${inside.join("/")}`;
  if (type === "link") return steering(name, "a link in it leads git elsewhere");
  const found = PARTS(`/${inside.join("/")}`);
  return found && steering(name, found.why);
}

function protectionOfNames(
  names: readonly string[],
  isInstalled: () => boolean,
): Protection | null {
  const path = `/${names.join("/")}`;
  const git = FILES(path);
  if (git) return steering(names.at(-1) ?? path, git.why);
  const found = PROGRAMS(path);
  if (found === null || isInstalled()) return null;
  return { reason: reasonOf(shortName(names), found.why), steersGit: false };
}

function folderProtection(
  names: readonly string[],
  type: LeftByProcess["type"],
  isInstalled: () => boolean,
): Protection | null {
  if (type !== "link") return null;
  const found = FOLDERS(`/${names.join("/")}`);
  if (found === null || isInstalled()) return null;
  return { reason: reasonOf(shortName(names), found.why), steersGit: false };
}

/** By the names on the way from the workspace on, and by what the person has there. */
function shapeProtection(path: string, left: LeftByProcess): Protection | null {
  const { roots, standing, type } = left;
  const root = roots.find((one) => isBelow(path, one));
  const texts = (root === undefined ? path : posixPath.below(root, path)).split("/");
  const shaped = { names: texts.map(shapeName), isLink: type === "link" };
  const folderAt = (index: number) =>
    posixPath.join(root ?? "/", texts.slice(0, index + 1).join("/"));
  const why =
    runsByName(shaped) ??
    (standing && root !== undefined
      ? runsByPlace(shaped, (index) => standing(folderAt(index)))
      : null);
  if (why === null || isDependency(path, roots)) return null;
  return { reason: reasonOf(shortName(shaped.names), why), steersGit: false };
}

/** Every folder that a pattern names on its way; braces stay whole. */
function foldersOf(pattern: string): readonly string[] {
  return alternativesOf(`/${pattern}`).flatMap((text) => {
    const names = text.slice(1).split("/");
    return names.slice(1).map((_name, index) => names.slice(0, index + 1).join("/"));
  });
}

function alternativesOf(pattern: string): readonly string[] {
  return valueOfPattern(pattern, expandBraces(pattern));
}

/** Compared folded: a file system that takes two spellings for one file takes the other for it too. */
function steeredBy(
  path: string,
  { steering: files = [] }: ProtectedPlaces,
  protectionOf: (alias: string) => Protection | null,
): Protection | null {
  if (files.length === 0) return null;
  const folded = foldText(path);
  for (const { path: named, tree, why, as } of files) {
    const wanted = foldText(named);
    if (folded !== wanted && !(tree === true && isBelow(folded, wanted))) continue;
    if (as === undefined) return steering(path.slice(path.lastIndexOf("/") + 1), why);
    const found = protectionOf(`${as}${path.slice(named.length)}`);
    if (found) return { ...found, reason: `${found.reason}; ${why}` };
  }
  return null;
}

function steering(name: string, why: string): Protection {
  return { reason: reasonOf(name, why), steersGit: true };
}

function reasonOf(name: string, why: string): string {
  return `${name} is protected: ${why}`;
}

/** From the last hidden folder on, where there is one: `.vscode/tasks.json`. */
function shortName(names: readonly string[]): string {
  const hidden = names.findLastIndex((name) => name.startsWith("."));
  return names.slice(hidden < 0 ? -1 : hidden).join("/");
}

/** True when a link of this name brings anything under a name that is protected; said too often rather than too seldom. */
export function mayLeadToProtected(link: string, roots: readonly string[]): boolean {
  const root = roots.find((one) => isBelow(link, one));
  const own = root === undefined ? link : `/${posixPath.below(root, link)}`;
  return mayBeProtected(own) || isFolderName(lookupName(own.slice(own.lastIndexOf("/") + 1)));
}

/**
 * True for the folders of the list with a plain name: all others have a hidden name on the way. The set is made of a
 * constant list alone, at first use for the reason in `compiled-files.ts`; so it is the same at any time.
 */
const isFolderName = (() => {
  let names: ReadonlySet<string> | undefined;
  return (name: string): boolean => {
    names ??= new Set(
      [...GIT_FILES, ...PROGRAM_FILES]
        .flatMap(({ pattern }) => foldersOf(pattern))
        .filter((folder) => !folder.includes("/"))
        .map(foldText),
    );
    return names.has(name);
  };
})();

function mayBeProtected(path: string): boolean {
  return MARKS.test(path) || path.startsWith(".");
}

/** A hidden name, one that only looks plain, or a word of the list that has no dot in front. */
const MARKS =
  /\/(?:[.\s]|[^/]*[~\u0080-\uffff])|\/(?:head|lefthook|opencode|crush|mise|prek|hk\.|simple-git-hooks|coc-settings|rust-toolchain|rust-analyzer|latexmkrc|husky\.config|captainhook|grumphp|hie\.|_vimrc|_exrc|omnisharp|jupyter_|devfile|buildserver\.|library\/launchagents|gradle|mvnw|_darcs\/|conductor\.|project\/build\.|azure-pipelines|bitbucket-pipelines|appveyor|wercker|codemagic|buildspec|cloudbuild|bitrise|codefresh|jenkinsfile)|\.(?:jenkinsfile|code-workspace|sublime-project|run\.xml|ipr|iws)/i;

/** Names from the workspace on: what the folders above it are called means nothing. */
function namesBelow(path: string, roots: readonly string[]): readonly string[] {
  const root = roots.find((one) => isBelow(path, one));
  return plainNames(root === undefined ? path : posixPath.below(root, path));
}

function plainNames(path: string): readonly string[] {
  return path
    .split("/")
    .map(lookupName)
    .filter((name) => name !== "");
}

/** A name of dots alone is hidden, and no file system looks it up by less. */
function shapeName(segment: string): string {
  return lookupName(segment) || segment;
}

/** The name that a lenient file system would look up. A stream suffix (`:x`) belongs to the same file. */
function lookupName(segment: string): string {
  const visible = segment.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const stem = visible.split(":", 1)[0] ?? "";
  const name = trimEnd(foldText(stem), ". ");
  return name === "git~1" ? ".git" : name;
}
