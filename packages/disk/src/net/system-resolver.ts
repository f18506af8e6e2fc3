import { lookup } from "node:dns";
import { ToolError } from "@toolplane/contract";
import type { Resolver } from "./egress.ts";

/** The machine's own name service, its hosts file included. A lookup cannot be stopped; when aborted it is no longer waited for. */
export function createSystemResolver(): Resolver {
  return {
    resolve: (host, signal) =>
      new Promise((resolve, reject) => {
        const cancel = () => reject(new ToolError("cancelled", "Cancelled"));
        if (signal.aborted) return cancel();
        signal.addEventListener("abort", cancel, { once: true });
        lookup(host, { all: true, verbatim: true }, (error, found) => {
          signal.removeEventListener("abort", cancel);
          if (error)
            reject(new ToolError("unavailable", `${host} has no address`, { cause: error }));
          else resolve(found.map(({ address }) => address));
        });
      }),
  };
}
