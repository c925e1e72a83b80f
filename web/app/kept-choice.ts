// Choices lie in cookies: browsers keep those of a host for all its ports, and each worker serves the page at another one.
// Every server of the host may read and set them, so none holds a word of the memory, and each is checked when it is read.

const YEAR_S = 365 * 24 * 60 * 60;

/** A choice that was kept in this browser for this host; `undefined` where none of this form was. */
export function readChoice(name: string, form: RegExp): string | undefined {
  const parts = document.cookie.split(';').map((part) => part.trim());
  const value = parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && form.test(value) ? value : undefined;
}

/** Keeps a choice in this browser, for a year. */
export function keepChoice(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers later, and the theme is set before the first paint.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Strict`;
}
