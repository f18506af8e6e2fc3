/**
 * A page of just under 5 MB, the most that `web_fetch` takes: an article among navigation, scripts and a long list of comments,
 * with links, tables, code, lists and entities. The same text every time.
 */
const BYTES = 4_990_000;

const HEAD = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A long report</title>
<meta name="author" content="A. Writer"><style>body { margin: 0 } .ad { display: none }</style>
<script>window.settings = { page: "report", list: [1, 2, 3] };</script></head><body>
<nav class="menu"><ul>${'<li><a href="/section">Section</a></li>'.repeat(200)}</ul></nav>
<main><article><h1>A long report</h1>
`;

const FOOT = `</article></main>
<footer class="footer"><p>Imprint &middot; <a href="/privacy">Privacy</a></p></footer></body></html>
`;

/** The page. ASCII only, so that bytes and characters are as many. */
export function makeLargePage(): string {
  const parts = [HEAD];
  let length = HEAD.length + FOOT.length;
  for (let index = 1; ; index += 1) {
    const part = partOf(index);
    if (length + part.length > BYTES) break;
    parts.push(part);
    length += part.length;
  }
  parts.push(FOOT);
  return parts.join("");
}

function partOf(index: number): string {
  const words = `The ${index}th measurement was taken, as before, with <em>care</em> &amp; <strong>patience</strong>, and what it shows agrees with <a href="/notes/${index}?from=report#top" title="Note ${index}">note ${index}</a>, within the error that the method has.`;
  const row = `<tr><td>${index}</td><td class="number">${index * 7}</td><td>value &lt; ${index}</td></tr>`;
  return `<section id="part-${index}" class="part"><h2>Part ${index}</h2>
<p>${words}</p><p>${words} ${words}</p>
<ul><li>First of ${index}</li><li>Second, <code>read(${index})</code></li></ul>
<pre><code class="language-ts">const value = compute(${index}, "text");
console.log(value);</code></pre>
<table><thead><tr><th>No.</th><th>Count</th><th>Remark</th></tr></thead><tbody>${row}${row}</tbody></table>
<div class="ad"><script>show(${index});</script><img src="/banner-${index}.png" alt=""></div></section>
`;
}
