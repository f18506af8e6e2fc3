/**
 * Really runs generated lines: one `bash --noprofile --norc -c` each, many in one bubblewrap without network, with one
 * private folder to write and no program but the stubs on PATH. A line is over when every process that inherited its
 * descriptor 9 is gone, so that nothing a background job logs is counted for the next line; what closed that descriptor and runs
 * on is ended then.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LineRun, readLog } from "./read-log.ts";
import { writeStubPrograms } from "./stub-programs.ts";

/** Where lines run: the path is the same inside and outside, so the analyzer sees what bash sees. */
export interface FuzzPlace {
  /** Folder that is replaced inside by the runner's own. */
  readonly root: string;
  /** The workspace: the directory every line starts in. */
  readonly workspace: string;
}

export interface LineRunner {
  run(lines: readonly string[]): Promise<readonly LineRun[]>;
}

/** A line that has not ended by then, whatever it logs meanwhile, is given up, and so is its bubblewrap; the rest goes on in a new one. */
const STUCK_MS = 12_000;

/** Makes the place that the analyzer looks at. It is never written. */
export function makeFuzzPlace(folder: string): FuzzPlace {
  const root = join(folder, "place");
  fillRoot(root, root);
  return { root, workspace: join(root, "ws") };
}

/** Makes a runner with a folder of its own. */
export function createLineRunner(
  place: FuzzPlace,
  folder: string,
  stuckMs: number = STUCK_MS,
): LineRunner {
  fillRoot(folder, place.root);
  const log = join(folder, "log");
  return {
    async run(lines) {
      const runs: LineRun[] = [];
      while (runs.length < lines.length) {
        writeFileSync(log, "");
        writeFileSync(
          join(folder, "lines"),
          lines
            .slice(runs.length)
            .map((line) => `${line}\0`)
            .join(""),
        );
        cpSync(join(folder, "template"), join(folder, "ws"), { recursive: true });
        const stuck = await runBatch(place, folder, stuckMs);
        runs.push(...readLog(readFileSync(log)));
        if (stuck) runs.push({ outcome: "stuck", spawned: [] });
        else if (runs.length < lines.length) runs.push({ outcome: "lost", spawned: [] });
      }
      return runs;
    },
  };
}

/** `inside` is where `root` will stand when the lines run. */
function fillRoot(root: string, inside: string): void {
  for (const folder of ["home", "template/sub", "bin"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ["a.txt", "b.txt", "sub/c.txt"])
    writeFileSync(join(root, "template", file), "one two\n");
  cpSync(join(root, "template"), join(root, "ws"), { recursive: true });
  writeStubPrograms(join(root, "bin"), { inside: join(inside, "bin"), log: join(inside, "log") });
  writeFileSync(join(root, "driver.bash"), DRIVER);
}

/** Resolves with whether a line got stuck. */
function runBatch(place: FuzzPlace, folder: string, stuckMs: number): Promise<boolean> {
  const child = spawn("bwrap", bubblewrapArguments(place, folder), {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const log = join(folder, "log");
  return new Promise((resolve, reject) => {
    let seen = -1;
    let stuck = false;
    const watch = setInterval(() => {
      const ended = readLog(readFileSync(log)).length;
      if (ended === seen) {
        stuck = true;
        child.kill("SIGKILL");
      }
      seen = ended;
    }, stuckMs);
    onEnd(child, (error) => {
      clearInterval(watch);
      if (error) reject(error);
      else resolve(stuck);
    });
  });
}

function onEnd(child: ChildProcess, then: (error?: Error) => void): void {
  child.once("error", then);
  child.once("close", () => then());
}

function bubblewrapArguments(place: FuzzPlace, folder: string): readonly string[] {
  const system = ["/usr", "/bin", "/sbin", "/lib", "/lib64"].flatMap((path) => [
    "--ro-bind-try",
    path,
    path,
  ]);
  const env = {
    PATH: join(place.root, "bin"),
    HOME: join(place.root, "home"),
    LC_ALL: "C",
    SHELL: "/bin/sh",
    // A function that calls itself through a pipe doubles its processes at every level.
    FUNCNEST: "4",
    ROOT: place.root,
  };
  return [
    ...["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"],
    ...system,
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--bind", folder, place.root],
    ...["--ro-bind", join(folder, "bin"), join(place.root, "bin")],
    ...Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]),
    ...["--chdir", place.workspace],
    ...["/bin/bash", "--noprofile", "--norc", join(place.root, "driver.bash")],
  ];
}

/** Everything between two lines is done by builtins, but for a workspace that a line has changed: forking is what costs. */
const DRIVER = `root=$ROOT
export -n ROOT
shopt -s nullglob dotglob
fresh='a.txt b.txt sub sub/c.txt'
mapfile -d '' -t lines < "$root/lines"
for line in "\${lines[@]}"; do
  cd "$root/ws"
  found=(* sub/*)
  if [[ \${found[*]} != "$fresh" ]]; then
    cd "$root"
    /bin/rm -rf ws
    /bin/cp -r template ws
    cd ws
  fi
  left=$(/bin/bash --noprofile --norc -c "$line" 9>&1 > /dev/null 2> "$root/err" < /dev/null)
  code=$?
  kill -KILL -1 2> /dev/null
  error=$(< "$root/err")
  case $error in
    *'syntax error'* | *'unexpected EOF'*) parsed=no ;;
    *) parsed=yes ;;
  esac
  printf '%s\\0' end "$code" "$parsed" >> "$root/log"
done
`;
