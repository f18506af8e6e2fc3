/** Stems the table of kinds, so that it holds the same terms as the index. */
import { stemWord } from "./stem-word.ts";

/** Gives the stems of what a stem is a kind of; empty for most. */
export type Kinds = (stem: string) => readonly string[];

export function createKinds(table: string = KIND_GROUPS): Kinds {
  const kinds = new Map<string, string[]>();
  for (const line of table.trim().split("\n")) {
    const [kind = "", ...members] = line.trim().split(/\s+/).map(stemWord);
    for (const member of members) {
      const known = kinds.get(member);
      if (known) known.push(kind);
      else kinds.set(member, [kind]);
    }
  }
  return (stem) => kinds.get(stem) ?? NONE;
}

const NONE: readonly string[] = Object.freeze([]);

/**
 * Kinds of named units. One kind a line, then words for its members. People name the member ("500 dollars", "20
 * kilometers"), tools are named by the kind ("currency", "distance"); so a member of a request also finds its kind, and
 * never the other way round.
 */
const KIND_GROUPS = `
  currency dollar euro pound yen yuan rupee franc peso ruble krona dirham usd eur gbp jpy cny inr cad aud chf
  distance kilometer kilometre mile meter metre centimeter centimetre millimeter inch feet km cm mm
  length kilometer kilometre mile meter metre centimeter centimetre millimeter inch feet
  unit kilometer kilometre mile meter metre centimeter centimetre millimeter inch feet kilogram gram pound ounce ton liter
  unit litre gallon celsius fahrenheit kelvin
  weight kilogram gram pound ounce ton tonne kg lb
  volume liter litre gallon milliliter pint
  temperature celsius fahrenheit kelvin degree
  time minute hour
`;
