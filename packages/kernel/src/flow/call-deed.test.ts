import { describe, expect, it } from "vitest";
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
