import { describe, expect, it } from "vitest";
import { showPath } from "./show-path.ts";

describe("showPath", () => {
  it("shows what lies below the path that was given", () => {
    const cases: readonly (readonly [string | undefined, string, string, string])[] = [
      [undefined, "/ws", "/ws/src/a.ts", "src/a.ts"],
      [".", "/ws", "/ws/src/a.ts", "src/a.ts"],
      ["./", "/ws", "/ws/a.ts", "a.ts"],
      ["src", "/ws/src", "/ws/src/a.ts", "src/a.ts"],
      ["./src/", "/ws/src", "/ws/src/a.ts", "src/a.ts"],
      ["src/a.ts", "/ws/src/a.ts", "/ws/src/a.ts", "src/a.ts"],
      ["/ws/src", "/ws/src", "/ws/src/a.ts", "/ws/src/a.ts"],
      ["/", "/", "/etc/x", "/etc/x"],
      [undefined, "/ws", "/wsx/a", "/wsx/a"],
      [undefined, "/ws/a", "/ws/a", "."],
    ];
    for (const [path, root, found, shown] of cases)
      expect(showPath(found, { path, root }), `${path} ${found}`).toBe(shown);
  });

  it("leaves a path alone when the start of the search is not known", () => {
    expect(showPath("/ws/a", { path: undefined, root: undefined })).toBe("/ws/a");
  });
});
