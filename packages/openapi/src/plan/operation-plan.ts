/** The plan by which the request of one operation is made from a call's arguments. Plain data, worked out once. */
import type { AppliedCredential } from "../auth/applied-credential.ts";

export type ParameterPlace = "path" | "query" | "header" | "cookie";

/**
 * How a value becomes text. `tabDelimited` is 2.0's `tsv`; `json` and `text` are parameters that carry a document of their own.
 */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "tabDelimited"
  | "deepObject"
  | "json"
  | "text";

export interface ParameterPlan {
  /** The name that a model uses. */
  readonly argument: string;
  /** The name on the wire. */
  readonly name: string;
  readonly place: ParameterPlace;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/** How one member of a form is written. */
export interface PartPlan {
  readonly style: ParameterStyle | null;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Of the part, in a multipart body. */
  readonly contentType: string | null;
}

export interface BodyPlan {
  readonly argument: string;
  readonly kind: "json" | "form" | "multipart" | "text" | "file";
  readonly mediaType: string;
  readonly parts: ReadonlyMap<string, PartPlan>;
  /** Members of a multipart body that are declared, and no files: an object there is a value, whatever it looks like. */
  readonly values: ReadonlySet<string>;
}

export interface OperationPlan {
  readonly method: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The server's own path and the operation's, with `{name}` for values. */
  readonly path: string;
  /** Query that the path itself carries. */
  readonly fixedQuery: string;
  readonly parameters: readonly ParameterPlan[];
  readonly body: BodyPlan | null;
  readonly accept: string;
  readonly credentials: readonly AppliedCredential[];
}
