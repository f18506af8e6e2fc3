/** Checks the shape of `notify`. */
import { NOTIFY_MOMENTS } from "./notify-setting.ts";

const WANTED =
  'an object such as { "command": ["notify-send", "toolplane"] } or { "webhook": "https://hooks.example.com/me" }, with "on": ["question", "run-end"] and "text": true where wanted';
const MOST_WORDS = 50;
const MOST_LENGTH = 4_096;

/** Says what it must be, or null when it is. */
export function notifyFault(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return WANTED;
  const { command, webhook, on, text, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0 || (command === undefined && webhook === undefined))
    return WANTED;
  if (command !== undefined && !isCommand(command))
    return 'given a "command" that is a list of texts; its program is a name on PATH or an absolute path, because a relative one would be looked for in the project';
  if (webhook !== undefined && !isWebhook(webhook))
    return 'given a "webhook" that is an http or https address, or { "env": NAME } where a variable holds it';
  const isOn =
    on === undefined ||
    (Array.isArray(on) && on.length > 0 && on.every((one) => NOTIFY_MOMENTS.includes(one)));
  return isOn && (text === undefined || typeof text === "boolean") ? null : WANTED;
}

function isCommand(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_WORDS) return false;
  if (!value.every((word) => typeof word === "string" && isPlain(word))) return false;
  const program: string = value[0];
  return program !== "" && (!program.includes("/") || program.startsWith("/"));
}

function isWebhook(value: unknown): boolean {
  if (typeof value === "string") return isHookAddress(value);
  if (typeof value !== "object" || value === null) return false;
  const [[key, name] = [], ...others] = Object.entries(value);
  return key === "env" && typeof name === "string" && name !== "" && others.length === 0;
}

/** True for an address that can be posted to. */
export function isHookAddress(text: string): boolean {
  if (!isPlain(text) || !URL.canParse(text)) return false;
  return ["https:", "http:"].includes(new URL(text).protocol);
}

function isPlain(text: string): boolean {
  return text.length <= MOST_LENGTH && !text.includes("\0");
}
