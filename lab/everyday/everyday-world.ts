/** A person's machine in small: a home, a project in it, and what lies outside of both. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Files, Level } from "./task.ts";

export interface EverydayWorld {
  readonly root: string;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  /** What Node is given to start toolplane. */
  readonly program: readonly string[];
  /** Runs a shell line in the project, without us; null where it succeeded, else what it printed. */
  shell(line: string): string | null;
  remove(): void;
}

const PROGRAMS = [dirname(process.execPath), "/usr/bin", "/bin"].join(":");
/** Not below /tmp, which means another folder to commands: nobody's home is there. */
const BASE = "/var/tmp";
const SANDBOX = { full: "auto", plain: "plain", none: "none" } as const;
const GIT = `git init -q -b main && git config user.email mira@here.test && git config user.name Mira && git add -A && git commit -qm first`;
const PERSON: Files = {
  ".gitconfig": "[user]\n\tname = Mira\n\temail = mira@here.test\n",
  ".ssh/config": "Host secret-host\n",
  ".npmrc": "registry=http://registries.test/npm/\nupdate-notifier=false\n",
  ".config/pip/pip.conf": "[global]\nindex-url = http://registries.test/py/simple/\n",
};

/** The program as npm installs it. */
const INSTALLED = [join(import.meta.dirname, "../../packages/toolplane/bin/toolplane.cjs")];

export interface WorldOptions {
  readonly level: Level;
  /** In the project, or beside it by a name like `../NAME`. */
  readonly files?: Files | undefined;
  /** Another program than the one that is built. */
  readonly program?: readonly string[] | undefined;
}

/** Makes one, with the project under git. */
export function openEverydayWorld({
  level,
  files = {},
  program = INSTALLED,
}: WorldOptions): EverydayWorld {
  const root = realpathSync(mkdtempSync(join(BASE, "everyday-")));
  const workspace = join(root, "ledger");
  const home = join(root, "home");
  writeFiles(home, PERSON);
  writeFiles(workspace, { "README.md": "# Ledger\n", ...files });
  const environment = {
    PATH: PROGRAMS,
    HOME: home,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    TOOLPLANE_SANDBOX: SANDBOX[level],
    // The chat of a task is given another one.
    TOOLPLANE_MODEL: "http://127.0.0.1:9/v1#usual",
    // A checkout runs its sources when they changed since they were built.
    TOOLPLANE_BUILT: "1",
  };
  const shell = (line: string): string | null => {
    const { status, stdout, stderr } = spawnSync("bash", ["-c", line], {
      cwd: workspace,
      env: environment,
      encoding: "utf8",
    });
    return status === 0 ? null : `ended with ${status}: ${stdout}${stderr}`.trim();
  };
  shell(GIT);
  return {
    root,
    workspace,
    environment,
    program,
    shell,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Whether this machine can play a level. */
export function hasProgram(name: string): boolean {
  return PROGRAMS.split(":").some((folder) => existsSync(join(folder, name)));
}

function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
