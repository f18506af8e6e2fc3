/** One client, set up by our own `start --for … --write` in a fresh home, through everything that a person and a model need of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Driver, DriverPlace } from "./drivers.ts";
import { openLoopbackModel } from "./loopback-model.ts";
import { kill, processesAtHome } from "./processes.ts";
import { type ClientRunner, runClient } from "./run-client.ts";
import { judged, type Trial } from "./trial.ts";
import { tryApproval, tryUnasked } from "./trials/try-approval.ts";
import { tryBasics } from "./trials/try-basics.ts";
import { tryCancel } from "./trials/try-cancel.ts";
import { tryForm } from "./trials/try-form.ts";
import { trySilence } from "./trials/try-silence.ts";

export interface DriveOptions {
  readonly tell: (trial: Trial) => void;
  readonly programs: string;
  /** How long a command says nothing. */
  readonly silentSeconds: number;
  readonly onlySilent: boolean;
}

const RULES = {
  rules: [
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
    { permission: "fs.write", pattern: "**/total.txt", action: "ask" },
  ],
};

export async function driveClient(
  driver: Driver,
  { tell, programs, silentSeconds, onlySilent }: DriveOptions,
): Promise<readonly Trial[]> {
  const root = mkdtempSync(join(tmpdir(), `client-${driver.name}-`));
  const model = await openLoopbackModel();
  const place = { model: model.url, workspace: join(root, "work"), home: join(root, "home") };
  // Clients leave servers of their own behind, and a run that is ended leaves clients.
  const sweep = (): void => {
    for (const pid of processesAtHome(place.home)) kill(pid, "SIGKILL");
  };
  process.once("exit", sweep);
  const trials: Trial[] = [];
  const told = (...some: readonly Trial[]): void => {
    for (const trial of some) tell(trial);
    trials.push(...some);
  };
  try {
    prepare(driver, place);
    const run = runClient(driver, { place, model, programs });
    // A busy machine starts servers late, and not every client waits for them: then its model was shown nothing to call. That is
    // tried once more, and said: a client that needs it each time meets a server that starts too slowly.
    const again = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
      const first = await attempt();
      if (model.calls() > 0) return first;
      console.log(`again ${driver.name}: its model was shown nothing to call`);
      return attempt();
    };
    const write = async (words: readonly string[]): Promise<boolean> => {
      const written = judged("write", await setUp(run, words));
      told(written);
      return written.end === "passed";
    };
    if (!(await write(["--wait"]))) return trials;
    if (!onlySilent) told(...(await again(() => tryBasics(run))));
    const hasForms = model.heard().some(({ text }) => /toolplane[-_.:/]+question\b/.test(text));
    if (!onlySilent) told(await again(() => tryApproval(run)));
    told(await again(() => trySilence(run, silentSeconds)));
    if (onlySilent) return trials;
    told(await again(() => tryCancel(run)));
    if (!(await write([]))) return trials;
    told(await again(() => tryUnasked(run)));
    told(...(await again(() => tryForm(run, hasForms))));
    return trials;
  } catch (error) {
    told(judged("run", String(error)));
    return trials;
  } finally {
    model.close();
    sweep();
    process.off("exit", sweep);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

function prepare(driver: Driver, place: DriverPlace): void {
  const write = (base: string, files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(base, path)), { recursive: true });
      writeFileSync(join(base, path), text);
    }
  };
  write(place.workspace, { "README.md": "The price is 42.\n", ".env": "KEY=secret\n" });
  write(place.home, { ".config/toolplane/policy.jsonc": JSON.stringify(RULES) });
  write(place.home, driver.files?.(place) ?? {});
}

/** Our block, what the client wants to hear once, and a server that was started before: the first start compiles. */
async function setUp(
  { driver, place, toolplane, tell }: ClientRunner,
  words: readonly string[],
): Promise<string | null> {
  const written = await toolplane(["start", "--for", driver.name, ...words, "--write", "--yes"]);
  if (written.code !== 0) return written.output;
  for (const told of driver.ready?.(place) ?? []) {
    const { code, output } = await tell(told);
    if (code !== 0) return `${driver.program} ${told.join(" ")}: ${output}`;
  }
  for (const _ of ["makes the folder", "fills it"]) await toolplane(["mcp"]);
  return null;
}
