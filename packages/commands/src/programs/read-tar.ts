/** tar: bundled letters with or without a dash, what is packed, where from, and the options that run a program. */
import { compileOptions } from "../knowledge/command-book.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addHost } from "../resources/add-destination.ts";
import { addFile } from "../resources/add-file.ts";
import { type ExpandedWord, literalWord } from "../words/expanded-word.ts";
import { addUnpacked } from "./options/operand-effects.ts";
import { applyOptions, derived, optionFloors } from "./options/option-effects.ts";
import { type Scanned, scanOptions } from "./options/scan-options.ts";

const OPTIONS = compileOptions({
  "-f --file": "subject",
  "-C --directory --cd": "in",
  "-I --use-compress-program -F --info-script --new-volume-script --to-command --rsh-command --rmt-command --checkpoint-action":
    "exec",
  "-T --files-from -X --exclude-from": "read",
  "-g --listed-incremental --index-file": "write",
  "-b -H --format -K -L -N --newer -V --exclude --mode --owner --group --mtime --sort --strip-components --transform --xform -s":
    "value",
  "--remove-files": "floor",
});

export function readTar(context: CommandContext, call: Invocation): void {
  const scanned = scanOptions(modern(call.words.slice(1)), OPTIONS);
  const options = scanned.options.map(withoutExec);
  const has = (letter: string, long: RegExp) =>
    options.some(({ name }) => name === letter || long.test(name));
  const unitIndex = emitUnit(context, call, { floors: optionFloors(call, options) });
  const scope = applyOptions(context, call, { options, unitIndex });
  const own = { provenance: derived("operand", unitIndex), scope: call.scope };
  const packs =
    has("-c", /^--cr/) || has("-r", /^--app/) || has("-u", /^--upd/) || has("-A", /^--(?:con|cat)/);
  for (const { meaning, value } of options) {
    if (meaning !== "subject" || !value || value.text === "-") continue;
    // `host:archive` is on another machine.
    const host = /^([^/]+):/.exec(value.text)?.[1];
    if (host === undefined) addFile(context, value, { ...own, access: packs ? "write" : "read" });
    else
      addHost(
        context,
        { ...value, text: host },
        {
          provenance: derived("destination", unitIndex),
          scheme: "ssh",
        },
      );
  }
  if (has("-x", /^--(?:ext|get)/) && !has("-O", /^--to-/))
    addUnpacked(context, { scope, unitIndex });
  // A list that is read later can name anything.
  if (packs && context.world.exposed && has("-T", /^--files/))
    context.reading.addUnknown("-T", "it packs the files that it lists");
  if (packs)
    for (const word of scanned.operands)
      addFile(
        context,
        { ...word, text: word.text.replace(/^@(?=.)/s, "") },
        {
          ...own,
          scope,
          access: "read",
          tree: true,
          follows: has("-h", /^(?:-L|--deref)/),
        },
      );
}

/** `tar czf x` is `tar -czf x`, with the values of the bundle in order. */
function modern(words: readonly ExpandedWord[]): readonly ExpandedWord[] {
  const [first, ...rest] = words;
  if (!first || first.dynamic || !/^[A-Za-z]+$/.test(first.text)) return words;
  const result: ExpandedWord[] = [];
  let taken = 0;
  for (const letter of first.text) {
    result.push(literalWord(`-${letter}`));
    const value = rest[taken];
    if (!OPTIONS.options.has(`-${letter}`) || !value) continue;
    result.push(value);
    taken += 1;
  }
  return [...result, ...rest.slice(taken)];
}

/** `--checkpoint-action=exec=CMD`; a dot or a line that is printed runs nothing. */
function withoutExec(option: Scanned["options"][number]): Scanned["options"][number] {
  const { name, value } = option;
  if (!value || !name.startsWith("--checkpoint-a")) return option;
  const isPlain = /^(?:dot|echo|bell|totals|sleep|ttyout|wait)(?!.*exec)/s.test(value.text);
  return {
    ...option,
    meaning: isPlain ? "value" : "exec",
    value: { ...value, text: value.text.replace(/^exec=/, "") },
  };
}
