/** A database, and machines that share it: real programs, with runs that are submitted from elsewhere. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { expect, vi } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import type { Postgres } from "./start-postgres.ts";

const PATIENCE = { timeout: WAITING_MS, interval: 200 };

export interface FleetWorld extends Machine {
  /** Another machine that finds the same record and the same project, with settings of its own. */
  beside(settings?: object): Machine;
  sql(text: string): string;
  comesTo(run: string, status: string): Promise<void>;
  /** The runs that a run has started, as the engine knows them. */
  below(run: string, count?: number): Promise<readonly string[]>;
  /** Everything that was said in a run. */
  saidIn(run: string): string;
  /** A call that says that it has begun, and waits until `open` lets it go on. */
  gated(name: string): object;
  begins(name: string): Promise<void>;
  open(name: string): void;
  close(): Promise<void>;
}

interface Machine {
  readonly world: CliWorld;
  readonly env: Readonly<Record<string, string>>;
  submit(turns: readonly object[], ...words: string[]): Promise<string>;
  work(name: string, ...words: string[]): Promise<ChildProcess>;
}

/** `settings` of the machines' own configuration, `variables` of their environment. */
export function openFleetWorld(
  server: Postgres,
  settings: object = {},
  variables: Readonly<Record<string, string>> = {},
): FleetWorld {
  const name = `fleet_${process.hrtime.bigint()}`;
  server.sql("postgres", `CREATE DATABASE ${name}`);
  const workers: ChildProcess[] = [];
  const worlds: CliWorld[] = [];
  const machine = (own: object): Machine => {
    const world = openCliWorld({ "a.txt": "one\n" });
    worlds.push(world);
    const file = join(world.root, "team.key");
    writeFileSync(file, Buffer.alloc(32, 7), { mode: 0o600 });
    mkdirSync(world.config, { recursive: true });
    const record = { postgres: { env: "TEAM_RECORD" }, key: { file } };
    writePrivate(join(world.config, "config.jsonc"), { record, ...own });
    const allowed = (permission: string) => ({ permission, pattern: "*", action: "allow" });
    const rules = [allowed("shell.run"), allowed("fs.write")];
    writePrivate(join(world.config, "policy.jsonc"), { rules });
    const env = { TEAM_RECORD: server.url(name), TOOLPLANE_SANDBOX: "none", ...variables };
    return {
      world,
      env,
      async submit(turns, ...words) {
        const script = join(world.root, "turns.jsonl");
        writeFileSync(script, turns.map((turn) => JSON.stringify(turn)).join("\n"));
        const all = ["fleet", "submit", "Do it.", "--script", script, ...words];
        return ((await world.report(all, { env })).json as { readonly run: string }).run;
      },
      async work(worker, ...words) {
        const directory = worlds[0]?.workspace ?? world.workspace;
        const all = ["worker", "--json", "--name", worker, ...words];
        const child = world.spawn(all, { env, directory });
        workers.push(child);
        await Promise.race([once(child.stdout ?? child, "data"), once(child, "exit")]);
        return child;
      },
    };
  };
  const first = machine(settings);
  const place = (file: string) => join(first.world.workspace, file);
  const sql = (text: string) => server.sql(name, text);
  return {
    ...first,
    beside: (own = settings) => machine(own),
    sql,
    comesTo: (run, status) =>
      vi.waitFor(
        () => expect(sql(`SELECT status FROM toolplane.runs WHERE id = '${run}'`)).toBe(status),
        PATIENCE,
      ),
    below: (run, count = 1) =>
      vi.waitFor(() => {
        const ids = sql(`SELECT run_id FROM toolplane.fleet_runs WHERE above = '${run}'`);
        const found = ids.split("\n").filter((id) => id !== "");
        expect(found).toHaveLength(count);
        return found;
      }, PATIENCE),
    saidIn: (run) =>
      sql(`SELECT entry FROM toolplane.run_log WHERE run_id = '${run}' ORDER BY place`),
    gated(file) {
      const command = `echo >> ${file}-began; until [ -e ${file} ]; do sleep 0.1; done`;
      return { name: "bash", arguments: { command } };
    },
    begins: (file) =>
      vi.waitFor(() => expect(existsSync(place(`${file}-began`))).toBe(true), PATIENCE),
    open: (file) => writeFileSync(place(file), ""),
    async close() {
      await Promise.all(workers.map(killed));
      for (const world of worlds) world.remove();
      server.sql("postgres", `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, "exit");
  child.kill("SIGKILL");
  await over;
}

function writePrivate(path: string, value: object): void {
  writeFileSync(path, JSON.stringify(value), { mode: 0o600 });
}
