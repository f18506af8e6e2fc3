/** ssh, scp and sftp: where they connect, the options of `-o` that run something here, and the command that runs there. */
import type { Compiled } from "../knowledge/command-book.ts";
import type { ProgramRow } from "../knowledge/program-row.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addHost } from "../resources/add-destination.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { dynamicWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { readProgramText } from "./inner/read-program-text.ts";
import { applyOperands } from "./options/operand-effects.ts";
import { applyOptions, derived, optionFloors } from "./options/option-effects.ts";
import { scanOptions } from "./options/scan-options.ts";

/** Keys of `-o` that only say how a connection looks or how long it is waited for. */
const PLAIN_KEYS =
  /^\s*(?:StrictHostKeyChecking|ConnectTimeout|BatchMode|Compression|LogLevel|Port|User|IdentitiesOnly|ServerAlive\w+|TCPKeepAlive|PasswordAuthentication|PreferredAuthentications|AddressFamily|RequestTTY)\b/i;

export function readSsh(
  context: CommandContext,
  call: Invocation,
  known: Compiled<ProgramRow>,
): void {
  const { row } = known;
  const isRemote = row.operands === "remote";
  const scanned = scanOptions(call.words.slice(1), { ...known, stopAtOperand: !isRemote });
  const options = scanned.options.filter(
    ({ name, value }) =>
      name !== "-o" || !value || !isLiteral(value) || !PLAIN_KEYS.test(value.text),
  );
  const unitIndex = emitUnit(context, call, { floors: optionFloors(call, options) });
  const scope = applyOptions(context, call, { options, unitIndex });
  const values = scanned.options.flatMap(({ value }) => value ?? []);
  addLooseWords(context, { words: values, provenance: derived("operand", unitIndex), scope });
  for (const { name, value } of options) {
    const text = /^\s*\w+Command\s*[= ]\s*(?!"?none"?$)(.*)$/is.exec(value?.text ?? "")?.[1];
    if (name === "-o" && value && text !== undefined)
      readProgramText(context, { ...value, text }, { scope: call.scope, dialect: "any" });
  }
  if (isRemote) return void applyOperands(context, { row, scanned, scope, unitIndex });
  const [host, ...remote] = scanned.operands;
  if (!host) return;
  const bare = { ...host, text: host.text.replace(/^ssh:\/\//, "").replace(/\/$/, "") };
  addHost(context, bare, { provenance: derived("destination", unitIndex), scheme: "ssh" });
  if (remote.length === 0) return;
  const text = remote.map((word) => word.text).join(" ");
  readProgramText(context, remote.every(isLiteral) ? literalWord(text) : dynamicWord(text), {
    scope: { ...call.scope, local: false },
    dialect: "any",
  });
}
