/**
 * Names on disk are bytes, and a name that is no UTF-8 would be lost on the way through a JavaScript text: the file would
 * stay unmasked, or land under another name. So paths are held as *byte paths*, one character per byte. For ASCII, nearly every path, the two
 * forms are the same text.
 */
export function toBytePath(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** From a byte path to the text that patterns are matched against. */
export function toText(path: string): string {
  return isAscii(path) ? path : Buffer.from(path, "latin1").toString("utf8");
}

/** By the system's own count: it is asked for every path of every call, and a loop over its characters costs as much as the call. */
export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/** Turns a path into the form that calls of `node:fs` take. */
export function toFsPath(path: string): string | Buffer {
  return isAscii(path) ? path : Buffer.from(path, "latin1");
}

export function below(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

/** True for the names that git, or a lenient file system, takes for `.git`. */
export function isGitFolder(name: string): boolean {
  if (name.length > 5) return false;
  const folded = name.toLowerCase();
  return folded === ".git" || folded === "git~1";
}
