/** All that bounds a subagent by its parent, said so that it holds where its parent is not. */
import type { RunApart } from "@toolplane/contract/console";
import type { Session } from "@toolplane/kernel";
import type { KeptRun } from "../runs/kept-run.ts";
import { INSIDE } from "../views/watched-calls.ts";
import type { HandedCall } from "./elsewhere.ts";
import { RAISE_BUDGET } from "./raise-budget-tool.ts";

export interface ApartGround {
  readonly kept: Pick<KeptRun, "apart" | "behind">;
  readonly session: Session;
  readonly boundsMoney: boolean;
}

export function apartOf(
  { kind, request, hasView }: HandedCall,
  { kept, session, boundsMoney }: ApartGround,
): RunApart {
  const { apart, behind } = kept;
  const { allowlist, headless, role, client, maxResultBytes, depth, agent } = session.manifest;
  const tools = narrower(
    kind.tools === null ? null : [...kind.tools, ...INSIDE, RAISE_BUDGET],
    apart?.session.tools,
  );
  // A child is never given more: of its rules only what they deny or ask about counts.
  const own = [...kind.deny, ...(request.rules ?? [])].filter(({ action }) => action !== "allow");
  return {
    family: apart?.family ?? session.id,
    boundsMoney,
    above: {
      sessionId: session.id,
      depth,
      agents: [...(apart?.above.agents ?? []), behind ?? agent ?? "agent"],
      requires: [...(apart?.above.requires ?? []), ...(request.requires ? [request.requires] : [])],
    },
    session: {
      mode: session.mode(),
      allowlist,
      headless,
      role,
      rules: [...(apart?.session.rules ?? []), ...own],
      ...(tools === null ? {} : { tools }),
      ...(client === undefined ? {} : { client }),
      ...(maxResultBytes === undefined ? {} : { maxResultBytes }),
    },
    ...(hasView ? { view: "own" as const } : {}),
  };
}

function narrower(
  own: readonly string[] | null,
  above: readonly string[] | undefined,
): readonly string[] | null {
  if (above === undefined) return own;
  return own === null ? above : own.filter((id) => above.includes(id));
}
