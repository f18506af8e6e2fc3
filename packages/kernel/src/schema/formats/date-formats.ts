// Dates and times of RFC 3339, which is narrower than ISO 8601.

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:(z)|([+-])(\d{2}):(\d{2}))?$/i;
const DAYS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isDate(text: string): boolean {
  const found = DATE.exec(text);
  if (found === null) {
    return false;
  }
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

export function isTime(text: string): boolean {
  return isClockTime(text, true);
}

/** A time that may leave its zone out, as ISO 8601 allows. */
export function isIsoTime(text: string): boolean {
  return isClockTime(text, false);
}

function isClockTime(text: string, needsZone: boolean): boolean {
  const found = TIME.exec(text);
  if (found === null) {
    return false;
  }
  const [, hour = "", minute = "", second = "", zulu, sign, zoneHour = "0", zoneMinute = "0"] =
    found;
  if (needsZone && zulu === undefined && sign === undefined) {
    return false;
  }
  if (
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(zoneHour) > 23 ||
    Number(zoneMinute) > 59
  ) {
    return false;
  }
  if (Number(second) <= 59) {
    return true;
  }
  // A leap second is the last second of a day in UTC, whatever the local clock shows.
  const offset = (sign === "-" ? 1 : -1) * (Number(zoneHour) * 60 + Number(zoneMinute));
  const utc = (Number(hour) * 60 + Number(minute) + offset + 1440) % 1440;
  return Number(second) === 60 && utc === 1439;
}

export function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^[Tt ]$/.test(text.charAt(10)) && isTime(text.slice(11));
}

export function isIsoDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^[Tt ]$/.test(text.charAt(10)) && isIsoTime(text.slice(11));
}

const CLOCK = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
const CALENDAR = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
const DURATION = new RegExp(`^P(?:\\d+W|${CLOCK}|${CALENDAR}(?:${CLOCK})?)$`);

export function isDuration(text: string): boolean {
  return DURATION.test(text);
}
