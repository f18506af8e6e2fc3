/** One step of making a private root, in the words of `mount`. `at` is a byte path as the command sees it. */
export type PlainMount =
  | {
      readonly kind: "bind";
      readonly source: string;
      readonly at: string;
      readonly readOnly: boolean;
      /** Left out when it is gone by then: it only holds back a path that another process may remove. */
      readonly mayBeGone?: true;
      /** A device works only on a mount that permits devices. */
      readonly device?: true;
    }
  /** A file system of its own; a closed one is made read-only once it is filled. */
  | {
      readonly kind: "system";
      readonly type: "proc" | "devpts" | "tmpfs";
      readonly at: string;
      readonly options: string;
      readonly closed?: true;
    }
  /** An empty folder: of the private root where it can be, of a file system of its own below a bind. */
  | { readonly kind: "folder"; readonly at: string }
  | { readonly kind: "link"; readonly target: string; readonly at: string };
