/** Finds faults in a requirement set as a value. Its patterns are read where they are compiled. */
import { type Fields, isRecord } from "./fields.ts";

/** Says the first mistake, or null. A name that means nothing is one: it would open nothing, and no error would say why. */
export function describeRequirementFault(requires: Fields): string | null {
  for (const part in requires) {
    const value = requires[part];
    if (value === undefined) continue;
    const check = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined;
    if (check === undefined) return `requires.${part} is no requirement; ${KNOWN}`;
    const fault = check(value, `requires.${part}`);
    if (fault !== null) return fault;
  }
  return null;
}

type Check = (value: unknown, at: string) => string | null;

const PARTS: Readonly<Record<string, Check>> = {
  fs: (value, at) => members(value, { at, lists: ["read", "write"] }),
  net: (value, at) => members(value, { at, lists: ["hosts"] }),
  shell: commands,
  env: texts,
  capabilities: texts,
};

const KNOWN = `there are ${Object.keys(PARTS).join(", ")}`;

function members(
  value: unknown,
  { at, lists }: { readonly at: string; readonly lists: readonly string[] },
): string | null {
  if (!isRecord(value)) return `${at} must be an object`;
  for (const name in value) {
    if (!lists.includes(name)) return `${at}.${name} is no requirement; there are ${lists}`;
    const fault = value[name] === undefined ? null : texts(value[name], `${at}.${name}`);
    if (fault !== null) return fault;
  }
  return null;
}

function texts(value: unknown, at: string): string | null {
  const fits = Array.isArray(value) && value.every((item) => typeof item === "string");
  return fits ? null : `${at} must be a list of texts`;
}

function commands(value: unknown, at: string): string | null {
  if (!Array.isArray(value)) return `${at} must be a list of commands`;
  const wrong = value.findIndex((item) => !isCommand(item));
  if (wrong < 0) return null;
  return `${at}[${wrong}] must be { cmd, args? } with texts, { wildcard: true } or { prefix }`;
}

function isCommand(value: unknown): boolean {
  if (!isRecord(value) || typeof value.cmd !== "string") return false;
  const { args } = value;
  return args === undefined || (Array.isArray(args) && args.every(isArgument));
}

function isArgument(value: unknown): boolean {
  if (typeof value === "string") return true;
  return isRecord(value) && (value.wildcard === true || typeof value.prefix === "string");
}
