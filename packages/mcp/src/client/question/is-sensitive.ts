/**
 * Whether a form asks for something that must not be typed into one: the protocol forbids servers to ask for it this way, because
 * what is typed here passes through us and is kept in a record. Such a question is declined without being shown.
 */
const SENSITIVE =
  /\b(?:pass ?(?:word|phrase|code|wd)|passwd|secret|api ?key|access ?key|private ?key|secret ?key|(?:access|auth|api|bearer|refresh|session|security) ?token|token|credentials?|cvv|cvc|credit ?card|card ?number|ssn|social security|iban|account number|seed ?phrase|mnemonic|recovery (?:code|phrase)|otp|one ?time (?:code|password)|verification code|2fa|mfa|pin ?(?:code|number)?)\b/;

export function isSensitive(texts: readonly string[]): boolean {
  return texts.some((text) => SENSITIVE.test(wordsOf(text)));
}

/** `apiKey`, `API_KEY` and `api-key` are two words. */
function wordsOf(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .toLowerCase();
}
