/** Looks for values in content: as they are, and in the forms that programs write them in. */

/** True where the content holds one of them. */
export type ValueFinder = (content: Buffer) => boolean;

/** Bytes by which a place that may begin a value is found. */
const KEY_BYTES = 4;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

export function createValueFinder(values: readonly Buffer[]): ValueFinder {
  const starts = new Uint8Array(0x10000);
  const byKey = new Map<number, Buffer[]>();
  for (const form of values.flatMap(formsOf)) {
    if (form.length < KEY_BYTES) continue;
    const key = form.readUInt32LE(0);
    const known = byKey.get(key) ?? [];
    if (known.some((one) => one.equals(form))) continue;
    byKey.set(key, [...known, form]);
    starts[key & 0xffff] = 1;
  }
  const isIn = (content: Buffer): boolean => {
    for (let at = 0; at + KEY_BYTES <= content.length; at += 1) {
      if (starts[(content[at] as number) | ((content[at + 1] as number) << 8)] !== 1) continue;
      for (const form of byKey.get(content.readUInt32LE(at)) ?? [])
        if (content.subarray(at, at + form.length).equals(form)) return true;
    }
    return false;
  };
  // Programs break long texts into lines, in the middle of a value too.
  return (content) => byKey.size > 0 && (isIn(content) || isIn(withoutBlanks(content)));
}

function formsOf(value: Buffer): readonly Buffer[] {
  const text = value.toString("utf8");
  const hex = value.toString("hex");
  const texts = [
    hex,
    hex.toUpperCase(),
    encodeURIComponent(text.toWellFormed()),
    JSON.stringify(text).slice(1, -1),
    ...[0, 1, 2].flatMap((before) => base64At(value, before)),
  ];
  return [
    value,
    Buffer.from(value).reverse(),
    Buffer.from(text, "utf16le"),
    ...texts.map((form) => Buffer.from(form)),
  ];
}

/** Its letters in the middle of a longer text, which begins so many bytes before it. Those that its neighbours share are left out. */
function base64At(value: Buffer, before: number): readonly string[] {
  const whole = Buffer.concat([Buffer.alloc(before), value]);
  const from = Math.ceil((before * 8) / 6);
  const end = Math.floor((whole.length * 8) / 6);
  return [whole.toString("base64").slice(from, end), whole.toString("base64url").slice(from, end)];
}

function withoutBlanks(content: Buffer): Buffer {
  const left = Buffer.alloc(content.length);
  let length = 0;
  for (const byte of content) if (!BLANKS.has(byte)) left[length++] = byte;
  return left.subarray(0, length);
}
