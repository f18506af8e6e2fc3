import { describe, expect, it } from "vitest";
import { openRegion } from "./redraw-region.ts";

describe("a region", () => {
  it("is never erased from its first row on: tmux would keep each drawing in the scrollback", () => {
    const written: string[] = [];
    const write = (text: string): number => written.push(text.replaceAll("\u001b[", "^"));
    const region = openRegion({ columns: 20, write } as never);
    region.draw(["one"]);
    region.draw(["one", "two"]);
    region.draw(["1", "2", "3", "4"]);
    region.print(["said"]);
    region.close(["over"]);
    expect(written).toEqual([
      "one",
      "\r^2K^Jone\r\ntwo",
      "\r^J^1A^2K1\r\n2\r\n3\r\n4",
      "\r^2A^J^1A^2Ksaid\r\n1\r\n2\r\n3\r\n4",
      "\r^2A^J^1A^2Kover\r\n",
    ]);
  });
});
