/**
 * Fetches from another machine, as the person who runs the worker: with that person's own configuration of git, so its credential helper and
 * keys are asked, and nobody at a terminal. What it says is progress; one that says nothing for long, or brings too much, is ended with
 * everything that it started.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { errorCode, formatBytes } from "@toolplane/readings";

export interface FarGround {
  /** Of the worker's own person. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Foreign text. */
  readonly onProgress: (text: string) => void;
  /** A repository may not be larger. */
  readonly mostBytes: number;
  /** So long it may say nothing. */
  readonly quietMs: number;
}

interface FarFetch {
  /** A bare repository. */
  readonly place: string;
  readonly address: string;
  readonly refs: readonly string[];
  readonly signal: AbortSignal;
}

const HANDED_ON =
  /^(?:HOME|PATH|USER|LOGNAME|TMPDIR|SSH_AUTH_SOCK|DBUS_SESSION_BUS_ADDRESS|XDG_\w+|GIT_SSH|GIT_SSH_COMMAND|GIT_CONFIG_GLOBAL|GIT_CONFIG_SYSTEM|GIT_SSL_\w+|SSL_CERT_\w+|(?:https?|all|no)_proxy)$/i;
const OPTIONS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "fetch.recurseSubmodules=no",
  "fetch.unpackLimit=1",
];
const LOOK_MS = 500;
const MOST_MS = 3_600_000;
const MOST_SAID = 4_000;

/** Rejects with `unavailable`, or with the signal's reason. */
export async function fetchFar(ground: FarGround, wanted: FarFetch): Promise<void> {
  const { place, address, refs, signal } = wanted;
  signal.throwIfAborted();
  const words = ["fetch", "--progress", "--no-tags", "--no-write-fetch-head", "--no-auto-gc"];
  const child = spawn(
    "git",
    [
      ...OPTIONS.flatMap((one) => ["-c", one]),
      `--git-dir=${place}`,
      ...words,
      "--",
      address,
      ...refs,
    ],
    { cwd: place, env: environmentOf(ground), stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  let why: unknown = null;
  const end = (reason: unknown): void => {
    why ??= reason;
    endAll(child);
  };
  const stop = (): void => end(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const watch = watchFetch(ground, { place, end });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-MOST_SAID);
    watch.heard();
    const [last = ""] = text
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== "")
      .slice(-1);
    if (last !== "") ground.onProgress(last.trim());
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", (error) =>
        reject(
          errorCode(error) === "ENOENT"
            ? new ToolError("failed", "There is no git on this machine.")
            : error,
        ),
      );
      child.once("close", resolve);
    });
    watch.look();
    if (code !== 0 || why !== null) throw why ?? new ToolError("unavailable", faultOf(said));
  } finally {
    watch.stop();
    signal.removeEventListener("abort", stop);
  }
}

function environmentOf({ environment }: FarGround): Record<string, string> {
  const own = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && HANDED_ON.test(name) ? [[name, value]] : [],
  );
  return {
    GIT_SSH_COMMAND: "ssh -o BatchMode=yes -o ConnectTimeout=30",
    ...Object.fromEntries(own),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS_REQUIRE: "never",
    GIT_ALLOW_PROTOCOL: "https:http:ssh",
  };
}

function watchFetch(
  { mostBytes, quietMs }: FarGround,
  { place, end }: { readonly place: string; readonly end: (reason: unknown) => void },
): { heard(): void; look(): void; stop(): void } {
  let quietSince = Date.now();
  const began = quietSince;
  let before = 0;
  const look = (): void => {
    const now = Date.now();
    const bytes = bytesBelow(join(place, "objects"));
    // Without a terminal to tell some ways of fetching say nothing while they work.
    if (bytes !== before) quietSince = now;
    before = bytes;
    if (bytes > mostBytes)
      end(
        new ToolError(
          "unavailable",
          `it is larger than ${formatBytes(mostBytes)}, which --fetch-limit allows`,
        ),
      );
    else if (now - quietSince > quietMs)
      end(new ToolError("unavailable", `nothing came for ${Math.round(quietMs / 1_000)} seconds`));
    else if (now - began > MOST_MS) end(new ToolError("unavailable", "it takes more than an hour"));
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    heard: () => {
      quietSince = Date.now();
    },
    look,
    stop: () => clearInterval(timer),
  };
}

/** Counts bytes; what vanishes meanwhile counts nothing. */
function bytesBelow(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, one) => {
      const path = join(folder, one.name);
      if (one.isDirectory()) return sum + bytesBelow(path);
      return sum + (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
  } catch {
    return 0;
  }
}

/** The group is its own: git starts a program for each way to fetch. */
function endAll({ pid, exitCode }: ChildProcess): void {
  try {
    if (pid !== undefined && exitCode === null) process.kill(-pid, "SIGKILL");
  } catch {
    // It is over.
  }
}

const ASKS =
  /could not read (?:Username|Password)|terminal prompts disabled|Authentication failed|Permission denied|Host key verification failed|HTTP 40[13]|error: 40[13]/i;

/** git's own words, without the progress before them. */
function faultOf(said: string): string {
  if (ASKS.test(said))
    return "it wants to know who asks. git's credential helper, or a key of ssh, has to answer for the user that the worker runs as";
  const lines = said
    .split(/[\r\n]+/)
    .filter((line) => /^(?:fatal|error|ssh|remote: error)/i.test(line));
  const [last = "git failed"] = lines.slice(-1);
  return last.replace(/^(?:fatal|error): /, "").slice(0, 300);
}
