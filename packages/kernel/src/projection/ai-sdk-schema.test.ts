import { asSchema } from "ai";
import { describe, expect, it } from "vitest";
import { aiSdkSchema } from "./ai-sdk-schema.ts";

describe("aiSdkSchema", () => {
  it("reaches the SDK as it is: objects that are open stay open, and nothing of ours is written into", async () => {
    const schema = Object.freeze({
      type: "object",
      properties: Object.freeze({ bag: Object.freeze({ type: "object" }) }),
    });
    expect(await asSchema(aiSdkSchema(schema) as never).jsonSchema).toEqual(schema);
    const { "~standard": standard } = aiSdkSchema(schema);
    const foreign = asSchema({ "~standard": standard } as never);
    expect(await foreign.jsonSchema).toMatchObject({
      properties: { bag: { additionalProperties: false } },
    });
    expect(schema).toEqual({ type: "object", properties: { bag: { type: "object" } } });
  });

  it("leaves judging to the road", async () => {
    const dressed = aiSdkSchema({ type: "object", required: ["a"] });
    expect(dressed.validate({})).toEqual({ success: true, value: {} });
    expect(dressed["~standard"].validate(3)).toEqual({ value: 3 });
  });
});
