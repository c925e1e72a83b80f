import { CairnError } from '../../core/errors.ts';

/**
 * Parses the URL of a server from a setting; an invalid one is `invalid_input`. One with a user name and password is
 * refused, because URLs are shown.
 */
export function toServerUrl(text: string, setting: { name: string; keyVariable: string }): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '') {
    throw wrong(`${setting.name} is no address of a server, such as http://127.0.0.1:8080/v1.`, setting.name);
  }
  if (url.username !== '' || url.password !== '') {
    const message = `${setting.name} has a name or password in it; a key goes into ${setting.keyVariable}.`;
    throw wrong(message, setting.name);
  }
  return url;
}

/** True for a server of this machine, to which nothing goes over a network. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** True where nobody between here and a server reads what goes there: over TLS, or on this machine. */
export function isSealed(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url);
}

/**
 * Throws `invalid_input` for the URL of a server to which a token would go over a network without TLS, unless the person said
 * that it may (`insecure`). `command`: the words before the address, which the fix repeats.
 */
export function assertSealed(url: URL, { command, insecure }: { command: string; insecure: boolean }): void {
  if (insecure || isSealed(url)) return;
  const message = `${url.origin} has no TLS: whoever is on the way could read the token, and all that is shared.`;
  const fix = `${command} https://${hostAndPath(url)}. In a private network that you trust: ${command} ${belowUrl(url, '')} --insecure`;
  throw new CairnError('invalid_input', message, { fix });
}

/** Joins a path to the URL of a server. */
export function belowUrl(url: URL, path: string): string {
  return `${hostAndPath(url, url.origin)}${path}`;
}

/** Host and path of a server, by which messages name it; no slash at the end. */
export function hostAndPath(url: URL, host = url.host): string {
  return `${host}${url.pathname.replace(/\/+$/, '')}`;
}

function wrong(message: string, name: string): CairnError {
  return new CairnError('invalid_input', message, { fix: `cairn config set ${name} ADDRESS` });
}
