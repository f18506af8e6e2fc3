import type { ShownChange } from "../call/approval.ts";
import type { PinDrift } from "../ports/tool-pin.ts";
import type { LabelSource } from "../result/flow.ts";

/** Something that a source has and toolplane does not offer, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

export interface SourceHealth {
  readonly state: "stopped" | "starting" | "ready" | "waiting" | "unauthorized" | "failed";
  /** The event, in a sentence for people; empty where there is nothing to say. */
  readonly message: string;
  readonly sinceMs: number;
  readonly retryAtMs?: number;
  readonly failures: number;
  /** The last of what it logged, cleaned and bounded. */
  readonly notes: readonly string[];
  readonly garbage: number;
}

/** An MCP server or a web API as it is kept, without the values of its variables and headers. */
export interface SourceFacts {
  readonly name: string;
  readonly enabled: boolean;
  readonly serialized: boolean;
  /** Only these tools; all of them where there are none. */
  readonly only: readonly string[];
  readonly trusted: boolean;
  readonly server: Readonly<Record<string, unknown>> & {
    readonly kind: "program" | "address" | "openapi";
  };
  readonly pinned: readonly string[];
  /** From here on only where it was started to look. */
  readonly health?: SourceHealth;
  readonly unconfined?: boolean;
  readonly left?: readonly LeftOut[];
  readonly tools?: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    /** Null where it is what a person agreed to. */
    readonly drift: PinDrift | null;
  }[];
}

/** How a source did when it was last started; absent in an answer that started it. */
export interface LastKnown {
  readonly state: "ready" | "waiting" | "unauthorized" | "failed";
  readonly atMs: number;
  /** Tools that were not what a person agreed to. */
  readonly changed: number;
  /** Tools that were not offered. */
  readonly left: number;
}

export interface ListedSource extends SourceFacts {
  readonly lastKnown?: LastKnown | null;
}

/** `GET /sources` and `POST /sources/look`. */
export interface SourceList {
  readonly sources: readonly ListedSource[];
}

/** `POST /sources/{source}/offer`: what agreeing to a source again would keep. */
export interface OfferFacts {
  readonly digest: string;
  readonly tools: number;
  readonly changes: readonly {
    readonly tool: string;
    readonly reason: string;
    readonly change: ShownChange;
  }[];
  /** Changes past those that are shown. */
  readonly more: number;
  readonly gone: readonly string[];
  readonly left: readonly LeftOut[];
}

/** `POST /sources/{source}/accept`. */
export interface AcceptedSource {
  readonly tools: number;
}

export interface SkillLine {
  readonly name: string;
  readonly description: string;
  readonly origin: string;
  readonly place: string;
  readonly folder: string | null;
  readonly allowedTools: readonly string[] | null;
  readonly facts: Readonly<Record<string, string>>;
  readonly digest: string;
  readonly files: readonly string[];
}

export interface SkillNote {
  readonly place: string;
  readonly origin: string;
  readonly text: string;
}

/** `GET /skills`. */
export interface ListedSkills {
  readonly skills: readonly SkillLine[];
  readonly warnings: readonly SkillNote[];
  readonly skipped: readonly SkillNote[];
}

/** `GET /memory`: the notes of this project. */
export interface ListedNotes {
  readonly notes: readonly {
    readonly key: string;
    readonly content: string;
    readonly labels: readonly LabelSource[];
    /** Null: a person wrote it. */
    readonly sessionId: string | null;
    readonly atMs: number;
  }[];
}
