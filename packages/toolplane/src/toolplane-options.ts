/** What a toolplane is made from: the kernel's options and the host's, and nothing that most users must say. */
import type { Host, Recorder, Store } from "@toolplane/contract";
import type { HostOptions } from "@toolplane/host";
import type { KernelOptions } from "@toolplane/kernel";
import type { PresetName } from "@toolplane/tools";

/** Everything has a safe default; `tools` is what most people write. */
export interface ToolplaneOptions
  extends Omit<KernelOptions, "host" | "recorder">,
    Omit<HostOptions, "workspace" | "readConfinement" | "store"> {
  /** The workspace root; the current directory unless given, null when none is open. */
  readonly workspace?: string | null;
  /** A set of tools with the defaults of the document it comes from; `tools` are added to it. */
  readonly preset?: PresetName;
  /** Where the record and the journal are kept, and the key that seals the record (32 bytes or more). */
  readonly record?: { readonly store: Store; readonly key: Uint8Array };
  /** A recorder of your own, instead of one over `record`. */
  readonly recorder?: Recorder;
  /** A host of your own, instead of this machine. */
  readonly host?: Host;
  /** Hears what must not pass silently: that there is no sandbox, that the record failed. A process warning unless given. */
  readonly onWarning?: (text: string) => void;
}
