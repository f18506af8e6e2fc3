/**
 * A PostgreSQL server of a test's own: its files in a temporary folder, a socket in it, loopback with a port of its own. It refuses to
 * run as root, so there it runs as nobody.
 */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Postgres {
  /** Of a database, as the owner of everything or as another user. */
  url(database: string, user?: string): string;
  /** Runs statements; gives what they print. */
  sql(database: string, text: string): string;
  start(settings?: readonly string[]): void;
  /** `immediate` is how a crash looks to its clients and to its files. */
  stop(mode: "fast" | "immediate"): void;
  /** Every process of it stands still until what is returned is called, as on a disk that does not answer. */
  freeze(): () => void;
  readonly folder: string;
  readonly port: number;
  remove(): void;
}

const FOLDER = "/usr/lib/postgresql";
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** The folder of its programs; null where no version is installed that the store works with. */
const programs: string | null = (() => {
  const versions = existsSync(FOLDER) ? readdirSync(FOLDER).map(Number) : [];
  const newest = versions.filter((version) => version >= 15).sort((a, b) => b - a)[0];
  return newest === undefined ? null : join(FOLDER, String(newest), "bin");
})();

export const hasPostgres: boolean = programs !== null;

export interface PostgresOptions {
  /** It waits for its disk, as one does that is used. */
  readonly lasting?: boolean;
  /** A disk that is there already: an empty folder, and what comes in front of each program that is to see it. */
  readonly disk?: { readonly folder: string; readonly inFront: readonly string[] };
}

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "tp-postgres-"));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const port = await freePort();
  const data = join(options.disk?.folder ?? folder, "data");
  const run = (program: string, ...words: readonly string[]): string => {
    const line = [join(programs ?? "", program), ...words];
    const as = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
    const inFront = options.disk?.inFront ?? [];
    const [first = "", ...rest] = [...inFront, ...(isRoot ? as : []), ...line];
    // Not a pipe for what the server says: it would keep the pipe open.
    const stdio = program === "pg_ctl" ? ("ignore" as const) : ("pipe" as const);
    const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", HOME: folder };
    return outputOf(program, spawnSync(first, rest, { encoding: "utf8", env, stdio, cwd: folder }));
  };
  run(
    "initdb",
    "-D",
    data,
    "-U",
    "owner",
    "--auth=trust",
    "-E",
    "UTF8",
    "--no-locale",
    "--no-sync",
    // A log of transactions that cannot be written ends a server; its own disk is not the one that gets full.
    ...(options.disk ? ["-X", join(folder, "wal")] : []),
  );
  const start = (settings: readonly string[] = []): void => {
    const own = [
      ...["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, "max_connections=50"],
      ...(options.lasting ? [] : ["fsync=off", "full_page_writes=off"]),
      ...settings,
    ].map((setting) => `-c ${setting}`);
    const words = ["-D", data, "-w", "-l", join(folder, "log")];
    run("pg_ctl", ...words, "-o", `-p ${port} ${own.join(" ")}`, "start");
  };
  const stop = (mode: string): void => void run("pg_ctl", "-D", data, "-m", mode, "-w", "stop");
  start();
  return {
    folder,
    port,
    url: (database, user = "owner") => `postgres://${user}@127.0.0.1:${port}/${database}`,
    sql: (database, text) => {
      const words = ["-h", folder, "-p", String(port), "-U", "owner", "-d", database];
      return run("psql", ...words, "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", text).trim();
    },
    start,
    stop,
    freeze() {
      const [first = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
      const all = [Number(first), ...childrenOf(first)];
      signal(all, "SIGSTOP");
      return () => signal(all, "SIGCONT");
    },
    remove() {
      if (options.disk || existsSync(join(data, "postmaster.pid"))) stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function childrenOf(pid: string): readonly number[] {
  const found = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return found.split(" ").filter(Boolean).map(Number);
}

/** One that has ended meanwhile has nothing to stand still for. */
function signal(pids: readonly number[], name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {}
}

function outputOf(program: string, done: SpawnSyncReturns<string>): string {
  if (done.status !== 0)
    throw new TypeError(
      `${program} ended with ${done.status ?? done.signal}: ${done.stderr ?? ""}`,
    );
  return done.stdout ?? "";
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
