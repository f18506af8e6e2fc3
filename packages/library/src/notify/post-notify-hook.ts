/** Posts one message to the person's own address, through the requests of the kernel: its rules and address checks hold. */
import { ToolError } from "@toolplane/contract";
import type { Kernel } from "@toolplane/kernel";
import { isHookAddress } from "../ground/notify-fault.ts";
import type { NotifyFacts } from "./create-notifier.ts";

/** Rejects when it cannot be reached, is refused, or answers anything but 2xx. No redirect is followed: it may carry a secret. */
export async function postNotifyHook(
  kernel: Pick<Kernel, "openRequests">,
  { address, facts }: { readonly address: string; readonly facts: NotifyFacts },
  signal: AbortSignal,
): Promise<void> {
  if (!isHookAddress(address))
    throw new ToolError("invalid_input", "the web hook is no http or https address");
  const { hostname, port, protocol } = new URL(address);
  const host = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const requests = kernel.openRequests({
    name: "notify",
    requires: { net: { hosts: [host] } },
    signal,
  });
  const answer = await requests.request(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    // Its `text` is what chat services show of a posted object.
    body: JSON.stringify(facts),
    redirects: "manual",
    signal,
  });
  // Its body says nothing to us; leaving it ends the connection.
  for await (const _part of answer.body) break;
  if (answer.status < 200 || answer.status > 299)
    throw new ToolError("failed", `${host} answered ${answer.status}`);
}
