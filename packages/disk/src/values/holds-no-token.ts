/** Tells settings of npm that hold no token from those that may: values that stand in a variable are not in the file. */
export function holdsNoToken(bytes: Buffer): boolean {
  if (bytes.length > MAX_BYTES) return false;
  const text = bytes.toString("latin1").replace(FROM_VARIABLE, "");
  return !SECRET.test(text);
}

/** Settings are shorter. */
const MAX_BYTES = 64 * 1024;
/** `//registry.example/:_authToken=${NPM_TOKEN}` */
const FROM_VARIABLE = /^[^=\r\n]*=\s*"?\$\{\w+\??\}"?[ \t]*\r?$/gm;
const SECRET = /_auth|token|passw|secret|\b(?:otp|key|username)\b\s*=|:\/\/[^\s/]*@|-----BEGIN /i;
