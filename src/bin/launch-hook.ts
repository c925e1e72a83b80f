// launch-hook.ts is `hook.cjs`: it looks at the Node that runs, then loads `hook-main.cjs`. As `cli.js` it can be read by
// Node 12. A hook complains to nobody: a Node that is too old is noted in the home's log, for `cairn doctor`, and told
// to the hook script by an exit code.

// biome-ignore lint/style/useNodejsImportProtocol: Node 12 knows no other name.
import { appendFileSync, existsSync, statSync } from 'fs';
// biome-ignore lint/style/useNodejsImportProtocol: Node 12 knows no other name.
import { createRequire } from 'module';
import { homePaths } from '../config/paths.ts';
import { describeNode, isNodeServed } from '../core/node-version.ts';
import { ignore } from '../platform/ignored.ts';

/** Bytes of the log beyond which nothing is noted: only what runs Cairn sets a full log aside. */
const LOG_BYTES = 1024 * 1024;

/** By this exit code the hook script knows that nothing was kept, and tells the person. */
const TOO_OLD = 3;

const { node: version } = process.versions;
const [, self = '', agent = '', event = ''] = process.argv;
if (isNodeServed(version)) createRequire(self)('./hook-main.cjs');
else {
  noteNode();
  process.exitCode = TOO_OLD;
}

function noteNode(): void {
  try {
    const { log } = homePaths(process.env.CAIRN_HOME || `${process.env.HOME}/.cairn`);
    if (existsSync(log) && statSync(log).size > LOG_BYTES) return;
    const { message } = describeNode({ version, path: process.execPath });
    const line = `${new Date().toISOString()} error hook[${process.pid}] ${agent} ${event}: ${message}`;
    appendFileSync(log, `${line.replace(/\s+/g, ' ')}\n`, { mode: 0o600 });
  } catch (error) {
    ignore(error, 'log file could not be written');
  }
}
