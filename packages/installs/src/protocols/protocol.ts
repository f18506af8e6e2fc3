/** How a registry is spoken to: what a request asks for, and what an answer tells. */
import type { Registry } from "../registries/registry.ts";

/** A request to a registry. */
export interface Asked {
  /** A package's page, a package's file, or `plain`: something that names no package. */
  readonly kind: "page" | "file" | "plain";
  readonly name: string;
  /** Absent where a page is about all versions, or where a file does not tell. */
  readonly version?: string;
  /** Made again from what was read, so that it holds nothing else. */
  readonly url: URL;
  readonly accept: string;
  /** Of what a file's sum is made; of its bytes unless said. */
  readonly summed?: "go.zip" | "go.mod";
  /** The page is read whole, because it tells where files lie. */
  readonly isRead?: true;
}

/** The facts of a page. Names and files that a registry tells may be asked for without telling it anything. */
export interface Told {
  readonly dependencies: readonly { readonly name: string; readonly version?: string }[];
  readonly versions: readonly string[];
  /** Addresses of files. */
  readonly files: readonly string[];
  /** Cargo: where files are loaded from. */
  readonly downloads?: string;
}

export interface ProtocolRequest {
  readonly registry: Registry;
  readonly url: URL;
  readonly accept: string;
}

export interface Protocol {
  /** Null for what it does not know. */
  read(request: ProtocolRequest): Asked | null;
  /** Throws on a text that is no page. */
  tell(asked: Asked, text: string): Told;
  /** Where a rule about the package is written for, below the registry. */
  placeOf(name: string): string;
}

export const NOTHING_TOLD: Told = { dependencies: [], versions: [], files: [] };
