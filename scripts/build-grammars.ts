// Collects the grammars of `packages/code`, before it is packed.
import { fileURLToPath } from 'node:url';
import { collectGrammars } from './build/grammars.ts';

collectGrammars(fileURLToPath(new URL('..', import.meta.url)));
