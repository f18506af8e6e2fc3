/** Brings contents into a repository, byte for byte: checked against their address on the record, and no filter runs. */
import { createHash } from "node:crypto";
import type { Store } from "@toolplane/contract/ports";
import { genuineContent } from "../git/genuine-content.ts";
import { type KeptFile, shown } from "../git/kept-files.ts";
import type { ScratchRepository } from "./scratch-repository.ts";

export interface BlobGround {
  readonly scratch: ScratchRepository;
  readonly payloads: Pick<Store["payloads"], "get">;
}

/** Held at once, and a file that is larger. */
const MOST_HELD = 33_554_432;

/** Gives the id of each by its path. */
export async function writeBlobs(
  { scratch, payloads }: BlobGround,
  files: readonly KeptFile[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  let held: Uint8Array[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    if (held.length > 0)
      await scratch.git(["fast-import", "--quiet"], { input: Buffer.concat(held) });
    held = [];
    bytes = 0;
  };
  for (const file of files) {
    const content = await contentOf(payloads, file);
    if (content === null) continue;
    const head = Buffer.from(`blob ${content.length}\0`);
    ids.set(file.path, createHash(scratch.format).update(head).update(content).digest("hex"));
    held.push(Buffer.from(`blob\ndata ${content.length}\n`), content, Buffer.from("\n"));
    bytes += content.length;
    if (bytes >= MOST_HELD || held.length >= MOST_PIECES) await write();
  }
  await write();
  return ids;
}

const MOST_PIECES = 30_000;

async function contentOf(
  payloads: Pick<Store["payloads"], "get">,
  file: KeptFile,
): Promise<Uint8Array | null> {
  if (file.kind === "link") return Buffer.from(file.target, "latin1");
  if (file.kind !== "file") return null;
  return genuineContent(payloads, { digest: file.digest, what: shown(file.path) });
}
