/**
 * Words in the names of classes and ids. Pages are written by people who name the parts of a layout alike; the lists
 * are experience, not a standard. They are matched anywhere in the name, so each is long enough to mean one thing.
 */

/** Parts that are hardly ever content. */
export const UNLIKELY: RegExp =
  /-ad-|ad-break|agegate|ai2html|banner|breadcrumbs|combx|comment|community|cover-wrap|disqus|extra|footer|gdpr|cookie-?(?:consent|notice|bar|law|popup|wall)|header|legends|menu|pager|pagination|popup|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|supplemental|yom-remote/i;

/** Words that save a part from `UNLIKELY`. */
export const PERHAPS: RegExp = /and|article|body|column|content|main|mathjax|shadow/i;

/** Words in a class or id that suggest content. */
export const POSITIVE: RegExp =
  /article|blog|body|content|entry|hentry|h-entry|main|page|pagination|post|story|text/i;

/** Words of what surrounds content. */
export const NEGATIVE: RegExp =
  /-ad-|hidden|^hid$| hid$| hid |^hid |banner|combx|comment|com-|contact|footer|gdpr|masthead|media|meta|outbrain|promo|related|scroll|share|shoutbox|shopping|sidebar|skyscraper|sponsor|tags|widget/i;

/** Names of lines that say who wrote something. */
export const BYLINE: RegExp = /author|byline|dateline|p-author|writtenby/i;

/** Buttons for passing an article on. */
export const SHARE: RegExp = /(?:\b|_)(?:share|sharedaddy)(?:\b|_)/i;

/** Roles of what is no content. */
export const UNLIKELY_ROLES: ReadonlySet<string> = new Set([
  "alert",
  "alertdialog",
  "complementary",
  "dialog",
  "menu",
  "menubar",
  "navigation",
]);

/** A block that says nothing but this is an advertisement. */
export const ADVERTISEMENT: RegExp =
  /^(?:ad(?:vertising|vertisement)?|pub(?:licité)?|werb(?:ung)?|广告|реклама|anuncio)$/iu;

/** A block that says nothing but this waits for a script. */
export const LOADING: RegExp = /^(?:loading|正在加载|загрузка|chargement|cargando)(?:…|\.\.\.)?$/iu;

/** Players that show a film which belongs to the article. */
export const VIDEO: RegExp =
  /\/\/(?:www\.)?(?:(?:dailymotion|youtube|youtube-nocookie|player\.vimeo|v\.qq|bilibili|live\.bilibili)\.com|(?:archive|upload\.wikimedia)\.org|player\.twitch\.tv)/i;
