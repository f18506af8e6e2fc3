/** Text for an address. Only letters, digits and `-._~` stay as they are, so no value can end, split or climb out of its place. */

/** Halves of a surrogate pair become the replacement character instead of an exception. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `allowReserved`: reserved characters stay, but for those that would begin another parameter or a fragment. */
export function encodeReserved(text: string): string {
  return percentEncode(text).replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/g, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
}

/** A blank is a plus in forms. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll("%20", "+");
}
