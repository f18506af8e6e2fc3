/**
 * Puts a fence around text that came from outside, so that a model can see where it begins and ends. The nonce is what
 * makes the fence worth anything: the author of the text could not know it. If the nonce turns up inside all the same
 * (an echo of an earlier result), it is taken out, and so is anything that merely looks like a fence of another nonce.
 */
import { ToolError } from "@toolplane/contract";

const MAX_SOURCE_CHARS = 200;
const LOOK_ALIKE = /<<<(?=\s{0,8}(?:end\s{1,8})?untrusted)/gi;

/** The text between an opening fence that names the source and a closing one, both carrying the nonce. */
export function fenceUntrusted(
  text: string,
  options: { readonly nonce: string; readonly source: string },
): string {
  const { nonce } = options;
  if (nonce === "") throw new ToolError("internal", "A fence needs a nonce");
  const inner = text.replaceAll(nonce, "[nonce]").replace(LOOK_ALIKE, "<< <");
  const source = escapeSource(options.source).replaceAll(nonce, "[nonce]");
  return `<<<untrusted ${nonce} source="${source}">>>\n${inner}\n<<<end untrusted ${nonce}>>>`;
}

function escapeSource(source: string): string {
  const short = source.length > MAX_SOURCE_CHARS ? `${source.slice(0, MAX_SOURCE_CHARS)}…` : source;
  return short.replace(
    /[^ -~…]|["<>\\]/gu,
    (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}
