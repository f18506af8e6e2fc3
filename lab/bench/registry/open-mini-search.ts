/** The part of minisearch that is measured. Only the bench installs it, so nothing here may need its types to compile. */
interface MiniSearch {
  addAll(documents: readonly object[]): void;
  search(request: string): readonly unknown[];
}

interface MiniSearchModule {
  readonly default: new (options: {
    readonly fields: readonly string[];
    readonly idField: string;
    readonly searchOptions: { readonly fuzzy: number; readonly prefix: boolean };
  }) => MiniSearch;
}

const PEER: string = "minisearch";

/** Rejects where the packages of the bench are not installed. */
export async function openMiniSearch(): Promise<MiniSearch> {
  const { default: Search }: MiniSearchModule = await import(PEER);
  return new Search({
    fields: ["name", "description"],
    idField: "name",
    searchOptions: { fuzzy: 0.2, prefix: true },
  });
}
