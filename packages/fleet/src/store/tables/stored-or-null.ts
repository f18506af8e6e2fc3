import { givenText, storedText } from "@toolplane/readings";

export function storedOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : storedText(text);
}

export function givenOrNull(value: unknown): string | null {
  return value === null ? null : givenText(value as string);
}
