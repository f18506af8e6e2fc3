import { describe, expect, it } from "vitest";
import { openRegion } from "./redraw-region.ts";

describe("a region", () => {
  it("is erased row by row: tmux would keep a whole window that is erased in the scrollback", () => {
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
      "\r^2K^1A^2K^J1\r\n2\r\n3\r\n4",
      "\r^2K^1A^2K^1A^2K^1A^2K^Jsaid\r\n1\r\n2\r\n3\r\n4",
      "\r^2K^1A^2K^1A^2K^1A^2K^Jover\r\n",
    ]);
  });
});
