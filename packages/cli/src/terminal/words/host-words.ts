/** Warns of what a project's rules about hosts do to commands. */
import type { HostRules } from "@toolplane/library/rooms/rules";
import { escapeText } from "../text/escape-text.ts";
import type { TrackedWords } from "./tracked-words.ts";

const MOST_NAMED = 5;

/** Null where no rule opens a host, and none has the requests of every host read. */
export function hostWords({ opened, readsAll }: HostRules): TrackedWords | null {
  if (opened.length === 0 && !readsAll) return null;
  const named = opened.slice(0, MOST_NAMED).map(escapeText).join(", ");
  const more = opened.length > MOST_NAMED ? ` and ${opened.length - MOST_NAMED} more` : "";
  const said = [
    ...(opened.length > 0
      ? [
          `Its rules open hosts to commands that run unasked, not to web_fetch alone: ${named}${more}.`,
        ]
      : []),
    ...(readsAll
      ? [
          "One of its rules is about methods or paths of every host, so the TLS of every command ends here.",
        ]
      : []),
  ];
  return { text: said.join(" "), next: "toolplane doctor lists what rules open and what is read." };
}
