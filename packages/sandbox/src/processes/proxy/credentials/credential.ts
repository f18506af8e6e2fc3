/** A secret that no command holds: the relay puts it into the requests that it is for. */
export interface Credential {
  /** The variable that commands have; its value is a placeholder. */
  readonly name: string;
  readonly value: string;
  /** Requests that it is for: `api.example.com`, `GET api.example.com/v1/**`. */
  readonly for: readonly string[];
  /** The place in a request: after `Bearer`, as user or password after `Basic`, or the whole of a header. */
  readonly as: "bearer" | "basic" | { readonly header: string };
}
