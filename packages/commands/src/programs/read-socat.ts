/** socat: each operand is an address, which may be a host, a file or a program. */
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addHost } from "../resources/add-destination.ts";
import { addFile } from "../resources/add-file.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { derived, readNested, runsProgram } from "./options/option-effects.ts";

export function readSocat(context: CommandContext, call: Invocation): void {
  const addresses = call.words
    .slice(1)
    .filter((word) => !word.text.startsWith("-") || word.text === "-");
  const runs = addresses.some(
    (word) => word.dynamic || /(?:^|!!)(?:EXEC|SYSTEM|SHELL):/i.test(word.text),
  );
  const unitIndex = emitUnit(context, call, {
    floors: runs ? [runsProgram(call, "with this address")] : [],
  });
  for (const word of addresses) {
    if (word.dynamic) {
      context.reading.addUnknown(word.text, "it names a place that is only known when it runs");
      continue;
    }
    for (const text of word.text.split("!!")) readAddress(context, call, { text, unitIndex });
    const provenance = derived("operand", unitIndex);
    addLooseWords(context, { words: [word], provenance, scope: call.scope });
  }
}

function readAddress(
  context: CommandContext,
  call: Invocation,
  { text, unitIndex }: { readonly text: string; readonly unitIndex: number },
): void {
  const [, kind = "", rest = ""] = /^([A-Za-z0-9-]+):(.*)$/s.exec(text) ?? [];
  const upper = kind.toUpperCase();
  const word = (value: string) => ({ text: value, dynamic: false, splits: false });
  if (/^(?:EXEC|SYSTEM|SHELL)$/.test(upper))
    readNested(context, word(rest.split(",")[0] ?? ""), call.scope);
  else if (
    /LISTEN|RECV|^(?:STDIO|STDIN|STDOUT|PTY|FD|PIPE|-)?$/.test(upper) &&
    !text.startsWith("/")
  )
    return;
  else if (/^(?:TCP|UDP|OPENSSL|SSL|SOCKS|PROXY|SCTP|DCCP|IP)/.test(upper)) {
    const [host = "", port] = rest.split(",")[0]?.split(/:(?=[^:\]]*$)/) ?? [];
    addHost(context, word(host), {
      provenance: derived("destination", unitIndex),
      scheme: "tcp",
      ...(/^\d+$/.test(port ?? "") ? { port: Number(port) } : {}),
    });
  } else
    addFile(context, word((kind === "" ? text : rest).split(",")[0] ?? ""), {
      provenance: derived("operand", unitIndex),
      scope: call.scope,
      access: "write",
    });
}
