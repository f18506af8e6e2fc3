/** Looks at the project, where no view can be held, and remembers what no undo could bring back of it. */
import type { Host } from "@toolplane/contract/ports";
import { type BaseLook, lookAtBase } from "./look-at-base.ts";

export interface ProjectLooks {
  /** Null: it is too much to be looked at. */
  now(): Promise<BaseLook | null>;
  /** Why a command could change what cannot be taken back, by the last look; null where all can be. */
  notKept(): Promise<string | null>;
}

export function projectLooks({
  host,
  userData,
}: {
  readonly host: Pick<Host, "variables">;
  readonly userData: string;
}): ProjectLooks {
  let last: Promise<string | null> | null = null;
  const now = async (): Promise<BaseLook | null> => {
    const [workspace] = host.variables().workspace ?? [];
    if (workspace === undefined) return null;
    const look = lookAtBase(workspace, userData);
    last = look.then(reasonIn);
    return look;
  };
  return {
    now,
    async notKept() {
      if (last === null) await now();
      return last;
    },
  };
}

async function reasonIn(look: BaseLook | null): Promise<string | null> {
  if (look === null) return "the project is too large to be looked at";
  const { notKept } = await import("@toolplane/host");
  return notKept([...look].map(([path, { bytes }]) => [path, bytes]));
}
