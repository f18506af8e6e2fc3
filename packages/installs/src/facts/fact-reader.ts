/** How a registry is asked about one package for a person. */
import type { Registry } from "../registries/registry.ts";
import type { PackageFacts } from "./package-facts.ts";

export interface FactReader {
  /** Pages about it at the registry, the one that tells most first: the first that exists is read. */
  pages(registry: Registry, wanted: Wanted): readonly FactPage[];
  /** Throws on a text that is no page. */
  read(text: string, wanted: Wanted): PackageFacts;
}

export interface FactPage {
  readonly url: URL;
  readonly accept: string;
}

interface Wanted {
  readonly name: string;
  readonly version?: string;
}
