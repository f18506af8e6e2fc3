import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openSqliteStore } from "@toolplane/host";
import { createToolplane } from "toolplane";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";

const fixture = join(import.meta.dirname, "cut-off.fixture.ts");
let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tp-cut-off-")));
  for (const name of ["ws", "tmp", "data"]) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process and gives the path of the sidecar that it made. */
async function start(): Promise<{ readonly child: ChildProcess; readonly sidecar: string }> {
  const child = spawn(process.execPath, [...testProgram(fixture), folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout?.setEncoding("utf8");
  const [text] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [string];
  const sidecar = text.trim();
  // Folders around it are removed below: a path from elsewhere would take somebody's files with it.
  if (!sidecar.startsWith(`${folder}/tmp/`))
    throw new TypeError(`no sidecar of this test: ${sidecar}`);
  return { child, sidecar };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Opens and closes a host over the same store; gives what the index still names. */
async function openAnother(): Promise<readonly string[]> {
  const store = await openSqliteStore({ path: join(folder, "data", "record.sqlite") });
  const toolplane = await createToolplane({
    workspace: join(folder, "ws"),
    userData: join(folder, "data"),
    sandbox: "none",
    scratchParent: join(folder, "tmp"),
    onWarning: () => {},
    record: { store, key: new Uint8Array(32).fill(7) },
  });
  const rows = await store.sidecars.list();
  await toolplane.close();
  await store.close();
  return rows.map(({ path }) => path);
}

describe("the sidecars of a process that was killed", () => {
  it("are removed by the next one, and those of a process that runs are not [R208]", async () => {
    const gone = await start();
    const alive = await start();
    try {
      await kill(gone.child);
      expect(existsSync(gone.sidecar)).toBe(true);
      expect(await openAnother()).toContain(alive.sidecar);
      expect([existsSync(gone.sidecar), existsSync(alive.sidecar)]).toEqual([false, true]);
    } finally {
      await kill(alive.child);
    }
    expect(await openAnother()).toEqual([]);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
    expect(readdirSync(join(folder, "data", "scratch"))).toEqual([]);
  });

  it("are found by the index alone, and never through a link [R208]", async () => {
    const { child, sidecar } = await start();
    await kill(child);
    rmSync(join(folder, "data", "scratch"), { recursive: true });
    const precious = join(folder, "precious");
    mkdirSync(precious);
    const name = sidecar.slice(dirname(sidecar).length + 1);
    writeFileSync(join(precious, name), "precious");
    const { child: other, sidecar: linked } = await start();
    await kill(other);
    rmSync(join(folder, "data", "scratch"), { recursive: true });
    rmSync(dirname(linked), { recursive: true });
    symlinkSync(precious, dirname(linked));
    expect(await openAnother()).toEqual([]);
    expect(existsSync(sidecar)).toBe(false);
    expect(readFileSync(join(precious, name), "utf8")).toBe("precious");
  });
});
