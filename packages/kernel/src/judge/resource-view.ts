/** The facts that the judges of resources look at, and one resource as the rules found it. */
import type { Footprint, Resource, SecurityMode, Variables } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import type { RuleFinding } from "../policy/evaluate-rules.ts";
import type { ProtectedPlaces } from "../policy/protected/protected-paths.ts";
import type { Reach } from "../policy/reach/reach.ts";
import type { NamingView } from "./ask-by-name.ts";
import type { RequestView } from "./judge-requests.ts";

/** The facts that the static judges need. */
export interface ResourceView extends RequestView {
  readonly footprint: Footprint;
  /** Judged when the footprint is empty, as it is for composite tools. */
  readonly named: Resource;
  /** Where a resource lies, in the reach that it is held against. */
  readonly placeOf: (resource: Resource) => ReturnType<Reach["placeOf"]>;
  readonly places: ProtectedPlaces;
  /** True while processes are confined: opaque parts and floors F1 and F2 ask softly. */
  readonly sandboxed: boolean;
  readonly mode: SecurityMode;
  /** True where processes run on a view: every path that they change is judged again before it lands. */
  readonly lands: boolean;
  readonly variables: Variables;
  readonly analyzer: NamingView["analyzer"] & Pick<Analyzer, "tracked" | "linked">;
}

export interface JudgedResource {
  readonly resource: Resource;
  readonly index: number;
  readonly finding: RuleFinding;
}

export type FsResource = Extract<Resource, { readonly capability: "fs.read" | "fs.write" }>;
