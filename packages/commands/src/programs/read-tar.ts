/** tar: bundled letters with or without a dash, what is packed, where from, and the many options that run a program. */

import type { OptionMeaning } from "../knowledge/book/command-book.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addHost } from "../resources/add-destination.ts";
import { addFile } from "../resources/add-file.ts";
import { addNamesFromInput } from "../resources/add-loose-words.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { addUnpacked } from "./options/apply-unpacking.ts";
import { applyOptions, derived, optionFloors } from "./options/option-effects.ts";
import { type Scanned, scanOptions } from "./options/scan-options.ts";

const TABLE: Readonly<Record<string, OptionMeaning>> = {
  "-f --file": "subject",
  "-C --directory --cd": "in",
  "-I --use-compress-program -F --info-script --new-volume-script --to-command --rsh-command --rmt-command --checkpoint-action":
    "exec",
  "-T --files-from -X --exclude-from --exclude-ignore --exclude-ignore-recursive --exclude-tag --owner-map --group-map":
    "read",
  "-g --listed-incremental --index-file --volno-file": "write",
  "-b --blocking-factor -H --format -K --starting-file -L --tape-length -N --newer --after-date --newer-mtime -V --label --exclude --include --mode --owner --group --mtime --sort --strip-components --transform --xform --suffix --record-size --level --quoting-style --one-top-level --pax-option -s --options --passphrase":
    "value",
  "--checkpoint --occurrence --backup --totals --hole-detection": "attached",
  "--remove-files": "floor",
};

const OPTIONS: ReadonlyMap<string, OptionMeaning> = new Map(
  Object.entries(TABLE).flatMap(([names, meaning]) =>
    names.split(" ").map((name) => [name, meaning] as const),
  ),
);

export function readTar(context: CommandContext, call: Invocation): void {
  const scanned = scanOptions(modern(call.words.slice(1)), {
    options: OPTIONS,
    long: [...OPTIONS.keys()].filter((name) => name.startsWith("--")),
  });
  const harmless = new Set(
    scanned.options.filter(
      ({ name, value }) =>
        name.startsWith("--checkpoint-a") &&
        /^(?:dot|echo|bell|totals|sleep|ttyout|wait)/.test(value?.text ?? "") &&
        !/exec/.test(value?.text ?? ""),
    ),
  );
  const options = scanned.options.filter((option) => !harmless.has(option)).map(withoutExec);
  const unitIndex = emitUnit(context, call, { floors: optionFloors(call, options) });
  const scope = applyOptions(context, call, { options, unitIndex });
  const packs = isPacking(scanned);
  const own = { provenance: derived("operand", unitIndex), scope: call.scope };
  for (const { meaning, value } of options)
    if (meaning === "subject" && value)
      addArchive(context, value, { ...own, access: packs ? "write" : "read" });
  for (const { name, value } of packs ? options : [])
    if (/^(?:-T|--files)/.test(name) && value) addListed(context, value, own);
  if (isUnpacking(scanned)) addUnpacked(context, literalWord("."), { scope, unitIndex });
  const follows = scanned.options.some(({ name }) => /^(?:-[hL]|--deref.*)$/.test(name));
  if (packs)
    for (const word of scanned.operands.map(archiveIn))
      addFile(context, word, { ...own, scope, access: "read", tree: true, follows });
}

/** `bsdtar cf - @x` takes what an archive holds, or the file as it is. */
function archiveIn(word: ExpandedWord): ExpandedWord {
  return /^@./s.test(word.text) ? { ...word, text: word.text.slice(1) } : word;
}

/** What a list names is packed too. While nothing hides what is closed, a list that is read later can name anything. */
function addListed(
  context: CommandContext,
  { text }: ExpandedWord,
  own: Pick<Parameters<typeof addFile>[2], "provenance" | "scope">,
): void {
  if (text === "-") addNamesFromInput(context, { ...own, trees: true });
  else if (context.world.exposed)
    context.reading.addUnknown(text, "it packs the files that it lists");
}

/** `tar czf x` is `tar -czf x`, with the values of the bundle in order. */
function modern(words: readonly ExpandedWord[]): readonly ExpandedWord[] {
  const [first, ...rest] = words;
  if (!first || first.dynamic || first.text.startsWith("-") || !/^[A-Za-z]+$/.test(first.text))
    return words;
  const result: ExpandedWord[] = [];
  let taken = 0;
  for (const letter of first.text) {
    result.push(literalWord(`-${letter}`));
    const meaning = OPTIONS.get(`-${letter}`);
    const value = rest[taken];
    if (!meaning || meaning === "attached" || meaning === "floor" || !value) continue;
    result.push(value);
    taken += 1;
  }
  return [...result, ...rest.slice(taken)];
}

/** `--checkpoint-action=exec=CMD`. */
function withoutExec(option: Scanned["options"][number]): Scanned["options"][number] {
  const { value } = option;
  if (!value || !option.name.startsWith("--checkpoint-a")) return option;
  return { ...option, value: { ...value, text: value.text.replace(/^exec=/, "") } };
}

function isPacking({ options }: Scanned): boolean {
  return options.some(({ name }) =>
    /^(?:-[cruA]|--create|--append|--update|--catenate|--concatenate|--delete)$/.test(name),
  );
}

function isUnpacking({ options }: Scanned): boolean {
  const has = (pattern: RegExp) => options.some(({ name }) => pattern.test(name));
  return has(/^(?:-x|--extract|--get)$/) && !has(/^(?:-O|--to-stdout|--to-command)$/);
}

/** `host:archive` is on another machine. */
function addArchive(
  context: CommandContext,
  word: ExpandedWord,
  use: Parameters<typeof addFile>[2],
): void {
  const host = /^([^/]+):/.exec(word.text)?.[1];
  if (word.text === "-") return;
  if (host === undefined) addFile(context, word, use);
  else
    addHost(
      context,
      { ...word, text: host },
      { provenance: { ...use.provenance, via: "destination" }, scheme: "ssh" },
    );
}
