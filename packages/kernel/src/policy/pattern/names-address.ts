/** `203.0.113.7`, `203.0.113.*:443`, `https://[2001:db8::1]/`: parts of numbers, not of names. */
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:\[[0-9a-f:.*?%/]+\]|[0-9*?]{1,3}(?:\.[0-9*?]{1,3}){1,3}|[0-9a-f*?]*:[0-9a-f:*?]*:[0-9a-f:.*?]*)(?:\/\d{1,3})?(?::(?:\d+|\*))?(?:\/.*)?$/i;

/** True when a rule about hosts speaks of addresses themselves. A pattern without a number in it speaks of everything. */
export function namesAddress(pattern: string): boolean {
  return pattern.length <= MAX_CHARS && /[0-9]/.test(pattern) && ADDRESS.test(pattern);
}

const MAX_CHARS = 300;
