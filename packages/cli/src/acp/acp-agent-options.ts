/** Options of the agent that an editor talks to. */
import type { LoopLimits, Message } from "@toolplane/agent";
import type { SecurityMode } from "@toolplane/contract";
import type { AgentOptions } from "@toolplane/library/rooms/agent";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";

export interface AcpAgentOptions {
  readonly state: State;
  /** The settings of a folder. Rejects with a ConfigurationError. */
  readonly settingsOf: (folder: string) => Promise<Settings>;
  /** Rejects with a ConfigurationError where there is none. */
  readonly model: () => Promise<AgentOptions["model"]>;
  readonly limits?: Partial<LoopLimits>;
  /** Of new sessions; what the settings say unless given. */
  readonly mode?: SecurityMode;
  /** Where sessions work; what the settings of their folder say unless given. */
  readonly view?: "own" | "project";
  readonly instructions?: string;
  readonly onWarning: (text: string) => void;
}

/** A conversation that the store keeps. */
export interface KnownSession {
  readonly sessionId: string;
  readonly runId: string;
  /** Everything that was said in it. */
  readonly said: readonly Message[];
}
