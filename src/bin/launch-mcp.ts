// launch-mcp.ts is `mcp.js`, which agents start: it looks at the Node that runs, then loads `mcp-main.js`. As `cli.js` it
// can be read by Node 12.
import { describeNode, isNodeServed } from '../core/node-version.ts';

const { node: version } = process.versions;
if (isNodeServed(version)) {
  import(new URL('./mcp-main.js', import.meta.url).href);
} else {
  const { message, fix } = describeNode({ version, path: process.execPath });
  process.stderr.write(`error: ${message}\nfix:   ${fix}\n`);
  process.exitCode = 1;
}
