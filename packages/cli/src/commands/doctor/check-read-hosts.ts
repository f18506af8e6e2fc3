/** Hosts that rules open to commands, hosts whose requests are read on their way, and those that never are. */
import { findHostRules } from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import { escapeText } from "../../terminal/text/escape-text.ts";
import type { Check } from "./finding.ts";

const name = "Requests";

export function checkReadHosts({ policy, secrets, tunnel }: Settings): Check {
  return async () => {
    const held = Object.entries(secrets).map(
      ([secret, { for: wanted }]) => `${secret}: TLS ends at the relay for ${wanted.join(", ")}`,
    );
    const { opened, read, readsAll } = findHostRules(policy);
    return {
      name,
      state: "fine",
      text: readsAll
        ? "a rule about methods or paths covers every host, so the TLS of every command ends at the relay"
        : "the TLS of a command ends at the relay only where its requests must be read",
      lines: [
        ...listed("Open to commands that run unasked", opened),
        ...listed("Read because of rules", read),
        ...held,
        ...listed("Never read", tunnel),
      ],
    };
  };
}

const MOST = 10;

function listed(title: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : "";
  return [`${title}: ${names.slice(0, MOST).map(escapeText).join(", ")}${more}`];
}
