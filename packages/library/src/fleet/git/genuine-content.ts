import { ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { contentAddress } from "@toolplane/disk/files";

/** Rejects with `not_found` where content is gone, and with `conflict` where it is not what its address says. */
export async function genuineContent(
  payloads: Pick<Store["payloads"], "get">,
  { digest, what }: { readonly digest: string; readonly what: string },
): Promise<Uint8Array> {
  const bytes = await payloads.get(digest);
  if (bytes === null) throw new ToolError("not_found", `${what} is not on the record any more.`);
  if (contentAddress(bytes) !== digest)
    throw new ToolError("conflict", `${what} is not what was kept: its content is another.`);
  return bytes;
}
