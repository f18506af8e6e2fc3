/**
 * The token of the HTTP server: what a client must present. It comes from a file or a variable, never from the command line,
 * where every program of the machine could read it. Unless given it is made once and kept in the user-data directory, for its
 * owner only, so that what was pasted into a client goes on working after a restart.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";

/** A token and the path of its file. */
export interface ServerToken {
  readonly token: string;
  /** The file that holds it; null when it came from the environment. */
  readonly file: string | null;
}

/** Places to look for the token, in this order. */
export interface TokenSource {
  /** A file that a person named; it must exist, and others must not be able to read it. */
  readonly file?: string | undefined;
  /** The value of TOOLPLANE_TOKEN. */
  readonly variable?: string | undefined;
  readonly userData: string;
}

/** The variable that may hold it. */
export const TOKEN_VARIABLE = "TOOLPLANE_TOKEN";

const MAX_BYTES = 4_096;
const READABLE_BY_OTHERS = 0o077;

/** Finds the token, or makes it. Throws a ConfigurationError for a file that cannot be used or that others can read. */
export function openToken({ file, variable, userData }: TokenSource): ServerToken {
  if (file !== undefined) return { token: readToken(file) ?? missing(file), file };
  if (isGiven(variable)) return { token: variable.trim(), file: null };
  const own = ownFile(userData);
  return { token: readToken(own) ?? makeToken(userData, own), file: own };
}

/** The file that the token is read from, or will be; null when it comes from the environment. Reads nothing. */
export function tokenPlace({ file, variable, userData }: TokenSource): string | null {
  return file ?? (isGiven(variable) ? null : ownFile(userData));
}

function isGiven(variable: string | undefined): variable is string {
  return variable !== undefined && variable !== "";
}

function ownFile(userData: string): string {
  return join(userData, "mcp.token");
}

/** Linked into place, so that two servers that start at the same moment have the same one. */
function makeToken(userData: string, path: string): string {
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const text = `${randomBytes(32).toString("base64url")}\n`;
  writeFileSync(fresh, text, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(fresh, path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    unlinkSync(fresh);
  }
  return readToken(path) ?? missing(path);
}

/** Checks and reads the file through one descriptor, so both see the same file. Null when there is no such file. */
function readToken(path: string): string | null {
  let descriptor: number;
  try {
    // A pipe is not waited for.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw new ConfigurationError(
      path,
      `the token cannot be read: ${errorCode(error) ?? String(error)}`,
    );
  }
  try {
    const stat = fstatSync(descriptor);
    const { mode, size, uid } = stat;
    if (!stat.isFile()) throw new ConfigurationError(path, "the token must be in a regular file");
    // The owner of the file knows the token, and can change it. The administrator owns everything.
    if (process.getuid && uid !== process.getuid() && uid !== 0)
      throw new ConfigurationError(path, "the file of the token belongs to another user");
    if (process.platform !== "win32" && (mode & READABLE_BY_OTHERS) !== 0)
      throw new ConfigurationError(
        path,
        "others on this machine can read the token. Put another one there, then: chmod 600",
      );
    if (size > MAX_BYTES)
      throw new ConfigurationError(path, `a token has at most ${MAX_BYTES} bytes`);
    return readFileSync(descriptor, "utf8").trim();
  } finally {
    closeSync(descriptor);
  }
}

function missing(path: string): never {
  throw new ConfigurationError(path, "there is no such file to read the token from");
}
