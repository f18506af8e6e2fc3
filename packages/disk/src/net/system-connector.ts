import { connect, isIP } from "node:net";
import { ToolError } from "@toolplane/contract";
import type { Connector } from "./egress.ts";

/** Plain TCP to a literal address. No proxy, and no name: a name here would be looked up a second time, unjudged. */
export function createSystemConnector(): Connector {
  return {
    connect: ({ address, port }, signal) =>
      new Promise((resolve, reject) => {
        if (isIP(address) === 0)
          return reject(new ToolError("internal", "A connector takes addresses, not names"));
        if (signal.aborted) return reject(new ToolError("cancelled", "Cancelled"));
        const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true });
        const cancel = () => socket.destroy(new ToolError("cancelled", "Cancelled"));
        const settle = (finish: () => void) => {
          signal.removeEventListener("abort", cancel);
          finish();
        };
        signal.addEventListener("abort", cancel, { once: true });
        socket.on("error", (error) => settle(() => reject(error)));
        socket.once("connect", () => settle(() => resolve(socket)));
      }),
  };
}
