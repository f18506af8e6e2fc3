import type { ToolQuestion } from "@toolplane/contract";
import { createSchemas } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { askForm } from "./ask-form.ts";

/** A person who answers by the header of each question, form after form. */
function ask(properties: object, ...forms: readonly Readonly<Record<string, string[]>>[]) {
  const asked: (readonly ToolQuestion[])[] = [];
  const answer = askForm(
    { message: "Please", requestedSchema: { type: "object", properties, required: ["name"] } },
    {
      server: "there",
      schemas: createSchemas(),
      async ask(questions) {
        asked.push(questions);
        const form = forms[asked.length - 1] ?? {};
        return questions.map(({ header = "" }) => form[header] ?? []);
      },
    },
  );
  return answer.then((said) => ({ said, asked }));
}

const NAME = { name: { type: "string", title: "Name", minLength: 2 } };

describe("askForm", () => {
  it("reads every kind of field back into the value that the server wants", async () => {
    const { said, asked } = await ask(
      {
        ...NAME,
        age: { type: "integer", title: "Age", minimum: 0 },
        sure: { type: "boolean", title: "Sure" },
        pet: { type: "string", title: "Pet", enum: ["c", "d"], enumNames: ["Cat", "Dog"] },
        hues: {
          type: "array",
          title: "Hues",
          items: {
            anyOf: [
              { const: "r", title: "Red" },
              { const: "b", title: "Blue" },
            ],
          },
        },
        free: { type: "string", title: "Free" },
        city: { type: "string", title: "City", default: "Ghent" },
      },
      { Name: ["Ada"], Age: ["36"], Sure: ["No"], Pet: ["Dog"], Hues: ["Red", "Blue"] },
    );
    expect(said).toEqual({
      action: "accept",
      content: { name: "Ada", age: 36, sure: false, pet: "d", hues: ["r", "b"], city: "Ghent" },
    });
    expect(asked[0]?.[0]?.question).toBe("The MCP server there asks: Please\nName");
    expect(asked[0]?.[4]).toMatchObject({
      multi_select: true,
      options: [{ label: "Red" }, { label: "Blue" }],
    });
  });

  it("asks once more for what does not fit, and then gives the form back", async () => {
    const once = await ask(NAME, { Name: ["A"] }, { Name: ["Ada"] });
    expect(once.said).toEqual({ action: "accept", content: { name: "Ada" } });
    expect(once.asked[1]?.[0]?.question).toContain("(name ");
    const twice = await ask(NAME, { Name: ["A"] }, {});
    expect([twice.said, twice.asked.length]).toEqual([{ action: "cancel" }, 2]);
    const number = await ask({ age: { type: "number", title: "Age" } }, { Age: ["old"] }, {});
    expect(number.asked[1]?.[0]?.question).toContain("(Age was not understood)");
  });

  it.each([
    ["apiKey", { type: "string" }],
    ["value", { type: "string", title: "Your PASSWORD" }],
    ["x", { type: "string", description: "the one-time code we sent" }],
    ["card_number", { type: "number" }],
  ])("does not show a form that wants %s", async (name, field) => {
    expect(await ask({ [name]: field })).toEqual({ said: { action: "decline" }, asked: [] });
  });

  it.each([
    ["a choice that is none", { a: { type: "string", enum: [1, 2] } }],
    ["two choices that look alike", { a: { type: "string", enum: ["x", "x"] } }],
    ["an object", { a: { type: "object" } }],
    [
      "too many fields",
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, { type: "boolean" }])),
    ],
  ])("declines %s", async (_, properties) => {
    expect(await ask(properties)).toEqual({ said: { action: "decline" }, asked: [] });
  });
});
