/** A secret that no command holds: commands have a placeholder, and it is put into the requests that it is for on their way. */
export interface HeldSecret {
  /** Requests that it is for: `api.example.com`, `GET api.example.com/v1/**`. */
  readonly for: readonly string[];
  /** The place in a request: after `Bearer`, as user or password after `Basic`, or the whole of a header. */
  readonly as: "bearer" | "basic" | { readonly header: string };
  /** The source of its value; the variable of the same name unless given. */
  readonly from?:
    | { readonly env: string }
    | { readonly file: string }
    /** A program and its arguments, run once; what it prints is the value. */
    | { readonly command: readonly string[] };
}
