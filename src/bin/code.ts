// code.ts is the program that reads source files by their structure, for one worker: it ends when the worker is gone.

import type { CodeHelperCall, CodeHelperData } from '../code/code-protocol.ts';
import { createCodeServer } from '../code/serve-code.ts';

process.umask(0o077);
process.on('disconnect', () => process.exit(0));
process.once('message', (data: CodeHelperData) => {
  const answer = createCodeServer(data, (said) => process.send?.(said));
  process.on('message', (call: CodeHelperCall) => answer(call));
});
