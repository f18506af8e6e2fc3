/** The source of a server. A toolplane fits; so does a bare kernel with its host. */
import type { Host } from "@toolplane/contract/ports";
import type { Kernel, Session, SessionOptions } from "@toolplane/kernel";

/** Tools, sessions, and the effects that a server needs of its own: time, and names that cannot be guessed. */
export interface McpSource {
  readonly kernel: Pick<Kernel, "tools" | "onToolsChange">;
  readonly host: Pick<Host, "clock" | "ids">;
  session(options?: SessionOptions): Session;
}
