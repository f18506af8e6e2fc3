/** An answer that was given, for people. */
import type { CallMark, Choice } from "@toolplane/contract/console";

const WORDS: Readonly<Record<Choice, string>> = {
  once: "allowed once",
  session: "always, session",
  project: "always, project",
  rule: "always, by rule",
  reject: "rejected",
  "look-up": "looked it up first",
  without: "landed in part",
  edit: "arguments edited",
  answers: "answered",
};

export function choiceWords(choice: Choice): string {
  return WORDS[choice];
}

export function choiceMark(choice: Choice): CallMark {
  if (choice === "reject") return "deny";
  return choice === "look-up" || choice === "edit" ? "off" : "allow";
}
