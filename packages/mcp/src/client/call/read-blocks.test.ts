import { describe, expect, it } from "vitest";
import { readBlocks } from "./read-blocks.ts";

const LIMITS = { maxResultBytes: 20, maxBinaryBytes: 8, maxParts: 3 };

describe("readBlocks", () => {
  it("keeps pictures, sounds and files as what they are, and cleans texts", () => {
    const { parts, text } = readBlocks(
      [
        { type: "image", data: "aGk=", mimeType: "image/PNG" },
        { type: "audio", data: "aGk=", mimeType: "audio/wav" },
        {
          type: "resource",
          resource: { uri: "a:\u200bb", mimeType: "text/plain", text: "x\u202e" },
        },
      ],
      LIMITS,
    );
    expect(parts).toEqual([
      { type: "image", data: "aGk=", mime_type: "image/png" },
      { type: "audio", data: "aGk=", mime_type: "audio/wav" },
      { type: "resource", uri: "a:\\u{200b}b", mime_type: "text/plain", text: "x\\u{202e}" },
    ]);
    expect(text).toBe("[image/png]\n[audio/wav]\n[a:\\u{200b}b]\nx\\u{202e}");
  });

  it("shows a file that is a picture, and names what is no base64 or no sound", () => {
    const blob = { uri: "a:b", mimeType: "image/png", blob: "aGk=" };
    const { parts } = readBlocks(
      [
        { type: "resource", resource: blob },
        { type: "image", data: "<svg>", mimeType: "image/png" },
        { type: "audio", data: "aGk=", mimeType: "text/html" },
      ],
      { ...LIMITS, maxResultBytes: 100 },
    );
    expect(parts).toEqual([
      { type: "image", data: "aGk=", mime_type: "image/png" },
      { type: "text", text: "[a picture: image/png]" },
      { type: "text", text: "[a sound: text/html]" },
    ]);
  });

  it("holds all parts together to the bounds", () => {
    const say = (text: string) => ({ type: "text", text }) as const;
    const long = readBlocks([say("x".repeat(15)), say("é".repeat(15)), say("z"), say("z")], LIMITS);
    expect(long.parts.map((part) => (part.type === "text" ? part.text : ""))).toEqual([
      "x".repeat(15),
      "éé\n[26 more bytes were cut]",
      "\n[1 more bytes were cut]",
      "[1 more parts were left out]",
    ]);
    const large = { type: "image", data: "aGkhaGkhaGkh", mimeType: "image/png" } as const;
    expect(readBlocks([large], LIMITS).parts).toEqual([
      { type: "text", text: "[image/png] [too large]" },
    ]);
  });
});
