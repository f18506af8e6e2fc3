import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSealer } from "./create-sealer.ts";

const one = new Uint8Array(32).fill(1);
const two = new Uint8Array(32).fill(2);
const three = new Uint8Array(32).fill(3);
const FORGED = { isGenuine: false, unknownKey: null };

describe("createSealer", () => {
  it("seals with one key as ever, without a name", () => {
    const plain = createHmac("sha256", one).update("text").digest("hex");
    expect(createSealer(one).seal("text")).toBe(plain);
    expect(createSealer(one).check("text", plain)).toMatchObject({ isGenuine: true, isOld: false });
  });

  it("names the key of a ring, and tells nothing of it by that", () => {
    const ring = createSealer({ current: two, old: [one] });
    const seal = ring.seal("text");
    expect(seal).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/);
    expect(seal.slice(0, 8)).toBe(ring.name);
    expect(createSealer(two).name).toBe(ring.name);
    expect(createSealer(one).name).not.toBe(ring.name);
    expect(Buffer.from(two).toString("hex")).not.toContain(ring.name);
  });

  it("takes what an old key sealed, with its name or without, and seals nothing by it", () => {
    const ring = createSealer({ current: two, old: [one] });
    const before = createSealer(one).seal("text");
    const named = createSealer({ current: one, old: [] }).seal("text");
    for (const seal of [before, named])
      expect(ring.check("text", seal)).toMatchObject({ isGenuine: true, isOld: true });
    expect(ring.seal("text")).toBe(createSealer({ current: two, old: [] }).seal("text"));
    expect(createSealer(two).check("text", ring.seal("text"))).toMatchObject({ isOld: false });
  });

  it("says which key is missing, and of a forged name that it is forged", () => {
    const ring = createSealer({ current: two, old: [one] });
    const theirs = createSealer({ current: three, old: [] });
    const seal = theirs.seal("text");
    expect(ring.check("text", seal)).toEqual({ isGenuine: false, unknownKey: theirs.name });
    const [, mac = ""] = seal.split(".");
    const forged = [mac, `${ring.name}.${mac}`, `.${mac}`, `${theirs.name}.`, ring.seal("else")];
    // Another key's name in front, or none: what is under the seal is the name too.
    const [, own = ""] = ring.seal("text").split(".");
    for (const given of [...forged, own, `${createSealer(one).name}.${own}`, "", null, 7])
      expect(ring.check("text", given)).toEqual(FORGED);
  });

  it("refuses a key that is too short, an old one too", () => {
    const short = new Uint8Array(31);
    for (const key of [short, { current: short, old: [] }, { current: one, old: [short] }])
      expect(() => createSealer(key)).toThrow(/record key: must have at least 32 bytes/);
  });
});
