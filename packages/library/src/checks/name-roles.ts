/**
 * Tells a path's part in a check by its name. Generous: a file that is taken for a test by mistake costs a second run, one that is
 * missed may weaken a check unseen.
 */
const TEST_FOLDER = /^_{0,2}(?:tests?|specs?|e2e|fixtures|mocks|snapshots)_{0,2}$/i;
const TEST_FILE =
  /(?:^|[._-])(?:tests?|specs?|fixture|mock|snap)(?:\.|$)|^test_|^conftest\.|[a-z](?:Tests?|Spec)\.|^tests?[-_.](?:utils?|helpers?|setup|support)\b/;
const CONFIGURATION =
  /^\.|\.(?:config|setup|workspace)\.[^.]+$|config[^.]*\.jsonc?$|^[A-Z][A-Za-z]*$|^justfile$|\.(?:ini|cfg|toml|mod|mk|pth)$|^(?:setup|noxfile|sitecustomize|usercustomize|build)\.(?:py|rs)$/;

export function isTestPath(path: string): boolean {
  const names = path.split("/");
  const last = names.pop() ?? "";
  return TEST_FILE.test(last) || names.some((name) => TEST_FOLDER.test(name));
}

export function isConfigurationPath(path: string): boolean {
  return CONFIGURATION.test(path.slice(path.lastIndexOf("/") + 1));
}

const INSTALLED = /^(.*?(?:^|\/)node_modules(?:\/\.bin|\/@[^/]+\/[^/]+|\/[^/@][^/]*|$))/;
const ENVIRONMENT = /(?:^|\/)(?:site-packages|\.venv|venv)\//;

/** The installed package that a path belongs to, or the path itself where that is not known; null: it is none. */
export function installedPart(path: string): string | null {
  return INSTALLED.exec(path)?.[1] ?? (ENVIRONMENT.test(path) ? path : null);
}
