/**
 * Reads what a call does from its tool's name, and whether a person said that. People mostly ask for a change of their
 * own things by its deed ("move my dinner to nine"), because the id of the thing is in no prompt. Only a change that
 * can be undone is named so: a deletion is named by what it deletes, or asked about.
 */
import type { CallDeed, JsonObject } from "@toolplane/contract";
import { foldText } from "@toolplane/readings";

/** Verbs that people use for one another. None that destroys. */
const DEEDS: readonly (readonly string[])[] = [
  ["create", "add", "make", "write", "save", "schedule", "put", "set", "new", "draft", "note"],
  ["append", "add", "insert", "write", "put", "attach"],
  ["update", "change", "modify", "edit", "adjust", "set", "correct", "replace", "increase"],
  ["reschedule", "move", "postpone", "shift", "delay", "change"],
  ["rename", "call", "change"],
  ["mark", "flag", "label", "tag"],
];

/** A sentence with one of these may say what is not to be done. */
const REFUSING = /\b(?:not|never|no|without|except|avoid|neither|nor|cannot)\b|n['’]t\b/i;
const AMOUNTS = /^(?:amount|price|sum|total|value|quantity)$/;

/** Null where the name begins with no such verb. */
export function callDeed(toolId: string, args: JsonObject): CallDeed | null {
  const [verb = "", ...rest] = wordsOfName(toolId);
  const verbs = DEEDS.filter(([first]) => first === verb).flat();
  const things = rest.map(singular).filter((word) => word.length >= 3);
  if (verbs.length === 0 || things.length === 0) return null;
  const amounts = Object.entries(args).flatMap(([name, value]) =>
    typeof value === "number" && wordsOfName(name).some((word) => AMOUNTS.test(word))
      ? [String(value)]
      : [],
  );
  return { verbs, things, amounts };
}

/** True for a text in which one sentence holds the deed and its thing, and which holds the amounts anywhere. */
export function saysDeed(text: string, { verbs, things, amounts }: CallDeed): boolean {
  const numbers = new Set(text.replace(/(\d)[,'’ ](?=\d{3}\b)/g, "$1").match(/\d+(?:\.\d+)?/g));
  if (!amounts.every((amount) => [...numbers].some((one) => Number(one) === Number(amount))))
    return false;
  return text.split(/[.!?;\n]+/).some((sentence) => {
    if (REFUSING.test(sentence)) return false;
    const words = new Set((foldText(sentence).match(/\p{L}+/gu) ?? []).map(singular));
    return verbs.some((verb) => words.has(verb)) && things.some((thing) => words.has(thing));
  });
}

function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/^.*(?:__|\.|:)/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
