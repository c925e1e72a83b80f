// Prints what `bench/distill.ts` measures as JSON, with what is wrong and what is missing by id: npm run bench:distill --
// --json. The words of transcripts stand in it: it is to look at, never to keep.

import { measureDistill } from './distill.ts';

const { tellings, scores, prompts } = await measureDistill();
process.stdout.write(`${JSON.stringify({ scores, prompts, tellings }, undefined, 2)}\n`);
