/**
 * Brings a database to the newest schema, or says why it cannot be used. Only the owner of the tables can take a step: a worker's login
 * may read and write rows, and alter nothing. Steps are taken under an advisory lock, so of several machines that start at once one
 * takes them and the others wait.
 */
import { isToolError, ToolError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import type { Connections, Run } from "../queue/connections.ts";
import { SCHEMA_STEPS } from "./schema.ts";

const OLDEST_POSTGRES = 150_000;

export async function migrate(
  connections: Connections,
  steps: readonly string[] = SCHEMA_STEPS,
): Promise<void> {
  await connections.within(async (run) => {
    await checkServer(run, connections.place);
    if ((await missing(run, connections.place, steps)) === 0) return;
    await run("BEGIN");
    try {
      // Another machine may be at it now: that takes as long as its steps do.
      await run("SELECT pg_advisory_xact_lock($1::bigint)", [LOCK]);
      await run("CREATE SCHEMA IF NOT EXISTS toolplane");
      await run("CREATE TABLE IF NOT EXISTS toolplane.schema_steps (step int PRIMARY KEY)");
      const left = await missing(run, connections.place, steps);
      for (const [index, step] of steps.entries()) {
        if (index < steps.length - left) continue;
        await run(step);
        await run("INSERT INTO toolplane.schema_steps (step) VALUES ($1)", [index + 1]);
      }
      await run("COMMIT");
    } catch (error) {
      await run("ROLLBACK").catch(() => undefined);
      throw describe(error, connections.place);
    }
  });
}

/** "tpln". */
const LOCK = 0x74706c6e;

async function checkServer(run: Run, place: string): Promise<void> {
  const { rows } = await run(
    "SELECT current_setting('server_version_num')::int AS version, getdatabaseencoding() AS encoding, pg_is_in_recovery() AS copies",
  );
  const { version, encoding, copies } = rows[0] as {
    readonly version: number;
    readonly encoding: string;
    readonly copies: boolean;
  };
  if (version < OLDEST_POSTGRES)
    throw refused(place, "is older than PostgreSQL 15: the record needs 15 or newer");
  if (encoding !== "UTF8")
    throw refused(place, `has the encoding ${encoding}: make one with ENCODING 'UTF8'`);
  if (copies) throw refused(place, "is a replica that only reads: name the primary");
}

async function missing(run: Run, place: string, steps: readonly string[]): Promise<number> {
  const { rows } = await run("SELECT to_regclass('toolplane.schema_steps') IS NOT NULL AS there");
  if (rows[0]?.there !== true) return steps.length;
  const taken = await run("SELECT coalesce(max(step), 0) AS step FROM toolplane.schema_steps");
  const version = taken.rows[0]?.step as number;
  if (version > steps.length)
    throw refused(
      place,
      `was written by a newer version (schema ${version}, this one knows ${steps.length}): update toolplane, or name another database`,
    );
  return steps.length - version;
}

function describe(error: unknown, place: string): unknown {
  const cause = isToolError(error) ? error.cause : error;
  const code = errorCode(cause);
  if (code === "42501")
    return new ToolError(
      "unavailable",
      `The database ${place} needs its tables made or brought up to date, and this login may not do that: run \`toolplane doctor\` once with the login that owns the schema toolplane.`,
      { cause },
    );
  if (code === "42P07" || code === "42P06")
    return refused(place, "has a schema toolplane of another program: name another database");
  return error;
}

function refused(place: string, text: string): ToolError {
  return new ToolError("unavailable", `The database ${place} ${text}.`);
}
