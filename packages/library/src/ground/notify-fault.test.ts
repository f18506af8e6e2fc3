import { describe, expect, it } from "vitest";
import { notifyFault } from "./notify-fault.ts";

describe("notifyFault", () => {
  it.each([
    { command: ["notify-send", "toolplane"] },
    { command: ["/usr/local/bin/tell"], on: ["question"], text: true },
    { webhook: "https://hooks.example.com/me" },
    { webhook: { env: "MY_HOOK" }, on: ["question", "run-end"] },
  ])("takes %j", (value) => expect(notifyFault(value)).toBeNull());

  it.each([
    [{}, /an object such as/],
    [[], /an object such as/],
    [{ command: ["x"], often: true }, /an object such as/],
    [{ command: [] }, /a list of texts/],
    [{ command: "notify-send" }, /a list of texts/],
    [{ command: ["./tell.sh"] }, /looked for in the project/],
    [{ command: ["scripts/tell"] }, /looked for in the project/],
    [{ command: ["a\0"] }, /a list of texts/],
    [{ webhook: "file:///etc/passwd" }, /http or https/],
    [{ webhook: "hooks.example.com" }, /http or https/],
    [{ webhook: { env: "" } }, /http or https/],
    [{ webhook: { env: "A", file: "b" } }, /http or https/],
    [{ command: ["x"], on: ["always"] }, /an object such as/],
    [{ command: ["x"], on: [] }, /an object such as/],
    [{ command: ["x"], text: "yes" }, /an object such as/],
  ])("says what %j must be", (value, wanted) => expect(notifyFault(value)).toMatch(wanted));
});
