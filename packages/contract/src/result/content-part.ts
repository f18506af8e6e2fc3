/** A piece of what a model or a person sees. Readers ignore types they do not know, so the list can grow. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mime_type: string }
  | { readonly type: "audio"; readonly data: string; readonly mime_type: string }
  | ResourcePart;

/** A file or a page that a result holds whole: its text, or its bytes as base64. */
export type ResourcePart = {
  readonly type: "resource";
  readonly uri: string;
  readonly mime_type?: string;
} & ({ readonly text: string } | { readonly blob: string });
