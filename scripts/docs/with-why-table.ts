import { WHY_WORDS } from '../../src/retrieval/search/explain.ts';

const HEAD = '| `why` | says that it |\n|---|---|\n';

/** The text of docs/search.md with the table of what the parts of a score are as `retrieval/search/explain.ts` has them. */
export function withWhyTable(page: string): string {
  const [before = '', after] = page.split(HEAD);
  if (after === undefined) throw new Error(`docs/search.md has no table that begins with ${HEAD}`);
  const rows = Object.entries(WHY_WORDS).map(([part, says]) => `| \`${part}\` | ${says} |\n`);
  return `${before}${HEAD}${rows.join('')}${after.replace(/^(?:\|.*\n)*/, '')}`;
}
