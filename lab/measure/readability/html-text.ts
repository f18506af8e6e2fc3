// The text of an expected page, read apart from the converter: tags of blocks part words, tags inside a line do not.
import { Parser } from "htmlparser2";

const IN_LINE: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup
  time tt u var wbr`.split(/\s+/),
);
const SILENT: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "svg",
  "title",
]);

/** The text that a reader of the page sees. */
export function htmlText(html: string): string {
  let text = "";
  let silent = 0;
  const parser = new Parser({
    onopentag(name) {
      if (SILENT.has(name)) silent += 1;
      if (!IN_LINE.has(name)) text += " ";
    },
    ontext(data) {
      if (silent === 0) text += data;
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent -= 1;
      if (!IN_LINE.has(name)) text += " ";
    },
  });
  parser.write(html);
  parser.end();
  return text;
}
