/**
 * Takes out properties that known clients put into the arguments of every call, for their own use. A tool does not know
 * them and would refuse the call, so they are taken out: from these clients, by these names, and only where the tool
 * has none of that name.
 */
import type { CallParams } from "./call-params.ts";

/** Clients by how their name begins. */
const IGNORED: readonly { readonly client: string; readonly properties: readonly string[] }[] = [
  { client: "gemini-cli", properties: ["wait_for_previous"] },
  { client: "qwen", properties: ["wait_for_previous"] },
];

export function withoutIgnored(
  params: CallParams,
  { client, known }: { readonly client: string | null; readonly known: (name: string) => boolean },
): CallParams {
  const names = IGNORED.filter((row) => client?.toLowerCase().startsWith(row.client))
    .flatMap(({ properties }) => properties)
    .filter((name) => Object.hasOwn(params.arguments, name) && !known(name));
  if (names.length === 0) return params;
  const kept = Object.entries(params.arguments).filter(([name]) => !names.includes(name));
  return { ...params, arguments: Object.fromEntries(kept) };
}
