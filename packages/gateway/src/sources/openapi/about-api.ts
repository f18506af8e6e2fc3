import type { ApiFacts } from "@toolplane/openapi";

/** What an API says that it is, in one text: search reads it, models are not told it. */
export function aboutApi(facts: Partial<ApiFacts> | null): string {
  const { title = "", description = "" } = facts ?? {};
  return [title, description]
    .filter((text) => text !== "")
    .join(". ")
    .slice(0, 1_000);
}
