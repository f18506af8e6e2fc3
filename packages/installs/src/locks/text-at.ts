/** The text below a key of an unknown value, or undefined. */
import { isRecord } from "@toolplane/readings";

export function textAt(value: unknown, key: string): string | undefined {
  if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
  const found = value[key];
  return typeof found === "string" ? found : undefined;
}
