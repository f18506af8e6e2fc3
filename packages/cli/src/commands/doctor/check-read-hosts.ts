/** Hosts whose requests are read on their way, and those that never are. */
import type { Settings } from "@toolplane/library/rooms/settings";
import type { Check } from "./finding.ts";

const name = "Requests";

export function checkReadHosts({ secrets, tunnel }: Settings): Check {
  return async () => {
    const held = Object.entries(secrets).map(
      ([secret, { for: wanted }]) => `${secret}: TLS ends at the relay for ${wanted.join(", ")}`,
    );
    return {
      name,
      state: "fine",
      text: "the TLS of a command ends at the relay only where its requests must be read",
      lines: [...held, ...(tunnel.length === 0 ? [] : [`Never read: ${tunnel.join(", ")}`])],
    };
  };
}
