// launch-sdk.ts is `sdk.js`, what `import 'cairn-memory'` loads: it looks at the Node that runs, then gives what
// `sdk-main.js` exports. As `cli.js` it can be read by Node 12; so it loads the rest by `require`, which waits.

// biome-ignore lint/style/useNodejsImportProtocol: Node 12 knows no other name.
import { createRequire } from 'module';
import { describeNode, isNodeServed } from '../core/node-version.ts';

type Sdk = typeof import('./sdk.ts');

const { node: version } = process.versions;
if (!isNodeServed(version)) {
  const { message, fix } = describeNode({ version, path: process.execPath });
  // In the shape of a `CairnError`, whose class is in what this Node cannot read.
  throw Object.assign(new Error(`${message} ${fix}`), { name: 'CairnError', code: 'unsupported', fix });
}
const sdk: Sdk = createRequire(import.meta.url)('./sdk-main.js');

/** What `sdk.ts` exports. */
export const { CairnError, openMemory, openMemoryIn } = sdk;
