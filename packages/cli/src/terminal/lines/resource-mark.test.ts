import type { Opinion, Resource } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { resourceMark } from "./resource-mark.ts";

const envrc: Resource = {
  capability: "fs.write",
  origin: "direct",
  via: "argument",
  path: "/w/.envrc",
  real: "/w/.envrc",
};
const ask = (judge: Opinion["judge"], hard: boolean): Opinion => ({
  judge,
  action: "ask",
  hard,
  reason: "",
  resource: 0,
});

describe("the mark of a resource", () => {
  it("says that a file is protected, also where no rule speaks of it", () => {
    const verdict = { action: "ask", opinions: [ask("rules", false), ask("floor", true)] } as const;
    expect(resourceMark(envrc, 0, verdict)).toEqual({ mark: "ask", note: "protected" });
    const yolo = { ...verdict, answeredBy: "yolo" } as const;
    expect(resourceMark(envrc, 0, yolo)).toEqual({ mark: "ask", note: "protected" });
  });

  it("says that no rule speaks of it where nobody else does", () => {
    const verdict = { action: "ask", opinions: [ask("rules", false)] } as const;
    expect(resourceMark(envrc, 0, verdict)).toEqual({ mark: "ask", note: "no rule" });
  });
});
