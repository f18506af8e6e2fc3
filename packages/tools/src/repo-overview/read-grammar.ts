/**
 * Reads a grammar. A checkout has it as a file of the package that it comes from. The package of the tools holds a module for each:
 * compressed, and in base64, because tools open no files themselves.
 */

/** Gives the path of a file or the bytes, as tree-sitter takes either. Rejects for a grammar that is not there. */
export async function readGrammar(name: string): Promise<string | Uint8Array> {
  if (import.meta.url.endsWith(".ts")) {
    const place = import.meta.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
    return decodeURIComponent(new URL(place).pathname);
  }
  const place = new URL(`../grammars/${name}.js`, import.meta.url).href;
  const { grammar } = (await import(place)) as { readonly grammar: string };
  const compressed = new Blob([Buffer.from(grammar, "base64")]).stream();
  const bytes = compressed.pipeThrough(new DecompressionStream("brotli"));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}
