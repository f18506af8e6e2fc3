/** Finds the cells of a store that hold a text, in the bytes of a running one too, and lists those that may. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Everything that lies in a folder, as bytes: the database, the log before it and whatever stands beside them. */
export function rawBytes(folder: string): Buffer {
  return Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  );
}

/** `TABLE.COLUMN` of each cell that holds the text, of a store that may still be open. */
export function cellsOf(userData: string, text: string): readonly string[] {
  const copy = mkdtempSync(join(tmpdir(), "toolplane-store-"));
  try {
    cpSync(userData, copy, { recursive: true });
    return cellsWith(join(copy, "record.sqlite"), text);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function cellsWith(path: string, text: string): readonly string[] {
  const database = new DatabaseSync(path);
  const found = new Set<string>();
  const images = new Set(
    database
      .prepare("SELECT before AS image FROM journal UNION SELECT after FROM journal")
      .all()
      .map(({ image }) => image),
  );
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  for (const { name } of tables)
    for (const row of database.prepare(`SELECT * FROM "${String(name)}"`).all())
      for (const [column, cell] of Object.entries(row)) {
        const bytes = cell instanceof Uint8Array ? Buffer.from(cell) : Buffer.from(String(cell));
        if (!bytes.includes(text)) continue;
        const isImage = name === "payloads" && images.has(row.digest ?? null);
        found.add(
          isImage
            ? "payloads.bytes"
            : name === "payloads"
              ? `payloads of ${bytes}`
              : `${String(name)}.${column}`,
        );
      }
  database.close();
  return [...found].sort();
}

/** Cells that the decision lists: `TABLE.COLUMN` in its table of what is kept as it was given. */
export function listedCells(): readonly string[] {
  const page = readFileSync(
    new URL("../../docs/decisions/0024-kept-runs.md", import.meta.url),
    "utf8",
  );
  const rows = page
    .split("\n")
    .flatMap((line) => (line.startsWith("| `") ? [line.split("|")[1] ?? ""] : []));
  return rows.flatMap((cells) =>
    [...cells.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, cell]) => cell as string),
  );
}
