import { describe, expect, it } from "vitest";
import { readRecordPlace } from "./record-place.ts";

describe("readRecordPlace", () => {
  it("takes what is secret out of the environment at once, and still knows it", () => {
    const forgotten: string[] = [];
    const key = Buffer.alloc(32, 7);
    const place = readRecordPlace(
      { postgres: { env: "TEAM_RECORD" }, key: { env: "TEAM_KEY" } },
      {
        environment: { TEAM_RECORD: "postgres://db/record", TEAM_KEY: key.toString("hex") },
        home: "/home/ada",
        forget: (name) => forgotten.push(name),
      },
    );
    expect(forgotten).toEqual(["TEAM_RECORD", "TEAM_KEY"]);
    expect(place?.database?.url()).toBe("postgres://db/record");
    expect(place?.key).toMatchObject({ name: "TEAM_KEY" });
    expect(place?.key && "bytes" in place.key && place.key.bytes()).toEqual(new Uint8Array(key));
  });
});
