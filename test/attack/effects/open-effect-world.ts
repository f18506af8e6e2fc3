/** A workspace with a person around it, and the product over it: rows run in it one after the other. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Rule, ToolError } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { undoTool } from "@toolplane/tools";
import { createToolplane, type Session, type Toolplane, type ToolplaneOptions } from "toolplane";
import { WAITING_MS } from "../../setup/hanging.ts";

export interface EffectWorld {
  readonly base: string;
  readonly workspace: string;
  /** Where the person's own files lie, which no command may see. */
  readonly outside: string;
  readonly home: string;
  /** Beside the workspace: what it is put back to. Nobody but the person has any business there. */
  readonly first: string;
  readonly toolplane: Toolplane;
  at(path: string): string;
  /** The person writes a file. */
  write(path: string, text: string): void;
  read(path: string): string | null;
  /** The person runs a program in the workspace, with their own home. */
  person(line: string, folder?: string): string;
  session(rules: readonly Rule[]): Session;
  /** Puts the workspace back to what it was at first. */
  reset(): void;
  close(): Promise<void>;
}

const FILES: Readonly<Record<string, string>> = {
  "README.md": "hello\n",
  "src/a.ts": "export const a = 1;\n",
  "src/b.ts": "export const b = 1;\n",
  "src/deep/c.ts": "export const c = 1;\n",
  "docs/guide.md": "guide\n",
  "package.json": '{"name":"x","version":"1.0.0","scripts":{"test":"echo ok"}}\n',
};

/** The person is there to take changes back, and for nothing else. */
const ONLY_UNDO: Broker = {
  async ask({ tool }) {
    if (tool === undoTool.id) return { choice: "once" };
    throw new ToolError("unavailable", "Nobody is there.");
  },
};

const OWN_DATA = ".own-data";

/** Options for a world in which no view can be made: our own data lies in the workspace. */
export const OWN_DATA_INSIDE: {
  readonly furnish: (workspace: string) => void;
  readonly ownData: string;
} = {
  furnish: (workspace) => void mkdirSync(join(workspace, OWN_DATA)),
  ownData: OWN_DATA,
};

export async function openEffectWorld(
  options: ToolplaneOptions & {
    readonly place?: string;
    /** Called with the workspace before the product is opened; what it makes there stays. */
    readonly furnish?: (workspace: string) => void;
    /** Where our own data lies, in the workspace: then no view of it can be made. */
    readonly ownData?: string;
  } = {},
): Promise<EffectWorld> {
  const { place = "ws", furnish, ownData, ...rest } = options;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-effects-")));
  const outside = join(base, "outside");
  const home = join(base, "home");
  const first = join(base, "first");
  const workspace = join(base, place);
  for (const folder of [outside, home, workspace]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(outside, "secret.txt"), "OUTSIDE-CANARY\n");
  writeFileSync(join(home, ".bashrc"), "# rc\n");
  writeFileSync(
    join(home, ".gitconfig"),
    "[user]\n\tname = n\n\temail = e@x.test\n[safe]\n\tdirectory = *\n",
  );
  for (const [path, text] of Object.entries(FILES)) put(join(first, path), text);
  const person = (line: string, folder = workspace): string => {
    const ran = spawnSync("sh", ["-c", line], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        GIT_CONFIG_NOSYSTEM: "1",
        PWN: join(outside, "pwned"),
      },
      encoding: "utf8",
      timeout: WAITING_MS,
    });
    return `${ran.stdout}${ran.stderr}`;
  };
  person("git init -q -b main && git add -A && git commit -qm first", first);
  furnish?.(workspace);
  const fixed = readdirSync(workspace);
  const reset = () => {
    execFileSync("chmod", ["-R", "u+rwx", workspace], { stdio: "ignore" });
    for (const name of readdirSync(workspace).filter((each) => !fixed.includes(each)))
      rmSync(join(workspace, name), { recursive: true, force: true });
    cpSync(first, workspace, { recursive: true, verbatimSymlinks: true });
    rmSync(join(outside, "pwned"), { force: true });
  };
  reset();
  const toolplane = await createToolplane({
    workspace,
    userData: ownData === undefined ? join(base, "data") : join(workspace, ownData),
    environment: { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8" },
    preset: "everyday",
    contained: true,
    tools: [undoTool],
    broker: ONLY_UNDO,
    onWarning: () => {},
    ...rest,
  });
  const sessions = new Map<string, Session>();
  return {
    base,
    workspace,
    outside,
    home,
    first,
    toolplane,
    reset,
    person,
    at: (path) => join(workspace, path),
    write: (path, text) => put(join(workspace, path), text),
    read: (path) =>
      existsSync(join(workspace, path)) ? readFileSync(join(workspace, path), "utf8") : null,
    session(rules) {
      const key = JSON.stringify(rules);
      const known = sessions.get(key) ?? toolplane.session({ rules });
      sessions.set(key, known);
      return known;
    },
    async close() {
      await toolplane.close();
      spawnSync("chmod", ["-R", "u+rwx", base], { stdio: "ignore" });
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (text.startsWith("#!")) chmodSync(path, 0o755);
}
