/** ssh, scp and sftp: where they connect, the options of `-o` that run something here, and the command that runs there. */

import type { Compiled } from "../knowledge/book/command-book.ts";
import type { ProgramSpec } from "../knowledge/book/program-spec.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addHost } from "../resources/add-destination.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { dynamicWord, type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { applyOperands } from "./options/operand-effects.ts";
import { applyOptions, derived, optionFloors, readProgramText } from "./options/option-effects.ts";
import { type GivenOption, scanOptions } from "./options/scan-options.ts";

/** Keys of `-o` that run a program, load code, or lead elsewhere. */
const RUNNING_KEYS =
  /^\s*(?:\w*Command|PermitLocalCommand|ProxyUseFdpass|Include|Match|PKCS11Provider|SecurityKeyProvider|IdentityAgent|ControlPath|ControlMaster|XAuthLocation|HostName|ProxyJump|UserKnownHostsFile|GlobalKnownHostsFile)\b/i;

/** Reads a command of the ssh family. */
export function readSsh(
  context: CommandContext,
  call: Invocation,
  row: Compiled<ProgramSpec>,
): void {
  const { spec } = row;
  const scanned = scanOptions(call.words.slice(1), {
    ...row,
    stopAtOperand: spec.operands === undefined,
  });
  const options = scanned.options.filter(isRelevant);
  const unitIndex = emitUnit(context, call, { floors: optionFloors(call, options) });
  const scope = applyOptions(context, call, { options, unitIndex, valuesMayName: true });
  addLooseWords(context, {
    words: scanned.options.flatMap(({ name, value }) => (name === "-o" && value ? [value] : [])),
    provenance: derived("operand", unitIndex),
    scope,
  });
  for (const { name, value } of options)
    if (name === "-o" && value) readCommandKey(context, call, value);
  if (spec.operands) {
    const follows = spec.follows === true;
    applyOperands(context, { operands: spec.operands, scanned, scope, unitIndex, follows });
    return;
  }
  const [host, ...remote] = scanned.operands;
  if (!host) return;
  addHost(
    context,
    { ...host, text: host.text.replace(/^ssh:\/\//, "").replace(/\/$/, "") },
    { provenance: derived("destination", unitIndex), scheme: "ssh" },
  );
  if (remote.length === 0) return;
  const text = remote.map((word) => word.text).join(" ");
  const known = remote.every(isLiteral);
  readProgramText(context, known ? literalWord(text) : dynamicWord(text), {
    scope: { ...call.scope, local: false },
    dialect: "any",
  });
}

function isRelevant({ name, value }: GivenOption): boolean {
  return name !== "-o" || !value || !isLiteral(value) || RUNNING_KEYS.test(value.text);
}

function readCommandKey(context: CommandContext, call: Invocation, value: ExpandedWord): void {
  const command = /^\s*(?:Proxy|Local|KnownHosts)Command\s*[= ]\s*(.*)$/is.exec(value.text)?.[1];
  if (command !== undefined && !/^"?none"?$/i.test(command))
    readProgramText(context, { ...value, text: command }, { scope: call.scope, dialect: "any" });
}
