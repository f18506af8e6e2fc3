/** The field of a race: a workspace, a secret outside it, and names that will be swapped between the two. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FsDoor } from "@toolplane/contract";
import type { Gate } from "@toolplane/contract/ports";
import type { Places } from "@toolplane/disk/inside";
import { createPathReader } from "@toolplane/disk/inside";
import { createFiles } from "@toolplane/host/inside";
import type { Swap } from "./start-flipping.ts";

export const SECRET = "outside and secret";
export const INSIDE = "inside";

/** The race is about names: files in memory keep the disk out of it. */
const MEMORY = "/dev/shm";

export interface Field {
  readonly base: string;
  readonly workspace: string;
  /** Holds the secret and nothing else. */
  readonly outside: string;
  /** A tree in the workspace whose directories are swapped. */
  readonly tree: string;
  /** Paths whose last name, or a directory on the way, is a swapped link. */
  readonly paths: readonly string[];
  readonly links: readonly Swap[];
  readonly directories: readonly Swap[];
  readonly door: FsDoor;
}

/** Makes the directories, the links and a door that lets through what really lies in the workspace. */
export function openField(): Field {
  const base = realpathSync(mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "race-")));
  const workspace = join(base, "ws");
  const outside = join(base, "outside");
  const far = join(base, "far");
  const tree = join(workspace, "tree");
  for (const name of ["ws/in", "ws/tree", "outside", "far", "away"])
    mkdirSync(join(base, name), { recursive: true });
  writeFileSync(join(workspace, "in/target"), INSIDE);
  writeFileSync(join(outside, "target"), SECRET);
  const links: readonly Swap[] = [
    swapLink(join(workspace, "file"), [join(workspace, "in/target"), join(outside, "target")]),
    swapLink(join(workspace, "dir"), [join(workspace, "in"), outside]),
  ];
  const directories = ["a", "b", "c", "d"].map((name): Swap => {
    mkdirSync(join(tree, name));
    for (let file = 0; file < 20; file += 1) {
      writeFileSync(join(tree, name, `f${file}`), `${INSIDE}\n`);
      writeFileSync(join(far, `f${file}`), `${SECRET}\n`);
    }
    return {
      kind: "directory",
      path: join(tree, name),
      away: join(base, "away", name),
      target: far,
    };
  });
  const door = openDoor({ base, workspace });
  return {
    base,
    workspace,
    outside,
    tree,
    links,
    directories,
    door,
    paths: ["file", "dir/target"],
  };
}

/** SHA-256 in hex. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function swapLink(path: string, targets: readonly [string, string]): Swap {
  symlinkSync(targets[0], path);
  return { kind: "link", path, targets };
}

function openDoor(at: { readonly base: string; readonly workspace: string }): FsDoor {
  const { base, workspace } = at;
  const places: Places = {
    roots: [workspace],
    adHoc: () => [],
    userData: join(base, "data"),
    aliases: [],
    scratch: join(base, "scratch"),
    home: base,
    tmpIsScratch: false,
  };
  const inside = (path: string) => path.startsWith(`${workspace}/`);
  const check: Gate["check"] = (access) =>
    "real" in access && inside(access.path) && inside(access.real)
      ? { allowed: true, predicted: true }
      : { allowed: false, code: "permission_denied", reason: "outside", askable: false };
  const open = createFiles({
    places,
    path: createPathReader(places),
    journal: {
      keep: async (bytes) => digestOf(bytes),
      append: async (changes) => changes.map(() => "x"),
    },
    clock: { nowMs: () => 0, wallMs: () => 0, setTimer: () => () => {} },
    ids: { next: (prefix) => prefix, nonce: () => "race", random: () => 0 },
  });
  return open({
    gate: { check, ask: async (access) => check(access) },
    redactor: {
      text: (text) => text,
      stream: () => ({ push: (text) => text, end: () => "" }),
      value: (value) => value,
    },
    signal: new AbortController().signal,
    sessionId: "race",
    callId: "race",
  });
}
