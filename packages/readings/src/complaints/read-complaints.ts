/**
 * Reads what programs complain about in their output: which paths are missing, refused or read-only, and whether they found no
 * network or no right. A complaint says nothing about its cause: whoever asks holds the names against what is really closed.
 */
import { posixPath } from "../posix-path.ts";

export interface Complaint {
  /** Absolute. Programs print paths as they got them; those are below the directory they run in. */
  readonly path: string;
  /**
   * `missing`: the system said that it is not there. `refused`: the system said no. `read-only`: nothing can be written there.
   * `vague`: the line is about something that went wrong, and names it.
   */
  readonly kind: "missing" | "refused" | "read-only" | "vague";
}

export interface Complaints {
  /** The paths that complaining lines name, the last lines first. */
  readonly paths: readonly Complaint[];
  /** Programs that were not found, by the word that was used. */
  readonly programs: readonly string[];
  /** A host could not be looked up or reached, and it was not this machine. */
  readonly network: boolean;
  /** Something needs a right beyond files: mounts, tracing, devices, another user. */
  readonly rights: boolean;
  /** An SSH agent was looked for in vain. */
  readonly agent: boolean;
  /** The daemon that runs containers was looked for in vain. */
  readonly daemon: boolean;
  /** Something was to be renamed or linked in one step, and could not be. */
  readonly moves: boolean;
}

const READ_ONLY = /read-only file system|\bEROFS\b/i;
const REFUSED =
  /permission denied|operation not permitted|\bE(?:ACCES|PERM)\b|is a directory|\bEISDIR\b|device or resource busy|\bEBUSY\b/i;
const MISSING =
  /no such file or directory|\bENOENT\b|does not exist|does not appear to be a git repository|cannot connect to .{0,80}(?:daemon|socket)|\bunix:\/\//i;
const VAGUE = /not found|cannot|can't|could not|couldn't|unable|missing|fail|error|required/i;
const NETWORK =
  /could not resolve host|temporary failure in name resolution|name or service not known|network is unreachable|\bENETUNREACH\b|\bEAI_AGAIN\b|getaddrinfo ENOTFOUND|no route to host|\bEHOSTUNREACH\b|\btunnel(?:ing)? (?:connection |socket )?(?:failed|could not be established)|when HTTP Tunneling/i;
const RIGHTS =
  /: operation not permitted\b|\[Errno 1\]|^mount: .*permission denied|no new privileges|nosuid|must be (?:run as )?root|must be superuser|are you root|only root can|effective uid is not 0|changing (?:ownership|group) of .*invalid argument|^su: .*abort/i;
const AGENT = /authentication agent|connecting to agent|SSH_AUTH_SOCK/i;
const DAEMON = /docker daemon|cannot connect to podman|\b(?:docker|podman|containerd)\.sock\b/i;
const MOVES = /\bEXDEV\b|cross-device link|hardlink different from source/i;
const NOT_FOUND =
  /(?:^|[\s:'"`])([\w.+-]{1,64})['"`]?: (?:command )?not found|spawn ([\w.+-]{1,64}) ENOENT/gi;
const SYSTEM =
  /no such file|permission denied|operation not permitted|read-only file system|is a directory|resource busy/i;
const BEFORE =
  /([^:]{1,1024}): (?:no such file|permission denied|operation not permitted|read-only file system|is a directory|device or resource busy)/gi;
const QUOTED = /'([^']{1,1024})'|"([^"]{1,1024})"|‘([^’]{1,1024})’|`([^`]{1,1024})`/g;
/** A hidden file, or one with an extension. */
const NAME = /^\.[\w-]+(?:\.[\w-]+)*$|^[\w@+-][\w@+.-]*\.[a-z]\w{0,11}$/i;
const COMPLAINING = [VAGUE, MISSING, REFUSED, READ_ONLY, NETWORK, RIGHTS, AGENT, DAEMON, MOVES];

/** The last lines say why a command failed; a long log says it nowhere else. */
const MAX_LINES = 400;
const MAX_LINE_CHARS = 4_096;
const MAX_PATHS = 1_000;

export function readComplaints(output: string, cwd: string): Complaints {
  const lines = complainingLines(output);
  const programs = lines.flatMap((line) =>
    [...line.matchAll(NOT_FOUND)].map((match) => match[1] ?? match[2] ?? ""),
  );
  return {
    paths: pathsOf(lines, cwd),
    programs: [...new Set(programs)],
    network: lines.some((line) => NETWORK.test(line)),
    rights: lines.some((line) => RIGHTS.test(line)),
    agent: lines.some((line) => AGENT.test(line)),
    daemon: lines.some((line) => DAEMON.test(line)),
    moves: lines.some((line) => MOVES.test(line)),
  };
}

function complainingLines(output: string): readonly string[] {
  return output
    .split("\n")
    .filter((line) => line.length < MAX_LINE_CHARS && complains(line))
    .slice(-MAX_LINES);
}

function complains(line: string): boolean {
  return COMPLAINING.some((pattern) => pattern.test(line));
}

function pathsOf(lines: readonly string[], cwd: string): readonly Complaint[] {
  const found = new Map<string, Complaint["kind"]>();
  for (const line of lines.toReversed()) {
    const kind = kindOf(line);
    if (kind === null) continue;
    for (const text of candidates(line)) {
      if (found.size >= MAX_PATHS) break;
      const path = posixPath.normalize(text, cwd);
      const known = found.get(path);
      if (known === undefined || known === "vague") found.set(path, kind);
    }
  }
  return [...found].map(([path, kind]) => ({ path, kind }));
}

function kindOf(line: string): Complaint["kind"] | null {
  if (READ_ONLY.test(line)) return "read-only";
  if (REFUSED.test(line)) return "refused";
  if (MISSING.test(line)) return "missing";
  return VAGUE.test(line) ? "vague" : null;
}

/** Finds names in a line: in quotes, before the system's words, or with the look of a path. Other words are only words. */
function candidates(line: string): readonly string[] {
  const quoted = [...line.matchAll(QUOTED)]
    .flatMap((match) => match.slice(1).find((text) => text !== undefined) ?? [])
    .filter((text) => !SYSTEM.test(text));
  const before = [...line.matchAll(BEFORE)].map((match) => (match[1] ?? "").trim());
  const bare = line
    .split(/[\s:;,()[\]<>"'`‘’=]+/)
    .map((text) => text.replace(/(?<=\w)\.$/, ""))
    .filter((text) => text.includes("/") || NAME.test(text));
  return [...new Set([...quoted, ...before, ...bare])].filter(isPathLike);
}

/** An option is none, and neither is the rest of an address or the name of an error. */
function isPathLike(text: string): boolean {
  return text !== "" && !/^-|^\/\/[^/]|:\/\/|^E[A-Z]{3,}$/.test(text);
}
