/**
 * Kinds of the tags of HTML, as far as finding and writing down the content of a page needs them. The lists follow the
 * HTML standard, except `PHRASING`: canvas, svg, video and iframe are left out, because a run of text that only wraps
 * one of them is no paragraph.
 */

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));
const names = (list: string): ReadonlyMap<string, string> =>
  new Map([...set(list)].map((name) => [name, name]));

/** Elements without content or end tag. */
export const VOID: ReadonlySet<string> = set(
  "area base basefont br col embed frame hr img input keygen link meta param source track wbr",
);

/** Elements whose content is nothing to read. Their text never enters the tree. */
export const DROPPED: ReadonlySet<string> = set(
  "script style svg template noscript noembed noframes textarea title xmp",
);

/** Elements whose start tag ends an open paragraph, and whose end tag may not be crossed by that of an inline element. */
export const BLOCK: ReadonlySet<string> = set(
  `address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
  h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul`,
);

/** Parts of a table: blocks to a reader, but they do not end a paragraph. */
export const TABLE_PART: ReadonlySet<string> = set(
  "caption col colgroup tbody td tfoot th thead tr",
);

/** Where the search for an open element stops. */
export const SCOPE: ReadonlySet<string> = set(
  "body button caption html object table td th marquee applet",
);

/** Inline content, as far as a paragraph can be made of it. `a`, `del` and `ins` are when all they hold is. */
export const PHRASING: ReadonlySet<string> = set(
  `#text abbr audio b bdo br button cite code data datalist dfn em embed i img input kbd label mark math meter object output
  progress q ruby samp select small span strong sub sup time var wbr font`,
);

/** Elements that make a `div` more than a paragraph. */
export const BLOCK_IN_DIV: ReadonlySet<string> = set("blockquote dl div img ol p pre table ul");

export const HEADING: ReadonlySet<string> = set("h1 h2 h3 h4 h5 h6");

/** Embedded documents and programs. */
export const EMBED: ReadonlySet<string> = set("object embed iframe");

/** Open elements that the start tag on the left ends, up to the boundary. */
export const IMPLIED_END: Readonly<
  Record<string, { readonly ends: ReadonlySet<string>; readonly within: ReadonlySet<string> }>
> = {
  li: { ends: set("li"), within: set("ul ol menu dir body td th") },
  dd: { ends: set("dd dt"), within: set("dl body td th") },
  dt: { ends: set("dd dt"), within: set("dl body td th") },
  tr: { ends: set("tr td th caption colgroup"), within: set("table body") },
  td: { ends: set("td th"), within: set("tr table body") },
  th: { ends: set("td th"), within: set("tr table body") },
  tbody: { ends: set("tbody thead tfoot tr td th caption colgroup"), within: set("table body") },
  thead: { ends: set("tbody thead tfoot tr td th caption colgroup"), within: set("table body") },
  tfoot: { ends: set("tbody thead tfoot tr td th caption colgroup"), within: set("table body") },
  option: { ends: set("option"), within: set("select datalist optgroup body") },
  optgroup: { ends: set("option optgroup"), within: set("select body") },
  rt: { ends: set("rt rp"), within: set("ruby body") },
  rp: { ends: set("rt rp"), within: set("ruby body") },
};

/** Attributes that are kept, one string for each. Every other one is dropped when it is read. */
export const KEPT_ATTRIBUTES: ReadonlyMap<string, string> = names(
  `align alt aria-hidden aria-modal class colspan content data-lang data-language data-src data-srcset datatable
  hidden href id itemprop lang name property rel role rowspan src srcset start style summary type value width height`,
);

/** Attributes that say something of an element's part on the page. */
export const TELLING: ReadonlySet<string> = set(
  "aria-hidden aria-modal class hidden id itemprop rel role style",
);

const OTHERS = set("a del head ins legend optgroup option picture rp rt s strike tt u video");

/** One string for each known name, so that comparing names compares addresses; pages spell them in either case. */
export const KNOWN_TAGS: ReadonlyMap<string, string> = new Map(
  [VOID, DROPPED, BLOCK, TABLE_PART, SCOPE, PHRASING, EMBED, OTHERS]
    .flatMap((names) => [...names])
    .flatMap((name) => [
      [name, name],
      [name.toUpperCase(), name],
    ]),
);
