/** Looks whether the engine's tables are there and whether a login may use them. Nothing is made, and nothing has to be allowed for it. */
import { openEngineDatabase } from "./engine-database.ts";

export interface EngineFacts {
  readonly isThere: boolean;
  /** The rights that the login would need and does not have. */
  readonly missing: readonly string[];
  /** True: it could make them, or bring them up to date. */
  readonly mayMake: boolean;
  readonly login: string;
}

/** Rejects with `unavailable` where the database cannot be reached. */
export async function inspectEngine(url: string): Promise<EngineFacts> {
  const database = openEngineDatabase(url, 1);
  try {
    const [row = {}] = await database.query(LOOK, ["toolplane_engine"]);
    const text = (value: unknown): string => (typeof value === "string" ? value : "");
    return {
      isThere: row.there === true,
      missing: text(row.missing)
        .split("\n")
        .filter((name) => name !== ""),
      mayMake: row.may_make === true,
      login: text(row.login),
    };
  } finally {
    await database.close();
  }
}

/** Catalogs can be read by everybody. A list of privileges in one word would mean any of them. */
const LOOK = `WITH space AS (SELECT oid, nspowner FROM pg_namespace WHERE nspname = $1),
kinds AS (
  SELECT c.relname, c.relkind,
    CASE WHEN c.relkind = 'S' THEN has_sequence_privilege(c.oid, 'USAGE')
    ELSE has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
      AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE') END AS may
  FROM pg_class c JOIN space ON c.relnamespace = space.oid WHERE c.relkind IN ('r', 'S')
)
SELECT EXISTS (SELECT FROM kinds WHERE relname = 'workflow_status') AS there,
  COALESCE((SELECT 'the schema ' || $1 FROM space WHERE NOT has_schema_privilege(oid, 'USAGE')),
    (SELECT string_agg(relname, E'\\n' ORDER BY relname) FROM kinds WHERE NOT may),
    (SELECT string_agg(p.proname, E'\\n' ORDER BY p.proname) FROM pg_proc p JOIN space ON p.pronamespace = space.oid
      WHERE NOT has_function_privilege(p.oid, 'EXECUTE'))) AS missing,
  has_database_privilege(current_database(), 'CREATE')
    OR EXISTS (SELECT FROM space WHERE pg_has_role(nspowner, 'USAGE')) AS may_make,
  current_user::text AS login`;
