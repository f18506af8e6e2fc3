/**
 * Run by `full-disk.test.ts` in a namespace with small disks: `full-disk-run.ts WORKSPACE USERDATA FILLED LEFT`. Works in a
 * session, fills the disk of FILLED up to LEFT bytes, goes on working, frees it again, and prints what came of everything. With
 * `next` for LEFT it is the process after that, which finds what the first one left.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { JsonObject } from "@toolplane/contract";
import { openSqliteStore } from "@toolplane/host";
import { loadRecord, verifyChain } from "@toolplane/kernel/record";
import { createToolplane } from "toolplane";

const [workspace = "", userData = "", filled = "", left = "0"] = process.argv.slice(2);
const key = new Uint8Array(32).fill(7);
const path = join(userData, "record.db");
const SESSION = "ses_full";

function treeOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true });
  const lines = names
    .filter(({ name }) => name !== "filler")
    .map((entry) => {
      const at = join(entry.parentPath, entry.name);
      return entry.isFile()
        ? `${at} ${createHash("sha256").update(readFileSync(at)).digest("hex")}`
        : at;
    });
  return lines.toSorted().join("\n");
}

function fill(): void {
  const fd = openSync(join(filled, "filler"), "w");
  const block = Buffer.alloc(65_536);
  try {
    for (let size = block.length; size >= 1_024; size /= 2)
      try {
        for (;;) writeSync(fd, block, 0, size);
      } catch {
        // Full for blocks of this size.
      }
    const { bfree, bsize } = statfsSync(filled);
    const keep = Math.max(0, Number(left) - bfree * bsize);
    ftruncateSync(fd, Math.max(0, sizeOf(fd) - keep));
  } finally {
    closeSync(fd);
  }
}

function sizeOf(fd: number): number {
  return readFileSync(`/proc/self/fd/${fd}`).length;
}

async function open() {
  const store = await openSqliteStore({ path });
  const toolplane = await createToolplane({
    workspace,
    userData,
    preset: "everyday",
    contained: true,
    onWarning: () => {},
    record: { store, key },
  });
  return { store, toolplane };
}

if (left === "next") await startNext();
else await workOnFullDisk();

async function workOnFullDisk(): Promise<void> {
  const { store, toolplane } = await open();
  const session = toolplane.session({
    id: SESSION,
    rules: [{ permission: "*", pattern: "**", action: "allow" }],
  });
  let calls = 0;
  const said: string[] = [];
  const trees: string[] = [];
  const call = async (name: string, args: JsonObject) => {
    calls += 1;
    const result = await session
      .call({ id: `c${calls}`, name, arguments: args })
      .catch((error: unknown) => `thrown ${String(error)}`);
    said.push(JSON.stringify(result).slice(0, 600));
    trees.push(treeOf(workspace));
  };
  const bash = (command: string) => call("bash", { command });

  await bash("echo old > a; mkdir d; echo in > d/in");
  await bash("echo more >> a");
  fill();
  await bash("seq 1 40000 > a; rm -r d; echo new > b");
  await call("write", { path: "c", content: "x".repeat(100_000) });
  await call("undo", {});
  await bash("head -c 3000000 /dev/zero");
  rmSync(join(filled, "filler"));
  await bash("echo fine > f");
  await session.close().catch((error: unknown) => said.push(`thrown ${String(error)}`));
  await toolplane.close().catch((error: unknown) => said.push(`thrown ${String(error)}`));
  await store.close().catch((error: unknown) => said.push(`thrown ${String(error)}`));
  process.stdout.write(`${JSON.stringify({ said, trees })}\n`);
}

async function startNext(): Promise<void> {
  const again = await open();
  // What was left is looked for when somebody works there.
  await again.toolplane.call({ id: "next", name: "bash", arguments: { command: "touch t; rm t" } });
  await again.toolplane.close();
  const record = await loadRecord(again.store, SESSION);
  const verified = verifyChain({ ...record, key, sessionId: SESSION });
  await again.store.close();
  const database = new DatabaseSync(path, { readOnly: true });
  const integrity = database.prepare("PRAGMA integrity_check").get();
  database.close();
  process.stdout.write(JSON.stringify({ tree: treeOf(workspace), verified, integrity }));
}
