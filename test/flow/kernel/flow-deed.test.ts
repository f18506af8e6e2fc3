import { defineTool, type JsonObject, type JsonSchema } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { openFlowWorld } from "./memory-world.ts";

function changing(id: string, properties: Readonly<Record<string, JsonSchema>>) {
  return defineTool({
    id,
    description: "Changes",
    requires: {},
    flow: { effect: "change" } as const,
    parameters: { type: "object", properties, additionalProperties: false },
    execute: () => "done",
  });
}

const text = { type: "string" } as const;
const PAGE = defineTool({
  id: "read_page",
  description: "Reads",
  parameters: { type: "object", properties: {} },
  requires: {},
  flow: { effect: "read", labels: ["untrusted"] },
  execute: () => "words",
});

describe("a change that a person asked for", () => {
  const tools = [
    PAGE,
    changing("reschedule_appointment", { appointment_id: text, new_time: text }),
    changing("create_note", { filename: text, content: text }),
    changing("update_profile", { nickname: text }),
    changing("delete_note", { note_id: text }),
    changing("reserve_hotel", { hotel: text }),
    changing("update_notes", { note_id: text, shared_with: text, user: text }),
  ];
  const asks = async (said: string, name: string, args: JsonObject): Promise<boolean> => {
    const world = openFlowWorld({ tools, flow: "wary" });
    await world.run("read_page");
    world.session.said(said);
    const { asked } = await world.run(name, args as Readonly<Record<string, string>>);
    return asked.length > 0;
  };

  it.each([
    ["Move my appointment to nine", "reschedule_appointment", { appointment_id: "17" }, false],
    ["What is my next appointment?", "reschedule_appointment", { appointment_id: "17" }, true],
    ["Make a note of it", "create_note", { filename: "plan.txt", content: "x" }, false],
    ["Save it as 'summer plan'", "create_note", { filename: "summer-plan.md" }, false],
    ["Update my profile with the name in the mail", "update_profile", { nickname: "Zo" }, true],
    ["Call me Birdie in my profile", "update_profile", { nickname: "Birdie" }, false],
    ["Delete that note", "delete_note", { note_id: "4" }, true],
    ["Reserve the Lindenhof", "reserve_hotel", { hotel: "Lindenhof Hotel" }, false],
    ["Reserve a hotel", "reserve_hotel", { hotel: "Lindenhof Hotel" }, true],
    ["Change the note", "update_notes", { note_id: "4", user: "mallory" }, true],
  ])("%j: %s %j asks: %s", async (said, name, args, expected) => {
    expect(await asks(said, name, args)).toBe(expected);
  });
});
