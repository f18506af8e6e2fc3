/** Why a session shows calls and no words: `client` names whoever made them, or is null. */
export function absentWords(state: "none" | "gone", client: string | null): string {
  if (state === "gone") return "The words of this session were let go of; its calls stay.";
  return client === null
    ? "The words around these calls were not given to us."
    : `${client} did not give us the words.`;
}
