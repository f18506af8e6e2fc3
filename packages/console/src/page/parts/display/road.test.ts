import type { Road } from "@toolplane/contract/console";
import { STAGE_NAMES } from "@toolplane/contract/ports";
import type { VNode } from "preact";
import { describe, expect, it } from "vitest";
import { RoadTicks } from "./road.ts";

function ticks(road: Road): readonly string[] {
  const drawn = RoadTicks({ road }).props.children as readonly VNode<{ readonly class: string }>[];
  return drawn.map(({ props }) => props.class);
}

describe("the road on the page", () => {
  it.each(STAGE_NAMES)("marks %s for a call that was refused there", (stage) => {
    const shown = ticks({ stage, outcome: "refused", wasAsked: false });
    expect(shown).toHaveLength(STAGE_NAMES.length);
    expect(shown.flatMap((tick, at) => (tick === "deny" ? [STAGE_NAMES[at]] : []))).toEqual([
      stage,
    ]);
  });

  it("ends a call that ran at record, with the question that it asked", () => {
    const shown = ticks({ stage: "execute", outcome: "done", wasAsked: true });
    expect(
      shown.flatMap((tick, at) => (tick === "" ? [] : [`${STAGE_NAMES[at]} ${tick}`])),
    ).toEqual(["approve ask", "record end"]);
  });
});
