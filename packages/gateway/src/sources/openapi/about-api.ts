import type { ApiFacts } from "@toolplane/openapi";

/** An API's own words about itself, in one text: search reads it, models do not get it. */
export function aboutApi(facts: Partial<ApiFacts> | null): string {
  const { title = "", description = "" } = facts ?? {};
  return [title, description]
    .filter((text) => text !== "")
    .join(". ")
    .slice(0, 1_000);
}
