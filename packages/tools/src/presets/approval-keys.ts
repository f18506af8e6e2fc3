/**
 * Approval keys of the bundled preset: what *always* is remembered by, coarse enough for a person to mean it. A key never grants more than was
 * shown, because a hit also needs the footprint inside what was approved; so a key that is shortened loses nothing.
 */

/** Keys may hold 1,024 bytes and no control characters. */
const MAX_KEY_CHARS = 240;

/** The folder of a file, as it was named. */
export function folderKey(path: string): string {
  const steps = stepsOf(path);
  return keyText([...steps.slice(0, -1)].join("/") || (path.startsWith("/") ? "/" : "."));
}

/** A folder itself; without one, the workspace. */
export function pathKey(path: string | undefined): string {
  return keyText(stepsOf(path ?? ".").join("/") || (path?.startsWith("/") ? "/" : "."));
}

/** The folders of several files, sorted, each once. */
export function foldersKey(paths: readonly string[]): string {
  return keyText([...new Set(paths.map(folderKey))].sort().join("|"));
}

export function hostKey(url: string): string {
  return keyText(URL.canParse(url) ? new URL(url).hostname || "url" : "url");
}

/** The first word of a command line that names a program, past variables that are set and redirections. */
export function programKey(command: string): string {
  const words = command.trim().split(/\s+/);
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (/^\d*(?:>>?|<)&?$/.test(word)) at += 1;
    else if (!/^[A-Za-z_]\w*=/.test(word) && !/^\d*[<>]/.test(word)) break;
  }
  return keyText(words[at] ?? "") || "command";
}

/** `.` and `..` are worked out in the text; where the file system leads is the footprint's business. */
function stepsOf(path: string): readonly string[] {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (step !== ".." || !path.startsWith("/")) steps.push(step);
  }
  return path.startsWith("/") && steps.length > 0 ? ["", ...steps] : steps;
}

function keyText(text: string): string {
  return text
    .slice(0, MAX_KEY_CHARS)
    .toWellFormed()
    .replace(/\p{Cc}/gu, "?");
}
