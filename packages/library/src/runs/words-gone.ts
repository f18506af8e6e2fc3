/** The slot of a session that says that its words were let go of, while its calls stay. */
export const WORDS_GONE = "words-gone";
