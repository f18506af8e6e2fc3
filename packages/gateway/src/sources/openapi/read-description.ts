/**
 * The text of a description: a file that a person named, or an address, which is asked for through the kernel's own gate. Rules
 * hold for it as for every request, and a redirect to another host is refused.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigurationError, ToolError } from "@toolplane/contract";
import { readBoundedFile } from "@toolplane/disk/own-files";
import type { Kernel } from "@toolplane/kernel";

export interface DescriptionText {
  readonly text: string;
  readonly digest: string;
  /** The place it was found at, for a server address that is relative to it. */
  readonly location?: string;
}

export interface DescriptionGround {
  readonly kernel: Pick<Kernel, "openRequests">;
  /** The folder that a relative path starts from. */
  readonly workspace: string;
}

const MAX_BYTES = 64 * 1_048_576;
const FETCH_MS = 60_000;

export function isAddress(description: string): boolean {
  return /^https?:\/\//i.test(description);
}

/** Rejects with an error whose message says what is wrong. */
export async function readDescription(
  { name, description }: { readonly name: string; readonly description: string },
  { kernel, workspace }: DescriptionGround,
  signal: AbortSignal,
): Promise<DescriptionText> {
  if (isAddress(description)) return fetchDescription(name, description, kernel, signal);
  const path = resolve(workspace, description);
  const bytes = readBoundedFile({ path, shown: description, maxBytes: MAX_BYTES });
  if (bytes === null) throw new ConfigurationError(description, "is not there");
  return describedBy(bytes);
}

/** Tells one state of a file from another; null for an address. */
export function descriptionStamp(
  description: string,
  { workspace }: Pick<DescriptionGround, "workspace">,
): string | null {
  if (isAddress(description)) return null;
  const path = resolve(workspace, description);
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat ? [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":") : "none";
  } catch {
    return "none";
  }
}

async function fetchDescription(
  name: string,
  url: string,
  kernel: DescriptionGround["kernel"],
  over: AbortSignal,
): Promise<DescriptionText> {
  const signal = AbortSignal.any([over, AbortSignal.timeout(FETCH_MS)]);
  const { hostname, port, protocol } = new URL(url);
  const host = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const requests = kernel.openRequests({
    name: `openapi__${name}`,
    requires: { net: { hosts: [host] } },
    signal,
  });
  const answer = await requests.request(url, {
    headers: { accept: "application/json, application/yaml, text/yaml, */*;q=0.5" },
    timeoutMs: FETCH_MS,
    signal,
  });
  if (answer.status !== 200)
    throw new ToolError("unavailable", `${host} answered ${answer.status}.`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body) {
    length += part.length;
    if (length > MAX_BYTES)
      throw new ToolError("too_large", `The description is larger than ${MAX_BYTES} bytes.`);
    parts.push(part);
  }
  return { ...describedBy(Buffer.concat(parts)), location: answer.url };
}

function describedBy(bytes: Buffer): DescriptionText {
  const digest = createHash("sha256").update(bytes).digest("hex");
  return { text: bytes.toString("utf8"), digest };
}
