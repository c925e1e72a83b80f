/** An address of the web within a command. */
export const ADDRESS =
  /(?<![\w./-])(?:https?:\/\/[\w.:[\]@-]+|(?:localhost|127\.0\.0\.1|0\.0\.0\.0):\d+|[\w-]+(?:\.[\w-]+)+:\d+(?=\/))[^\s'"`<>|;()]*/gi;
const PAGE = /^(?:https?:)?\/\/[\w.:[\]@-]+(?:[/?#]|$)|^[\w.-]+:\d+(?:\/|$)/i;
const HOST = /^(?:https?:)?\/\/(?:[\w-]+\.[\w.-]*|localhost|\[)|^[\w.-]+:\d+/i;
/** An address of a file of a repository, or of one that a server on this machine hands out. */
const FILE =
  /\/(?:blob|raw|contents)\/|\/\/raw\.|^(?:https?:)?(?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?\/[^?#]*\.\w{1,8}(?:[?#]|$)/i;

/** True for the address of a page: the names in it are none of files, but in that of a file of a repository. */
export function isPage(text: string): boolean {
  return PAGE.test(text) && HOST.test(text) && !FILE.test(text);
}
