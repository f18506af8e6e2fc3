import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const URL_OF_PAGE = "https://site.example/docs/page.html";

function markdown(html: string): string {
  return htmlToMarkdown({ html, url: URL_OF_PAGE }).markdown;
}

/** Enough text around a part to make it content. */
function within(part: string): string {
  const filler = "Plain words, and more of them, so that this is an article. ".repeat(6);
  return `<html><body><article><p>${filler}</p>${part}<p>${filler}</p></article></body></html>`;
}

function part(html: string): string {
  const all = markdown(within(html)).split("\n\n");
  return all.slice(1, -1).join("\n\n");
}

describe("htmlToMarkdown: blocks", () => {
  it("is done with a long run of blanks in code at once", { timeout: 60_000 }, () => {
    const blanks = " ".repeat(200_000);
    expect(part(`<pre>a${blanks}b</pre>`)).toBe(`\`\`\`\na${blanks}b\n\`\`\``);
  });

  it.each([
    ["headings", "<h2>One <em>two</em></h2><h4>Three</h4>", "## One *two*\n\n#### Three"],
    ["paragraphs and line breaks", "<p>one<br>two</p><p>three</p>", "one  \ntwo\n\nthree"],
    ["a rule", "<hr>", "---"],
    ["a quotation", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
    ["a list", "<ul><li>one</li><li>two</li></ul>", "- one\n- two"],
    ["a numbered list", "<ol start=9><li>one</li><li>two</li></ol>", "9. one\n10. two"],
    [
      "nested lists",
      "<ul><li>one<ol><li>a</li><li>b</li></ol></li><li>two</li></ul>",
      "- one\n\n  1. a\n  2. b\n- two".replace("\n\n  1", "\n  1"),
    ],
    [
      "a list item of two paragraphs",
      "<ul><li><p>a</p><p>b</p></li><li>c</li></ul>",
      "- a\n\n  b\n- c",
    ],
    ["terms", "<dl><dt>Term</dt><dd>Its meaning</dd></dl>", "Term\n: Its meaning"],
    ["a quotation in a list", "<ul><li><blockquote>q</blockquote></li></ul>", "- > q"],
  ])("writes %s", (_, html, expected) => {
    expect(part(html)).toBe(expected);
  });

  it("keeps white space of code, names its language, and fences it longer than what is in it", () => {
    expect(
      part('<pre><code class="language-ts">const a = 1;\n\n  run(a &lt; 2);\n</code></pre>'),
    ).toBe("```ts\nconst a = 1;\n\n  run(a < 2);\n```");
    expect(part('<div class="highlight-source-shell"><pre>a\n  ```\nb</pre></div>')).toBe(
      "````shell\na\n  ```\nb\n````",
    );
    expect(part("<pre>one<br>two</pre>")).toBe("```\none\ntwo\n```");
  });

  it("writes tables of data as tables, spans as empty cells and bars escaped", () => {
    expect(
      part(
        `<table><thead><tr><th>Name<th align=right>Size</thead>
         <tr><td>a|b<td>1<tr><td rowspan=2>c<td>2<tr><td>3<tr><td colspan=2>all</table>`,
      ),
    ).toBe("| Name | Size |\n| --- | ---: |\n| a\\|b | 1 |\n| c | 2 |\n|  | 3 |\n| all |  |");
  });

  it("gives a table without headings an empty one", () => {
    expect(part("<table><tr><td>a<td>b<tr><td>c<td>d</table>")).toBe(
      "|  |  |\n| --- | --- |\n| a | b |\n| c | d |",
    );
  });

  it("looks through tables that only lay a page out", () => {
    expect(part("<table role=presentation><tr><td><p>one</p><td><p>two</p></table>")).toBe(
      "one\n\ntwo",
    );
  });
});

describe("htmlToMarkdown: lines", () => {
  it.each([
    ["folds white space as a browser does", "<p> a \n\t b <b> c </b>d</p>", "a b **c** d"],
    ["keeps words whole that are marked in part", "<p>un<b>believ</b>able</p>", "un**believ**able"],
    [
      "marks emphasis once",
      "<p><b><strong>a</strong></b> <i>b</i> <del>c</del></p>",
      "**a** *b* ~~c~~",
    ],
    ["joins bold texts that touch", "<p><b>a</b><b>b</b></p>", "**ab**"],
    [
      "decodes entities",
      "<p>&lt;b&gt; &amp;amp; &eacute; &#x1F600; &nbsp;x</p>",
      "\\<b> &amp; é 😀 x",
    ],
    ["writes code", "<p><code>a `b` </code> <kbd>Ctrl</kbd></p>", "`` a `b` `` `Ctrl`"],
    [
      "keeps exponents apart",
      "<p>10<sup>9</sup> H<sub>2</sub>O</p>",
      "10<sup>9</sup> H<sub>2</sub>O",
    ],
    [
      "escapes what would be markup",
      "<p># no *star* [x](y) 1_000 _a_ `c`</p>",
      "\\# no \\*star\\* [x\\](y) 1_000 \\_a\\_ \\`c\\`",
    ],
    [
      "escapes what would be a list",
      "<p>1. no</p><p>- no</p><p>+1 yes</p>",
      "1\\. no\n\n\\- no\n\n+1 yes",
    ],
  ])("%s", (_, html, expected) => {
    expect(part(html)).toBe(expected);
  });

  it("makes links absolute, against the base of the page too", () => {
    expect(part('<p><a href="../a b?x=1#f">one</a> <a href="//other.example/">two</a></p>')).toBe(
      "[one](https://site.example/a%20b?x=1#f) [two](https://other.example/)",
    );
    const based = `<base href="/root/">${within('<p><a href="x">one</a></p>')}`;
    expect(markdown(based)).toContain("[one](https://site.example/root/x)");
  });

  it.each([
    ["a place on the same page", '<a href="#top">text</a>', "text"],
    ["a script", '<a href="javascript:alert(1)">text</a>', "text"],
    ["nothing", "<a>text</a>", "text"],
    ["itself", '<a href="https://a.example/">https://a.example/</a>', "<https://a.example/>"],
    [
      "a place with parentheses",
      '<a href="https://a.example/x_(y)">t</a>',
      "[t](<https://a.example/x_(y)>)",
    ],
    [
      "a place behind brackets",
      '<a href="https://a.example/">[1]</a>',
      "[\\[1\\]](https://a.example/)",
    ],
  ])("writes a link to %s", (_, html, expected) => {
    expect(part(`<p>${html}</p>`)).toBe(expected);
  });

  it("writes pictures with their description, and leaves decoration out", () => {
    expect(part('<p><img src="a.png" alt="A cat"> <img src="b.png" alt=""></p>')).toBe(
      "![A cat](https://site.example/docs/a.png)",
    );
    expect(part('<p>x <img src="data:image/gif;base64,R0" data-src="c.png"></p>')).toBe(
      "x ![](https://site.example/docs/c.png)",
    );
    expect(part('<p><a href="/big"><img src="s.png" alt="Small"></a></p>')).toBe(
      "[![Small](https://site.example/docs/s.png)](https://site.example/big)",
    );
  });
});

describe("htmlToMarkdown: films", () => {
  it("keeps those of known players and leaves other frames out", () => {
    const film = '<iframe src="https://www.youtube.com/embed/x1"></iframe>';
    expect(part(`<p>${film}</p><p><iframe src="https://ads.example/"></iframe>text</p>`)).toBe(
      "![video](https://www.youtube.com/embed/x1)\n\ntext",
    );
  });
});

describe("htmlToMarkdown: content", () => {
  const words = "Words of the article itself, with commas, and enough of them to count. ".repeat(8);

  it("drops navigation, banners, scripts and what is hidden", () => {
    const html = `<html><head><title>A title that is long enough - Site</title><style>x{}</style></head><body>
      <div id="cookie-banner">We use cookies</div>
      <nav role="navigation"><a href="/">Home</a></nav>
      <header class="site-header">Site</header>
      <div class="post"><h1>A title that is long enough</h1><p>${words}</p><script>track()</script>
        <p style="display:none">secret one</p><p hidden>secret two</p><p>${words}</p>
        <aside>aside</aside></div>
      <div class="sidebar"><ul><li><a href="/x">More</a></li></ul></div>
      <footer class="footer">Imprint</footer></body></html>`;
    const { markdown: text, title } = htmlToMarkdown({ html, url: null });
    expect(title).toBe("A title that is long enough");
    expect(text.split("\n\n")).toEqual([words.trim(), words.trim()]);
  });

  it("finds title and author in linked data and in the text", () => {
    const linked = JSON.stringify({
      "@context": "https://schema.org",
      "@type": "NewsArticle",
      headline: "The headline",
      author: [{ name: "A. One" }, { name: "B. Two" }],
    });
    const html = `<script type="application/ld+json">${linked}</script>${within("")}`;
    expect(htmlToMarkdown({ html, url: null })).toMatchObject({
      title: "The headline",
      author: "A. One, B. Two",
    });
    const named = within('<p class="byline">By C. Three</p>');
    expect(htmlToMarkdown({ html: named, url: null })).toMatchObject({ author: "By C. Three" });
  });

  it("gives short pages whole", () => {
    expect(markdown("<h1>Hello</h1><p>World</p>")).toBe("# Hello\n\nWorld");
    expect(markdown("just text")).toBe("just text");
    expect(markdown("")).toBe("");
  });

  it("reads markup that was never closed", () => {
    expect(markdown("<ul><li>one<li>two</ul><p>a<p>b<div>c</div>")).toBe(
      "- one\n- two\n\na\n\nb\n\nc",
    );
    expect(markdown("<p>a <b>b <i>c</b> d</i> e</p><p>f")).toContain("f");
  });

  it("stops at its bound", () => {
    const { markdown: text, cut } = htmlToMarkdown({
      html: within("<p>word</p>".repeat(500)),
      url: null,
      maxChars: 1_000,
    });
    expect([text.length, cut]).toEqual([1_000, true]);
  });
});

describe("htmlToMarkdown: hostile pages", () => {
  it.each([
    ["deep nesting", "<div><blockquote><ul><li>".repeat(20_000)],
    ["deep emphasis", `${"<b><i>".repeat(50_000)}x`],
    ["links in links", "<a href=x>y".repeat(50_000)],
    ["tables in tables", "<table><tr><td>".repeat(20_000)],
    ["ends without starts", "</div></p></table>".repeat(50_000)],
    ["one long attribute", `<p class="${"sidebar ".repeat(100_000)}">x</p>`],
    ["line breaks", `<p>${"a<br><br>".repeat(50_000)}</p>`],
    ["brackets", `<p>${"[".repeat(100_000)}${"](".repeat(50_000)}</p>`],
    ["stars and spaces", `<p>${"* _ ` ".repeat(50_000)}</p>`],
    ["spans", `<table>${"<tr><td rowspan=99999 colspan=99999>x".repeat(2_000)}</table>`],
  ])("reads %s in bounded time and space", (_, html) => {
    const text = markdown(html);
    expect(text.length).toBeLessThan(5_000_000);
  });

  it("never throws, whatever it is given", () => {
    const piece = fc.constantFrom(
      ..."<div|<p>|</p>|<a href='x'>|</a>|<table>|<td>|<tr>|</table>|<li>|<ul>|</ul>|<br>|<br><br>|<pre>|</pre>".split(
        "|",
      ),
      ..."<svg>|<title>|</title>|<script>|&lt;|&#0;|&#xfffff;|>|<!--|-->|<b>|</b>|<img alt=x>|text, more|\n|<".split(
        "|",
      ),
      '<div class="comment">',
      "<p hidden>",
      "<base href=':'>",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        const html = pieces.join("");
        const first = htmlToMarkdown({ html, url: URL_OF_PAGE });
        expect(htmlToMarkdown({ html, url: URL_OF_PAGE })).toEqual(first);
      }),
      { numRuns: 300 },
    );
  });

  it("loses no word of a page that is one article", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const inline = fc.tuple(fc.constantFrom("b", "i", "span", "code", "em"), word);
    const paragraph = fc.array(fc.oneof(word, inline), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1, maxLength: 8 }), (paragraphs) => {
        const html = paragraphs
          .map((items) =>
            items
              .map((item) =>
                typeof item === "string" ? item : `<${item[0]}>${item[1]}</${item[0]}>`,
              )
              .join(" "),
          )
          .map((text) => `<p>${text}</p>`)
          .join("");
        const expected = paragraphs
          .flat()
          .map((item) => (typeof item === "string" ? item : item[1]));
        expect(markdown(html).match(/[a-z]+/g) ?? []).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});
