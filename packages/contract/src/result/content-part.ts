import type { Json } from "../schema/json-schema.ts";

/** A piece of what a model or a person sees. A reader that does not know a kind says its name, so the list can grow. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mime_type: string }
  | { readonly type: "audio"; readonly data: string; readonly mime_type: string }
  | ResourcePart
  | OwnPart;

/** A kind of a tool's own, such as `x-chart`: a program gets it as it is, a model is told its name. */
export interface OwnPart {
  readonly type: `x-${string}`;
  readonly data: Json;
}

/** A file or a page that a result holds whole: its text, or its bytes as base64. */
export type ResourcePart = {
  readonly type: "resource";
  readonly uri: string;
  readonly mime_type?: string;
} & ({ readonly text: string } | { readonly blob: string });
