/** Tools, and the sources they come from. */
import type { ShownChange } from "@toolplane/contract";

export interface ToolLine {
  readonly name: string;
  /** What it does, in one line; empty for what no call reaches. */
  readonly summary: string;
  readonly origin: string;
  readonly posture: string;
  readonly mayTouch: string;
  readonly calls: number;
  readonly reason: string | null;
  readonly shadows: readonly string[];
  /** What to do so that it works here; null where it works. */
  readonly needs: string | null;
}

export interface ToolFacts {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly mode: string;
  readonly approvalKey: string;
  readonly limits: { readonly timeoutMs: number; readonly maxOutput: number };
  readonly registrations: readonly {
    readonly origin: string;
    readonly posture: string;
    readonly calls: number;
  }[];
}

export interface SourceFacts {
  readonly name: string;
  readonly enabled: boolean;
  readonly trusted: boolean;
  readonly server: Readonly<Record<string, unknown>> & { readonly kind: string };
  readonly pinned: readonly string[];
  readonly health?: { readonly state: string; readonly message: string };
  readonly lastKnown?: {
    readonly state: string;
    readonly atMs: number;
    readonly changed: number;
  } | null;
  readonly tools?: readonly {
    readonly id: string;
    readonly drift: { readonly reason: string; readonly change: ShownChange } | null;
  }[];
  readonly left?: readonly { readonly name: string; readonly reason: string }[];
}

/** What agreeing to a source again would keep. */
export interface SourceOffer {
  readonly digest: string;
  readonly tools: number;
  readonly changes: readonly {
    readonly tool: string;
    readonly reason: string;
    readonly change: ShownChange;
  }[];
  readonly more: number;
  readonly gone: readonly string[];
  readonly left: readonly { readonly name: string; readonly reason: string }[];
}
