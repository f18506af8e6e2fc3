import { array, assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { shortIds } from "./short-ids.ts";

describe("ids as they are shown", () => {
  it("are as short as can be typed, and no shorter than tomorrow's need", () => {
    const short = shortIds(["ses_0mwhjhloa0000aa", "ses_0mwhjhloa0001bb", "ses_0mwhjhejb0000cc"]);
    expect(short("ses_0mwhjhloa0000aa")).toBe("ses_0mwhjhloa0000");
    expect(short("ses_0mwhjhejb0000cc")).toBe("ses_0mwhjhejb");
    expect(short("ses_unknown_and_long")).toBe("ses_unknown_and_long");
  });

  it("name one session each, unless a whole id is the beginning of another", () => {
    assert(
      property(array(string({ minLength: 1, maxLength: 20 }), { maxLength: 30 }), (ids) => {
        const short = shortIds(ids);
        for (const id of ids) {
          expect(id.startsWith(short(id))).toBe(true);
          const others = ids.filter((other) => other !== id && other.startsWith(short(id)));
          if (others.length > 0) expect(short(id)).toBe(id);
        }
      }),
    );
  });
});
