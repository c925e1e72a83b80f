// Read by Node 12 as well, in the launchers: only what stands here, no imports.

/** The Nodes that Cairn runs on, as `engines` of package.json has them. */
export const NODE_RANGE = '^22.23.0 || ^24.15.0 || >=25.9.0';

/** What is said of any other; the log of a home is searched for it. */
export const NOT_SERVED = 'cannot run Cairn, which needs Node';

/** How to get one. */
export const NODE_FIX = 'Install Node 24.15 or later (https://nodejs.org, or: nvm install 24), then: cairn setup';

/** True for a version of Node, as in `24.15.0`, that `NODE_RANGE` holds. */
export function isNodeServed(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return NODE_RANGE.split(' || ').some((part) => {
    const [leastMajor = 0, leastMinor = 0] = part.replace(/^\D+/, '').split('.').map(Number);
    if (major === leastMajor) return minor >= leastMinor;
    return part.startsWith('>=') && major > leastMajor;
  });
}

/** What to say of a Node that is not served: what was found, what is needed, how to get it. `path` is its executable. */
export function describeNode({ version, path }: { version: string; path: string }): { message: string; fix: string } {
  return {
    message: `Node ${version} (${path}) ${NOT_SERVED} ${NODE_RANGE}.`,
    fix: NODE_FIX,
  };
}
