/**
 * Approval keys of the bundled preset: what an answer is remembered by, coarse enough for a person to mean it. A program may let the
 * key alone answer (`approvalsBy: "key"`), so two calls that differ in what a key names never share one: a key that had to be
 * shortened carries a checksum of the whole.
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

/**
 * The program that a command line runs, past variables that are set and redirections. A line of several commands has the programs
 * of all of them: an answer about the first says nothing about what follows it. Split by text alone, so a sign inside quotes may
 * add a word, which costs a question.
 */
export function programKey(command: string): string {
  const programs = command
    .replace(/\d*[<>]&\d*-?/g, " ")
    .split(/[;|&\n\r()`]/)
    .map(firstProgram)
    .filter((program) => program !== "" && program !== "$");
  return keyText([...new Set(programs)].join(" + ")) || "command";
}

/** Words of the shell itself that stand before a command. */
const BEFORE_COMMAND: ReadonlySet<string> = new Set(
  "{ } ! if then elif else fi while until do done time esac".split(" "),
);

function firstProgram(text: string): string {
  const words = text.trim().split(/\s+/);
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (/^\d*(?:>>?|<)$/.test(word)) at += 1;
    else if (!BEFORE_COMMAND.has(word) && !/^(?:[A-Za-z_]\w*=|\d*[<>])/.test(word)) break;
  }
  return words[at] ?? "";
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
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, "?");
  if (clean === text && text.length <= MAX_KEY_CHARS) return text;
  const head = clean.slice(0, MAX_KEY_CHARS).toWellFormed();
  return `${head} (${text.length} characters, ${checksum(text)})`;
}

/** FNV-1a twice with different beginnings: enough that no two texts meet by chance. */
function checksum(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x1000193;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b) ^ (second >>> 13);
  }
  return [first, second].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
