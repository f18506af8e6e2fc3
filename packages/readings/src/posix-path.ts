/** POSIX path arithmetic over absolute, normalized texts. Links are not its business. */

/** Answers about a path without looking at any disk. */
export interface PosixPath {
  /** Absolute, without `.`, `..`, double or trailing slashes; a relative text is below `from`. */
  normalize(text: string, from: string): string;
  /** The directory that holds it; `/` holds itself. */
  parent(path: string): string;
  /** The last name; empty for `/`. */
  name(path: string): string;
  join(directory: string, relative: string): string;
  /** The way from a directory down to a path inside it; empty for the directory itself. */
  below(directory: string, path: string): string;
}

/** Arithmetic over absolute POSIX paths. */
export const posixPath: PosixPath = {
  normalize(text, from) {
    const whole = text.startsWith("/") ? text : `${from}/${text}`;
    // Nearly every path is written as it is meant.
    if (whole.startsWith("/") && !ODD.test(whole)) return whole;
    const parts: string[] = [];
    for (const part of whole.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    return `/${parts.join("/")}`;
  },
  parent: (path) => path.slice(0, Math.max(1, path.lastIndexOf("/"))),
  name: (path) => path.slice(path.lastIndexOf("/") + 1),
  join(directory, relative) {
    if (relative === "") return directory;
    return directory === "/" ? `/${relative}` : `${directory}/${relative}`;
  },
  below: (directory, path) => path.slice(directory === "/" ? 1 : directory.length + 1),
};

/** An empty name, `.` or `..`: what has none is normal already. */
const ODD = /\/(?:\.{0,2})(?:\/|$)/;
