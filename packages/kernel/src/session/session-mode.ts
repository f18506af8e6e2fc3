/** The mode of a session as it is now. A person may choose another; a child's is never looser than its parent's at that moment. */
import { ConfigurationError, type SecurityMode } from "@toolplane/contract";

/** From strict to loose. */
const MODES: readonly SecurityMode[] = ["ask", "allowlist", "yolo"];

export interface SessionMode {
  now(): SecurityMode;
  set(mode: SecurityMode): void;
}

export function createSessionMode(first: SecurityMode, parent: SessionMode | null): SessionMode {
  let own = first;
  return {
    now: () => (parent ? stricter(own, parent.now()) : own),
    set(mode) {
      if (parent)
        throw new ConfigurationError("setMode", "a child's mode is its parent's or stricter");
      if (!MODES.includes(mode))
        throw new ConfigurationError("setMode", `there is no mode "${mode}"`);
      own = mode;
    },
  };
}

export function stricter(one: SecurityMode, other: SecurityMode): SecurityMode {
  return MODES.indexOf(one) < MODES.indexOf(other) ? one : other;
}
