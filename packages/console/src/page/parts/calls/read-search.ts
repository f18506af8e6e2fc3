/** Reads what a person types into a search of calls: `path:src/** is:denied git push` is two filters and two words. */
import { CALL_FILTERS, type CallFilter } from "@toolplane/contract/console";

export interface ReadSearch {
  readonly filters: Partial<Readonly<Record<CallFilter, string>>>;
  readonly words: string;
}

const SHORT: ReadonlyMap<string, CallFilter> = new Map([
  ["is", "verdict"],
  ["who", "person"],
]);
const PART = /(?<=^|\s)([a-z]+):(?:"([^"]*)"|(\S+))/g;

/** Quotes hold a filter together that has blanks in it: `command:"git push"`. What is no filter of ours stays a word. */
export function readSearch(text: string): ReadSearch {
  const filters: Partial<Record<CallFilter, string>> = {};
  const words = text.replace(PART, (whole, name: string, quoted?: string, plain?: string) => {
    const filter = SHORT.get(name) ?? CALL_FILTERS.find((one) => one === name);
    const value = quoted ?? plain ?? "";
    if (filter === undefined || value === "") return whole;
    filters[filter] = value;
    return "";
  });
  return { filters, words: words.replace(/\s+/g, " ").trim() };
}

/** The address of the Calls page that shows it. */
export function callsPath({ filters, words }: ReadSearch): string {
  const query = new URLSearchParams(words === "" ? {} : { q: words });
  for (const [name, value] of Object.entries(filters)) query.set(name, value);
  const text = query.toString();
  return text === "" ? "/calls" : `/calls?${text}`;
}
