/**
 * The world that a scripted program can reach: the memory tree and the gate's relay, through a confinement. This is the whole
 * sandbox of the memory host, so a test can switch every parser off and still see whether a rule holds.
 *
 * The report is honest about itself: files changed and hosts tried are exact here, refusals are what the confinement
 * said no to. Without a sandbox nothing is enforced and the report says so.
 */

import {
  type Confinement,
  type FsTarget,
  isToolError,
  type Landing,
  type NetTarget,
  type ProcessReport,
  ToolError,
} from "@toolplane/contract";
import type { ProcessContext } from "@toolplane/contract/ports";
import { readUrl } from "@toolplane/readings";
import { fileNode, locate, type MemoryDisk } from "./disk/memory-disk.ts";
import type { ResolvedPath, TreeNode } from "./disk/memory-tree.ts";
import { createMemoryView } from "./disk/memory-view.ts";
import type { ProgramTouch, ProgramWorld } from "./scripted-program.ts";

/** The reference reading of a confinement: whether it permits one access. */
export type Permits = (confinement: Confinement, access: FsTarget | NetTarget) => boolean;

export interface WorldOptions {
  readonly disk: MemoryDisk;
  readonly cwd: string;
  readonly context: ProcessContext;
  /** Null when the host has no sandbox. */
  readonly permits: Permits | null;
  /** Its changes are kept aside until they are judged. */
  readonly lands: boolean;
}

/** The file and network part of a program's world, with the account of what it did. */
export interface ConfinedWorld extends Pick<ProgramWorld, "read" | "write" | "remove" | "connect"> {
  /** Does one declared touch; false when it was refused or is not there. */
  touch(touch: ProgramTouch): Promise<boolean>;
  /** After this the program can touch nothing more. */
  end(): void;
  /** Judges and lands what it changed on its view; nothing to do without one. */
  settle(end: {
    readonly stopped: boolean;
    readonly exitCode: number | null;
    readonly output: string;
  }): Promise<void>;
  report(): ProcessReport;
}

export function createConfinedWorld(options: WorldOptions): ConfinedWorld {
  const { disk } = options;
  const account = createAccount(options);
  const enter = createEntrance(options, account);
  const view = options.lands ? createMemoryView(disk.tree) : null;
  let landing: Landing | null = null;

  const world: Pick<ProgramWorld, "read" | "write" | "remove" | "connect"> = {
    read(text) {
      const place = enter.path("fs.read", text, "follow");
      const node = place && (view ? view.look(place) : place.node);
      return node?.kind === "file" ? new TextDecoder().decode(node.bytes) : null;
    },
    write(text, content) {
      const place = enter.path("fs.write", text, "follow");
      if (place === null || (place.node !== null && place.node.kind !== "file")) return false;
      const after = fileNode(disk, content, place.node?.mode);
      if (view) {
        view.put(place, after);
        return true;
      }
      const before = place.node && { ...place.node };
      if (place.node === null) disk.tree.attach(place.real, after);
      else disk.tree.overwrite(place.node, after.bytes, after.modifiedMs);
      return account.change(place.real, { before, after });
    },
    remove(text) {
      const place = enter.path("fs.write", text, "keep");
      if (!place?.node || place.node.kind === "directory") return false;
      if (view) {
        view.put(place, null);
        return true;
      }
      disk.tree.detach(place.real);
      return account.change(place.real, { before: place.node, after: null });
    },
    connect: (text) => enter.host(text),
  };
  return {
    ...world,
    async touch(touch) {
      if ("read" in touch) return world.read(touch.read) !== null;
      if ("write" in touch) return world.write(touch.write, touch.text);
      if ("remove" in touch) return world.remove(touch.remove);
      return world.connect(touch.connect);
    },
    end: enter.close,
    async settle({ stopped, exitCode, output }) {
      if (!view) return;
      const { landing: judge, dryRun = false, runsAgain } = options.context;
      const rerun =
        !stopped && ((await runsAgain?.({ exitCode, output, report: account.report() })) ?? false);
      const end = { judge, stopped, dryRun, rerun };
      landing = await view.settle({ ...end, landed: account.change });
    },
    report: () => ({ ...account.report(), ...(landing ? { landing } : {}) }),
  };
}

interface Images {
  readonly before: TreeNode | null;
  readonly after: TreeNode | null;
}

/** The effects of the process, and the refusals that it met. */
interface Account {
  change(path: string, images: Images): true;
  host(entry: ProcessReport["hosts"][number]): void;
  refuse(path: string): void;
  report(): ProcessReport;
}

function createAccount({ disk, context, permits }: WorldOptions): Account {
  const { sessionId, callId } = context;
  const changes: string[] = [];
  const changed = new Set<string>();
  const hosts: ProcessReport["hosts"][number][] = [];
  const refused = new Set<string>();
  return {
    change(path, images) {
      changes.push(disk.journal.record({ sessionId, callId, path, ...images }));
      changed.add(path);
      return true;
    },
    host: (entry) => void hosts.push(entry),
    refuse: (path) => void refused.add(path),
    report: () => ({
      sandbox: permits === null ? "none" : "enforced",
      changed: [...changed].sort(),
      changedComplete: true,
      hosts,
      likelyRefused: [...refused].sort(),
      ...(changes.length === 0 ? {} : { undo: [disk.journal.group(changes)] }),
    }),
  };
}

/** The one way from the program to the tree and the relay. Once closed, it leads nowhere. */
function createEntrance(options: WorldOptions, account: Account) {
  const { disk, context, permits } = options;
  let over = false;
  function throwIfOver(): void {
    if (over) throw new ToolError("cancelled", "The process has ended");
  }
  return {
    path(capability: FsTarget["capability"], text: string, last: "follow" | "keep") {
      throwIfOver();
      const place = placeOf({ tree: disk.tree, cwd: options.cwd }, text, last);
      if (place === null || permits === null) return place;
      const target = { capability, path: place.lexical, real: place.real };
      if (permits(context.confinement, target)) return place;
      account.refuse(target.path);
      return null;
    },
    async host(text: string): Promise<boolean> {
      throwIfOver();
      const url = readUrl(text.includes("://") ? text : `https://${text}`);
      if (!url.ok) return false;
      const { scheme, host, port } = url.value;
      const allowed = await mayConnect(options, { capability: "net.fetch", scheme, host, port });
      throwIfOver();
      account.host({ host, port, allowed });
      return allowed;
    },
    close(): void {
      over = true;
    },
  };
}

function placeOf(
  disk: Pick<MemoryDisk, "tree" | "cwd">,
  text: string,
  last: "follow" | "keep",
): ResolvedPath | null {
  try {
    return locate(disk, text, last);
  } catch (error) {
    if (isToolError(error)) return null;
    throw error;
  }
}

// The relay asks the gate, not the confinement: an ask rule about a host can still be answered while the program waits.
async function mayConnect(options: WorldOptions, target: NetTarget): Promise<boolean> {
  const { permits, context } = options;
  if (permits === null) return true;
  if (context.confinement.network.access === "none") return false;
  return (await context.gate.ask(target)).allowed;
}
