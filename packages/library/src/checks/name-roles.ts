/**
 * Tells a path's part in a check by its name. Generous: a file that is taken for a test by mistake costs a second run, one that is
 * missed may weaken a check unseen. Letter case never matters: programs look for `Makefile` and `makefile`.
 */
const TEST_FOLDER =
  /^_*(?:tests?|specs?|e2e|fixtures?|mocks?|snapshots?|goldens?|testing|cypress)(?:[-_.]?(?:data|utils?|helpers?|lib|support|kit|cases?|suites?|resources|files))?_*$|[-_.](?:tests?|specs?|fixtures?)$/i;
const TEST_FILE =
  /(?:^|[._-])(?:tests?|specs?|fixture|mock|snap)(?:\.|$)|^test_|[a-z](?:Tests?|Spec)\.|^tests?[-_.](?:utils?|helpers?|setup|support)\b/;
/** Names that say so themselves, whatever program reads them. */
const CONFIGURATION =
  /^\.|\.(?:conf|config|setup|workspace)(?:\.[^.]+)?$|config[^/]*\.jsonc?$|^[a-z]*file$|\.(?:ini|cfg|toml|mod|work|mk|cmake|gradle|kts|pth|targets|props|bzl)$|^(?:conftest|setup|noxfile|sitecustomize|usercustomize|build)\.(?:py|rs|zig)$/i;
/** `BUILD`, `SConstruct`: programs that look for a name without an ending want it written so. */
const CAPITALS = /^[A-Z][A-Za-z]*$/;
const CONFIGURATION_TEXT = /^(?:requirements|constraints|cmakelists)[^/]*\.txt$/i;
/** Words, pictures and versions: no program takes them for its configuration. */
const INERT =
  /\.(?:md|markdown|rst|adoc|txt|csv|tsv|log|png|jpe?g|gif|svg|webp|ico|pdf|woff2?|css|scss|less|html?)$|(?:^|[-.])lock(?:\.[^.]+)?$|\.(?:sum|lock|pyc|class|o|map)$|^(?:licen[cs]e|readme|changelog|changes|authors|notice|copying|history)$/i;
/** What programs leave behind. */
const BY_PRODUCT =
  /^(?:target|node_modules)$|(?:^|[._-])(?:py)?(?:caches?|coverage|tmp|temp|logs?)_*$|^\.(?:nyc_output|vite.*)$/i;
const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|rs|go|java|kt|scala|rb|php|c|h|cc|hh|cpp|hpp|m|cs|fs|swift|exs?|erl|clj|lua|dart|jl|r|pl|zig|sh|bash|sql)$/i;

export function isTestFile(path: string): boolean {
  return TEST_FILE.test(lastName(path)) && !isConfigurationName(path);
}

export function isInTestFolder(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((name) => TEST_FOLDER.test(name));
}

export function isTestPath(path: string): boolean {
  return isTestFile(path) || isInTestFolder(path);
}

export function isConfigurationName(path: string): boolean {
  const name = lastName(path);
  if (CONFIGURATION_TEXT.test(name)) return true;
  return (CONFIGURATION.test(name) || CAPITALS.test(name)) && !isInert(path);
}

/** True for a path below or at what a program leaves behind when it runs, as its cache. */
function isByProduct(path: string): boolean {
  return !isCode(path) && path.split("/").some((name) => BY_PRODUCT.test(name));
}

export function isInert(path: string): boolean {
  return INERT.test(lastName(path)) || isByProduct(path);
}

/** True for what only git and editors read: no runner that reports its tests looks at it. */
export function isForEditors(path: string): boolean {
  return /^\.(?:git(?:ignore|keep|attributes)|editorconfig)$/.test(lastName(path));
}

/** True for the file by which a package is used: the tests of a package that is tested as a whole import that alone. */
export function isEntry(path: string): boolean {
  return /^(?:(?:.*\/)?(?:src|lib|source|app)\/)?(?:index|main|mod|lib)\.[^./]+$|(?:^|\/)__init__\.py$/.test(
    path,
  );
}

export function isCode(path: string): boolean {
  return CODE.test(path);
}

const INSTALLED = /^(.*?(?:^|\/)node_modules(?:\/\.bin|\/@[^/]+\/[^/]+|\/[^/@][^/]*|$))/;
const ENVIRONMENT =
  /(?:^|\/)(?:(?:site|dist)-packages|\.?venv|\.tox|\.nox|__pypackages__|vendor|bower_components|\.yarn|\.bundle|[^/]+\.(?:egg|dist)-info)(?:\/|$)/;
/** Beside `.bin` and the store of pnpm, hidden folders there are caches: nothing is imported from them. */
const INSTALLED_CACHE = /(?:^|\/)node_modules\/\.(?!bin(?:\/|$)|pnpm(?:\/|$))/;

/** The installed package that a path belongs to, or the path itself where that is not known; null: it is none. */
export function installedPart(path: string): string | null {
  if (INSTALLED_CACHE.test(path)) return null;
  return INSTALLED.exec(path)?.[1] ?? (ENVIRONMENT.test(path) ? path : null);
}

/** True for git's own folder, and all that git keeps there. */
export function isOfGit(path: string): boolean {
  return path.split("/").includes(".git");
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
