/** The handle of a registered tool: its state, and the way to change or end it. */
import type { Tool } from "@toolplane/contract";
import type { RegistrationStatus, ToolOrigin } from "./entry/tool-entry.ts";

export interface Registration {
  readonly id: number;
  readonly name: string;
  readonly status: RegistrationStatus;
  /** Why it was refused, else null. */
  readonly reason: string | null;
  /** Settles once a tool with a lifecycle is active or refused; never rejects. */
  ready(): Promise<void>;
  /**
   * Ends what runs and starts it again, with another definition when one is given. Held back while a turn runs; throws a
   * ConfigurationError at once when the definition cannot be admitted. Settles when it is over; never rejects.
   */
  reload(tool?: Tool): Promise<void>;
  /** Refuses new calls, waits for running ones, disposes, and reveals what was shadowed. A second call does nothing more. */
  close(): Promise<void>;
}

/** Registrations that vanish together: a plugin's, a server's, a subagent's. */
export interface RegistryScope {
  register(tool: Tool, origin: ToolOrigin): Registration;
  /** Ends with this one, or earlier by itself. */
  scope(): RegistryScope;
  /** Closes every registration, newest first. */
  close(): Promise<void>;
}
