import type { SourceNames } from "./source.ts";

/** One source in the words of the file: a `command` that is started, a `url` that is spoken with, or an `openapi` description. */
export interface SourceEntry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly writes?: readonly string[];
  readonly unconfined?: boolean;
  readonly hosts?: readonly string[];
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauth?: boolean;
  readonly openapi?: string;
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly server?: string;
  readonly auth?: string;
  readonly tokenUrl?: string;
  readonly origins?: readonly string[];
  readonly enabled?: boolean;
  readonly serialized?: boolean;
  readonly tools?: readonly string[];
  readonly names?: SourceNames;
  readonly trusted?: string;
  /** The pins themselves, where there are few, or as older versions kept them all. */
  readonly pins?: Readonly<Record<string, string>>;
  /** Digest of the pins that lie in a file of their own. */
  readonly pinned?: string;
}
