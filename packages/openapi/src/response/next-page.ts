/** The next page, where the API names one in a `Link` header: as arguments of the same tool, which is all that a model needs. */
import type { Json } from "@toolplane/contract";
import type { OperationPlan } from "../plan/operation-plan.ts";

export interface NextPage {
  /** Path and query. */
  readonly link: string;
  /** Arguments for the next call of the same tool, beside those of this call. */
  readonly arguments: Readonly<Record<string, Json>>;
}

const MAX_HEADER = 8_192;

export function readNextPage(
  header: string | undefined,
  plan: OperationPlan,
  from: string,
): NextPage | null {
  if (header === undefined || header.length > MAX_HEADER) return null;
  for (const [, target = "", rest = ""] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (!/\brel\s{0,8}=\s{0,8}"?(?:[^";,]{0,100}\s)?next\b/i.test(rest)) continue;
    const url = URL.parse(target, from);
    if (url === null || url.origin !== plan.origin) return null;
    const named: Record<string, Json> = {};
    for (const { place, name, argument } of plan.parameters) {
      const value = place === "query" ? url.searchParams.get(name) : null;
      if (value !== null) named[argument] = value;
    }
    return { link: `${url.pathname}${url.search}`, arguments: named };
  }
  return null;
}
