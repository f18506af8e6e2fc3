/**
 * Words that say little of what a tool does. Stop words are left out of tools and queries alike; weak words, the small talk
 * and the vague adjectives of a request, count less in a query, because in a small catalog they are rare and would look
 * important. General English, nothing of any catalog.
 */

/** Words that carry no meaning of their own. */
export const STOP_WORDS: ReadonlySet<string> = wordSet(`
  a an the and or but if then else of in on at to for from by with without within into onto over under as is are was were be
  been being am do does did doing have has had having i me my mine myself we us our ours you your yours he him his she her
  hers it its they them their theirs this that these those there here what which who whom whose when where why how all any
  both each few more most other some such no nor not only own same so than too very s t can could will would shall should may
  might must just about also please
`);

/** Words of asking rather than of the thing asked for. */
export const WEAK_WORDS: ReadonlySet<string> = wordSet(`
  help need want like looking look give provide tell show let know get find suggest recommend thanks hi hello using use used
  based wanted interested information info able possible every many much make sure new best good great better nice top latest
  recent current currently special specific specifically particular various different related relevant available popular
  interesting favorite easy quick quickly simple certain first second third next last one two three several lot lots kind
  type sort way ways thing things stuff something anything someone anyone everything everyone come go going take keep put try
  trying think feel feeling believe hope really truly highly especially exactly actually already always never often sometimes
  still yet again ever even well right together including include includes included regarding concerning according between
  across among through during before after while since until because due per via wish prefer preferably assist assistance
  support option options example examples suggestion suggestions recommendation recommendations idea ideas tips work working
  works came made making given gave gets getting got seem seems happen happened up out down off away back whether either
  neither however therefore thus although though unless instead rather quite almost maybe perhaps wondering curious understand
  explain learn share enjoy providing offer offers offering ask asking question questions answer important main major common
  general overall entire whole full complete real actual
`);

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
