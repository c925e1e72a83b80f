// Node 12 reads this file too, in the launchers: no imports, and no newer syntax.

/** The range of Node versions that Cairn runs on, the same as `engines` of package.json. */
export const NODE_RANGE = '^22.23.0 || ^24.15.0 || >=25.9.0';

/** The message for any other version; the log of a home is searched for it. */
export const NOT_SERVED = 'cannot run Cairn, which needs Node';

/** How to install one. */
export const NODE_FIX = 'Install Node 24.15 or later (https://nodejs.org, or: nvm install 24), then: cairn setup';

/** True for a Node version, such as `24.15.0`, within `NODE_RANGE`. */
export function isNodeServed(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return NODE_RANGE.split(' || ').some((part) => {
    const [leastMajor = 0, leastMinor = 0] = part.replace(/^\D+/, '').split('.').map(Number);
    if (major === leastMajor) return minor >= leastMinor;
    return part.startsWith('>=') && major > leastMajor;
  });
}

/** Describes an unsupported Node: what was found, what is needed, how to get it. `path` is its executable. */
export function describeNode({ version, path }: { version: string; path: string }): { message: string; fix: string } {
  return {
    message: `Node ${version} (${path}) ${NOT_SERVED} ${NODE_RANGE}.`,
    fix: NODE_FIX,
  };
}
