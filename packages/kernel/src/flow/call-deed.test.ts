import { defineTool, type JsonObject, type JsonSchema } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { openFlowWorld } from "../face/flow-world.fixture.ts";
import { callDeed, saysDeed } from "./call-deed.ts";

describe("a deed", () => {
  it.each([
    ["Move my dentist appointment to nine.", "reschedule_appointment", {}, true],
    ["Change the appointment, it is at ten now", "reschedule_appointment", {}, true],
    ["Set up a reminder for the rent. Add it to the list.", "create_reminder", {}, true],
    ["Write the three tasks into a new list", "createList", {}, true],
    ["Raise my standing order: change the order to 1,250.", "update_order", { amount: 1250 }, true],
    ["Change the standing order to 1250.", "update_order", { amount: 9999 }, false],
    ["What is on my list? Make tea.", "create_list", {}, false],
    ["Do not change any appointment.", "reschedule_appointment", {}, false],
    ["Don't add a reminder", "create_reminder", {}, false],
    ["Delete the old reminders", "delete_reminder", {}, false],
    ["Read my list", "create_list", {}, false],
    ["", "create_list", {}, false],
  ])("%j asks for %s %j: %s", (text, tool, args, asks) => {
    const deed = callDeed(tool, args);
    expect(deed !== null && saysDeed(text, deed)).toBe(asks);
  });
});

function changing(id: string, properties: Readonly<Record<string, JsonSchema>>) {
  return defineTool({
    ...{ id, description: "Changes", requires: {}, flow: { effect: "change" } as const },
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
