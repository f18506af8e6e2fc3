/**
 * One world of the crash run: a folder with a workspace, a store and the files that bear witness. It outlives every worker
 * that is killed in it, and nothing in it is written by the record but the store.
 */
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface World {
  readonly folder: string;
  readonly workspace: string;
  readonly userData: string;
  readonly store: string;
  /** One line, the call id, for each effect of the witness tool. */
  readonly witness: string;
  /** The same for each effect of a command; in the workspace, where commands may write. */
  readonly effects: string;
  /** One line for each result that was handed out after it was durable: call id and digest. */
  readonly handed: string;
}

/** The places of a world that was made. */
export function worldAt(folder: string): World {
  const workspace = join(folder, "workspace");
  const userData = join(folder, "data");
  return {
    folder,
    workspace,
    userData,
    store: join(userData, "record.sqlite"),
    witness: join(folder, "witness.log"),
    effects: join(workspace, "effects.log"),
    handed: join(folder, "handed.log"),
  };
}

/** Makes one with something to read. */
export function makeWorld(): World {
  const world = worldAt(mkdtempSync(join(tmpdir(), "toolplane-chaos-")));
  mkdirSync(join(world.workspace, "src"), { recursive: true });
  mkdirSync(world.userData, { mode: 0o700 });
  for (let index = 0; index < 8; index += 1)
    writeFileSync(join(world.workspace, "src", `${index}.txt`), `line ${index}\n`.repeat(200));
  writeFileSync(join(world.workspace, ".env"), "SECRET=canary\n");
  writeFileSync(join(world.folder, "key"), randomBytes(32), { mode: 0o600 });
  for (const file of [world.witness, world.effects, world.handed]) appendFileSync(file, "");
  return world;
}

/** The key that seals its record. */
export function keyOf(world: World): Uint8Array {
  return readFileSync(join(world.folder, "key"));
}

export function removeWorld(world: World): void {
  rmSync(world.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
