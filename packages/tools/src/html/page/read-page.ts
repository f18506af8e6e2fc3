/**
 * Tokens of HTML to a page. The tokenizer is htmlparser2's; what a tag opens and ends is decided by `createOpenElements`, by
 * the rules of the HTML standard as far as they change what is read where. Text is sliced from the source, so that a large
 * page is in memory once.
 */
import { Tokenizer } from "htmlparser2";
import { createDroppedContent } from "./dropped-content.ts";
import {
  createTextMeasures,
  growTextMeasures,
  measurePiece,
  type SourcePiece,
  type TextMeasures,
} from "./measure-text.ts";
import { createOpenElements } from "./open-elements.ts";
import { createPageHead, type PageHead, readHeadElement } from "./page-head.ts";
import {
  append,
  attributeOf,
  createNode,
  createPageTree,
  NONE,
  type PageTree,
  TEXT,
} from "./page-tree.ts";
import { DROPPED, KEPT_ATTRIBUTES, KNOWN_TAGS, TELLING } from "./tag-kinds.ts";

export interface ReadPage {
  readonly tree: PageTree;
  readonly measures: TextMeasures;
  readonly head: PageHead;
}

/** The usual density of pages; a wrong guess costs a copy of some columns. */
const CHARS_A_NODE = 24;

type Callbacks = ConstructorParameters<typeof Tokenizer>[1];

/** Reads a page. Never throws: whatever is no markup is text. */
export function readPage(html: string): ReadPage {
  const tree = createPageTree(Math.ceil(html.length / CHARS_A_NODE));
  const head = createPageHead();
  const measures = createTextMeasures(tree.parent.length);
  const tokenizer = new Tokenizer({}, createCallbacks(html, { tree, head, measures }));
  tokenizer.write(html);
  tokenizer.end();
  return { tree, head, measures };
}

function createCallbacks(html: string, page: ReadPage): Callbacks {
  const { tree, head } = page;
  const open = createOpenElements(tree);
  const dropped = createDroppedContent();
  const attributes = createAttributeReader(html, tree);
  let node = NONE;
  let tag = "";

  function addText(added: AddedText): void {
    if (dropped.tag === null) addTextTo(page, open.current(), added);
    else dropped.text(added.text);
  }

  function endStartTag(): void {
    if (node === NONE) return;
    readHeadElement(tree, head, node);
    if (!DROPPED.has(tag)) return;
    dropped.start(tag, tag === "title" || isLinkedData(tree, node));
    open.drop(node);
  }

  return {
    ...attributes.callbacks,
    ontext: (start, end) => addText({ text: html.slice(start, end), source: html, start, end }),
    ontextentity(codePoint) {
      const text = String.fromCodePoint(codePoint);
      addText({ text, source: text, start: 0, end: text.length });
    },
    onopentagname(start, end) {
      tag = tagName(html.slice(start, end));
      node = dropped.tag === null ? open.enter(tag) : NONE;
      if (node === NONE) dropped.opened(tag);
      attributes.readInto(node);
    },
    onopentagend: endStartTag,
    onselfclosingtag() {
      // Outside of drawings a slash means nothing, as in browsers.
      if (node !== NONE && tag === "svg") open.drop(node);
      else if (node === NONE && tag === dropped.tag) dropped.closed(tag);
      else endStartTag();
    },
    onclosetag(start, end) {
      const name = tagName(html.slice(start, end));
      if (dropped.tag !== null) {
        const kept = dropped.closed(name);
        if (kept === null) return;
        if (name === "title") head.title ??= kept;
        else head.linkedData.push(kept);
      } else if (name === "br") open.enter(name);
      else open.leave(name);
    },
    oncdata() {},
    oncomment() {},
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {},
    isInForeignContext: () => dropped.tag === "svg",
  };
}

interface AttributeReader {
  readonly callbacks: Pick<
    Callbacks,
    "onattribname" | "onattribdata" | "onattribentity" | "onattribend"
  >;
  /** Attributes that follow are this node's; with `NONE` they are dropped. */
  readInto(node: number): void;
}

function createAttributeReader(html: string, tree: PageTree): AttributeReader {
  let node = NONE;
  let attribute: string | undefined;
  let value = "";
  return {
    readInto(next) {
      node = next;
    },
    callbacks: {
      onattribname(start, end) {
        const written = html.slice(start, end);
        attribute =
          node === NONE
            ? undefined
            : (KEPT_ATTRIBUTES.get(written) ?? KEPT_ATTRIBUTES.get(written.toLowerCase()));
        value = "";
      },
      onattribdata(start, end) {
        if (attribute !== undefined) value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (attribute === undefined) return;
        // A second body has attributes too, but they no longer come right behind those of the first.
        if (tree.attributesTo[node] !== tree.attributeNames.length) return;
        if (TELLING.has(attribute)) tree.telling[node] = 1;
        tree.attributeNames.push(attribute);
        tree.attributeValues.push(value);
        tree.attributesTo[node] = tree.attributeNames.length;
      },
    },
  };
}

/** One object for both: there is one for each text of a page. */
interface AddedText extends SourcePiece {
  readonly text: string;
}

function addTextTo({ tree, measures }: ReadPage, parent: number, added: AddedText): void {
  const last = tree.last[parent] as number;
  if (last !== NONE && tree.tag[last] === TEXT) {
    tree.text[last] += added.text;
    measurePiece(measures, last, added);
    return;
  }
  const node = createNode(tree, TEXT, added.text);
  append(tree, node, parent);
  if (node >= measures.chars.length) growTextMeasures(measures, tree.parent.length);
  measurePiece(measures, node, added);
}

function tagName(written: string): string {
  return KNOWN_TAGS.get(written) ?? written.toLowerCase();
}

function isLinkedData(tree: PageTree, node: number): boolean {
  return attributeOf(tree, node, "type")?.trim().toLowerCase() === "application/ld+json";
}
