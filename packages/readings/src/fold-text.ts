/**
 * The one comparison form for everything that restricts: deny, ask and protected names must hold on file systems that
 * ignore letter case or store names decomposed. Full case folding by way of upper case (ß = SS = ss, ſ = s, the Kelvin
 * sign = k), final sigma undone because its lower case depends on what follows, NFC before and after.
 * Over-folding costs a question; under-folding would cost a leak.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replaceAll("i\u0307", "i")
    .normalize("NFC");
}

/** True for a text of ASCII characters only. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 127) return false;
  }
  return true;
}
