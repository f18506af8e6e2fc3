/** A setting as a value of a file. */

import type { Json } from "@toolplane/contract";
import { notifyFault } from "../../ground/notify-fault.ts";
import { pricesFault } from "../../ground/prices-fault.ts";
import { recordFault } from "../../ground/record-setting.ts";
import { secretFault } from "../../ground/secret-fault.ts";
import type { SettingKind } from "./setting-spec.ts";

/** Says in words what the value must be, or null when it is. Members of `tools` are looked at where their places are known. */
export function describeSettingFault(kind: SettingKind, value: Json): string | null {
  switch (kind.type) {
    case "choice":
      return typeof value === "string" && kind.choices.includes(value)
        ? null
        : `one of ${kind.choices.map((choice) => `"${choice}"`).join(", ")}`;
    case "switch":
      return typeof value === "boolean" ? null : "true or false";
    case "count": {
      const { least = 0, most } = kind;
      return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
        ? null
        : `a whole number from ${least} to ${most}`;
    }
    case "texts":
      return Array.isArray(value) && value.every((text) => typeof text === "string")
        ? null
        : "a list of texts";
    case "places":
      return Array.isArray(value) && value.length <= MOST_PLACES && value.every(isPlace)
        ? null
        : `a list of at most ${MOST_PLACES} places below the workspace, such as "dist"`;
    case "reach":
      return isReach(value)
        ? null
        : 'an object such as { "read": ["~/notes"], "write": ["/srv/data"], "hosts": ["localhost:3000"] }';
    case "secrets":
      return isSecrets(value)
        ? null
        : 'an object such as { "API_TOKEN": { "for": ["api.example.com"], "as": "bearer", "from": { "env": "API_TOKEN" } } }; a value itself is never written here';
    case "notify":
      return value === null ? null : notifyFault(value);
    case "record":
      return value === null ? null : recordFault(value);
    case "prices":
      return pricesFault(value);
    case "tools":
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? null
        : "an object: tool ids and their configuration";
  }
}

function isSecrets(value: Json): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((secret) => secretFault(secret) === null);
}

const MOST_PLACES = 100;

function isReach(value: Json): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, list]) => {
    if (!Array.isArray(list) || list.length > MOST_PLACES) return false;
    if (name === "hosts") return list.every((host) => typeof host === "string" && host !== "");
    return (name === "read" || name === "write") && list.every(isReachPath);
  });
}

/** Absolute, or in the person's home. */
function isReachPath(value: unknown): boolean {
  if (typeof value !== "string" || value.includes("\0")) return false;
  return value.startsWith("/") || value === "~" || value.startsWith("~/");
}

/** Below the workspace, and not the whole of it. */
function isPlace(value: unknown): value is string {
  if (typeof value !== "string" || value === "" || value.startsWith("/")) return false;
  const parts = value.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length > 0 && !parts.includes("..") && !value.includes("\0");
}
