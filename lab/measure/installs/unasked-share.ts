// Installs twenty projects by their lock files, each in a session of its own where nobody says yes: which of them ran unasked.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bashTool } from "@toolplane/tools";
import { createToolplane } from "toolplane";
import { isHere, LOCK_PROJECTS, type LockProject } from "./lock-projects.ts";
import { REGISTRIES_HOST, REGISTRIES_URL, startRegistries } from "./start-registries.ts";

export interface UnaskedShare {
  readonly locks: number;
  readonly unasked: number;
  readonly unasked_share: number;
  /** Projects whose program is not on this machine. */
  readonly left_out: readonly string[];
}

export async function unaskedShare(options: {
  readonly limit?: number;
  readonly print: (line: string) => void;
}): Promise<UnaskedShare> {
  const projects = LOCK_PROJECTS.slice(0, options.limit);
  const here = projects.filter(isHere);
  const registries = await startRegistries();
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-locks-")));
  let unasked = 0;
  try {
    for (const [index, project] of here.entries()) {
      const fault = await faultOf(project, {
        base: join(base, String(index)),
        port: registries.port,
      });
      if (fault === null) unasked += 1;
      else options.print(`${project.name}: ${fault}`);
    }
  } finally {
    registries.close();
    rmSync(base, { recursive: true, force: true });
  }
  return {
    locks: here.length,
    unasked,
    unasked_share: here.length === 0 ? 0 : Math.round((unasked / here.length) * 1_000) / 1_000,
    left_out: projects.filter((one) => !isHere(one)).map(({ name }) => name),
  };
}

/** Null where it was installed and nobody was asked. */
async function faultOf(
  project: LockProject,
  { base, port }: { readonly base: string; readonly port: number },
): Promise<string | null> {
  const workspace = join(base, "project");
  const home = join(base, "home");
  writeFiles(workspace, project.files);
  writeFiles(home, personFiles());
  const questions: string[] = [];
  let answer: "once" | "reject" = "once";
  const toolplane = await createToolplane({
    workspace,
    userData: join(base, "data"),
    tools: [bashTool],
    environment: {
      PATH: process.env.PATH,
      HOME: home,
      GOPROXY: `${REGISTRIES_URL}/go`,
      GONOSUMDB: "*",
      GOFLAGS: "-mod=mod",
    },
    record: false,
    onWarning: () => {},
    ...(project.reads ? { readRoots: project.reads } : {}),
    resolver: { resolve: async (host) => (host === REGISTRIES_HOST ? ["203.0.114.1"] : []) },
    connector: { connect: () => opened(connect({ host: "127.0.0.1", port })) },
    broker: {
      ask: async ({ lines }) => {
        questions.push(lines[0] ?? "a question");
        return { choice: answer };
      },
    },
  });
  /** Each in a session of its own: the lock that the first makes is there when the second begins. */
  const run = (command: string) =>
    toolplane
      .session({})
      .call({ id: "run", name: "bash", arguments: { command, timeout_ms: 120_000 } });
  try {
    const made = await run(project.makes);
    if (made.type === "error") return `no lock file: ${JSON.stringify(made).slice(0, 600)}`;
    questions.length = 0;
    answer = "reject";
    const result = await run(project.installs);
    if (questions.length > 0) return `asked: ${questions[0]}`;
    if (existsSync(join(workspace, project.proof))) return null;
    return `not installed: ${JSON.stringify([made, result]).slice(0, 1_200)}`;
  } finally {
    await toolplane.close();
  }
}

function opened(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket)).once("error", reject);
  });
}

/** The person's own configuration: where it says that the registries are. */
function personFiles(): LockProject["files"] {
  return {
    ".npmrc": "registry=URL/npm/\n",
    ".yarnrc.yml": 'npmRegistryServer: "URL/npm/"\n',
    ".config/pip/pip.conf": "[global]\nindex-url = URL/py/simple/\n",
    ".cargo/config.toml": '[source.own]\nregistry = "sparse+URL/cargo/"\n',
  };
}

function writeFiles(root: string, files: LockProject["files"]): void {
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text.replaceAll("URL", REGISTRIES_URL));
  }
}
