import { type Cursor, refusePattern } from "./pattern-cursor.ts";

// RE2 knows general categories by their short names and scripts by their long ones.
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: "L",
  Cased_Letter: "LC",
  Uppercase_Letter: "Lu",
  Lowercase_Letter: "Ll",
  Titlecase_Letter: "Lt",
  Modifier_Letter: "Lm",
  Other_Letter: "Lo",
  Mark: "M",
  Combining_Mark: "M",
  Nonspacing_Mark: "Mn",
  Spacing_Mark: "Mc",
  Enclosing_Mark: "Me",
  Number: "N",
  Decimal_Number: "Nd",
  digit: "Nd",
  Letter_Number: "Nl",
  Other_Number: "No",
  Punctuation: "P",
  punct: "P",
  Connector_Punctuation: "Pc",
  Dash_Punctuation: "Pd",
  Open_Punctuation: "Ps",
  Close_Punctuation: "Pe",
  Initial_Punctuation: "Pi",
  Final_Punctuation: "Pf",
  Other_Punctuation: "Po",
  Symbol: "S",
  Math_Symbol: "Sm",
  Currency_Symbol: "Sc",
  Modifier_Symbol: "Sk",
  Other_Symbol: "So",
  Separator: "Z",
  Space_Separator: "Zs",
  Line_Separator: "Zl",
  Paragraph_Separator: "Zp",
  Other: "C",
  Control: "Cc",
  cntrl: "Cc",
  Format: "Cf",
  Surrogate: "Cs",
  Private_Use: "Co",
};

const SCRIPTS: Readonly<Record<string, string>> = {
  Arab: "Arabic",
  Armn: "Armenian",
  Beng: "Bengali",
  Cyrl: "Cyrillic",
  Deva: "Devanagari",
  Geor: "Georgian",
  Grek: "Greek",
  Hang: "Hangul",
  Hani: "Han",
  Hebr: "Hebrew",
  Hira: "Hiragana",
  Kana: "Katakana",
  Latn: "Latin",
  Taml: "Tamil",
  Thai: "Thai",
};

/** `\p{…}` or `\P{…}`, from its backslash on, as the inside of an RE2 class. */
export function translateProperty(cursor: Cursor): string {
  const property = /\\([pP])\{(?:(\w+)=)?(\w+)\}/y;
  property.lastIndex = cursor.at;
  const found = property.exec(cursor.source);
  if (found === null) {
    return refusePattern("has an incomplete \\p escape");
  }
  cursor.at += found[0].length;
  const [, sign = "p", kind, name = ""] = found;
  if (name === "ASCII") {
    return sign === "p" ? "\\x{0}-\\x{7f}" : "\\x{80}-\\x{10ffff}";
  }
  if (name === "Any" && sign === "p") {
    return "\\x{0}-\\x{10ffff}";
  }
  cursor.usesProperty = true;
  return `\\${sign}{${propertyName(kind, name)}}`;
}

function propertyName(kind: string | undefined, name: string): string {
  switch (kind) {
    case "Script":
    case "sc":
      return Object.hasOwn(SCRIPTS, name) ? (SCRIPTS[name] ?? name) : name;
    case undefined:
    case "General_Category":
    case "gc":
      return Object.hasOwn(CATEGORIES, name) ? (CATEGORIES[name] ?? name) : name;
    default:
      return refusePattern(`uses the Unicode property ${kind}, which is not supported`);
  }
}
