import { trimEnd } from "@toolplane/readings";

/**
 * The shapes a registered value takes on its way through programs: as it is, escaped for JSON (once and twice, and as Go,
 * PHP and Python do it), percent-encoded (more or less eagerly, upper or lower hex, `+` for a blank), base64 (as one text,
 * and from the middle of a longer one at each of the three alignments, both alphabets), hex, and HTML entities.
 *
 * Only literal shapes, so that searching stays one linear pass and what a stream must hold back stays bounded. A program that
 * sets out to smuggle (every second letter encoded, reversed, spread over lines) is not stopped here; the sandbox and the
 * rules on what may be read are there for that.
 */

/** Values with fewer characters are too common in ordinary text to be masked. */
export const MIN_SECRET_CHARS = 6;

/** Every form of the value of at least {@link MIN_SECRET_CHARS} characters, without repeats. */
export function secretForms(secret: string): readonly string[] {
  const forms = new Set<string>();
  for (const value of spellings(secret)) {
    for (const form of [value, ...byteForms(value), ...escapedForms(value)]) {
      if (form.length >= MIN_SECRET_CHARS) forms.add(form);
    }
  }
  return [...forms];
}

/** Characters that no encoder touches; most keys have no others. */
const UNTOUCHED = /^[A-Za-z0-9_.-]*$/;

function escapedForms(value: string): readonly string[] {
  if (UNTOUCHED.test(value)) return [];
  return [...jsonForms(value), ...urlForms(value), htmlForm(value)];
}

/** Forms that spell out the bytes of a value. */
function byteForms(value: string): readonly string[] {
  const hex = Buffer.from(value).toString("hex");
  const percents = hex.replace(/../g, "%$&");
  return [...base64Forms(value), hex, hex.toUpperCase(), percents, percents.toUpperCase()];
}

/** Forms made of the base64 alphabet only: those that a line break may cut in two. */
export function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const whole = bytes.toString("base64");
  const forms = [whole, trimEnd(whole, "=")];
  for (const before of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    // Characters that carry bits of a neighbour differ from text to text; those between are always the same.
    forms.push(
      shifted.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)),
    );
  }
  return [...forms, ...forms.map(urlSafe)];
}

/**
 * The value itself; without the line break that reading a file leaves at its end; and the long lines of a value of many
 * lines, because tools like grep show a key one line at a time. Short or spaced lines are ordinary text.
 */
function spellings(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).filter((line) => /^[A-Za-z0-9+/=_-]{32,}$/.test(line));
  const all = new Set([secret, secret.trim(), secret.replaceAll("\r\n", "\n"), ...lines]);
  return [...all].filter((value) => value.length >= MIN_SECRET_CHARS);
}

function jsonForms(value: string): readonly string[] {
  const plain = JSON.stringify(value).slice(1, -1);
  const html = plain.replace(/[<>&]/g, (character) => unicodeEscape(character));
  const ascii = plain.replace(/[^ -~]/g, (character) => unicodeEscape(character));
  const slashed = [plain, ascii].map((form) => form.replaceAll("/", "\\/"));
  const once = [plain, html, ascii, ...slashed, upperEscapes(html), upperEscapes(ascii)];
  return [...once, ...once.map((form) => JSON.stringify(form).slice(1, -1))];
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function upperEscapes(form: string): string {
  return form.replace(/\\u[0-9a-f]{4}/g, (found) => `\\u${found.slice(2).toUpperCase()}`);
}

function urlForms(value: string): readonly string[] {
  const text = value.toWellFormed();
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, percent);
  const upper = [
    component,
    strict,
    strict.replaceAll("%2F", "/"),
    strict.replaceAll("~", "%7E"),
    // A form field keeps the star, and nothing else that a component keeps.
    component.replace(/[!'()~]/g, percent),
    encodeURI(text),
  ];
  const plus = upper.map((form) => form.replaceAll("%20", "+"));
  const all = [...upper, ...plus];
  return [...all, ...all.map(lowerEscapes), ...all.map((form) => encodeURIComponent(form))];
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

function lowerEscapes(form: string): string {
  return form.replace(/%[0-9A-F]{2}/g, (found) => found.toLowerCase());
}

function urlSafe(form: string): string {
  return form.replaceAll("+", "-").replaceAll("/", "_");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function htmlForm(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
