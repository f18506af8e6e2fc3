/** What the page is about: the workspace, its sandbox, and how a decision is marked. The server's own description is `/api/v1/openapi.json`. */

export type MarkName =
  | "allow"
  | "ask"
  | "deny"
  | "failed"
  | "unknown"
  | "off"
  | "running"
  | "opaque"
  | "waiting";

export interface Here {
  readonly version: string;
  readonly workspace: string | null;
  readonly mode: string;
  readonly sandbox: {
    readonly level: string;
    readonly kind: string;
    readonly reason: string | null;
  };
  readonly project: string;
  readonly waiting: number;
}
