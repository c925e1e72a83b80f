/** Fields of what a call leaves out. */
export const LEAVES_OUT = /^(?:exclu|ignor)/i;
/** Upper bound on the exclusions of one program that are looked for by its own option. */
const OPTIONS_MAX = 10;
/** A word without anything that a shell runs. */
const VALUE = String.raw`(?:'[^'\n]*'|"[^"$\n\x60]*"|[^\s'"\x60$;|&<>()-][^\s'"\x60$;|&<>()]*)(?=[\s;|&)\\]|$)`;
const OPTION = String.raw`--(?:exclude(?:-dir)?|ignore(?:-dir|-pattern)?)(?:=|[ \t]+)`;
const NAMED = String.raw`-i?(?:name|path|wholename)[ \t]+${VALUE}`;
/** What `find` leaves out: what it negates, and what it does not go into. */
const NEGATED = String.raw`(?:-not|\\?!)[ \t]+${NAMED}(?![ \t]+-prune)`;
const PRUNED = String.raw`(?:${NAMED}|\\\((?:(?!-exec|-ok)[^()\n]){0,1000}\\\))[ \t]+-prune\b`;
const ALL = new RegExp(String.raw`(?<=\s)(?<!(?:-not|!)\s)(?:${OPTION}${VALUE}|${NEGATED}|${PRUNED})`, 'g');
/** A glob or a path of git that takes files out. */
const TAKEN_OUT = /(?<=\s|-g|glob=)(["']?)(?::!|:\^|:\(exclude\)|!)[^\s'"`$;|&<>()]{1,256}\1(?=[\s;|&)]|$)/g;
const OF_PROGRAM = new RegExp(
  String.raw`((?:^|[;|&(\n])\s{0,9}(?:tree\s(?:[^;|&()\n'"]{0,500}\s)?(?=-I)|fd(?:find)?\s(?:[^;|&()\n'"]{0,500}\s)?(?=-E)))-[IE][ \t]*${VALUE}`,
  'g',
);
const MAY = /--(?:exclude|ignore)|-not\b|!|-prune|\b(?:tree|fd|fdfind)\s/;

/**
 * A command without what it leaves out by options that many programs have: `--exclude=.env`, `-not -name .env`, `-g '!.env'`. What
 * a shell would run stays. Linear.
 */
export function withoutExclusions(command: string): string {
  if (!MAY.test(command)) return command;
  let left = command.replace(ALL, '').replace(TAKEN_OUT, '');
  for (let turn = 0; turn < OPTIONS_MAX; turn += 1) {
    const less = left.replace(OF_PROGRAM, '$1');
    if (less === left) break;
    left = less;
  }
  return left;
}
