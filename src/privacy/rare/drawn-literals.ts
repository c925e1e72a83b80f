import type { AnchorPlace, Look } from '../kinds/secret.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-/i;
const NAME_MAX = 80;
const NAME = /([A-Za-z][A-Za-z0-9]*?)\d*["'\]]{0,2} ?$/;
/** Calls that take a key: of a module that was loaded just before, of what makes a value, and what a client becomes. */
const OF_MODULE = /\brequire\(["'][\w@/.-]{1,40}["']\)$/;
const OF_MAKER = /(?:\bnew [A-Z]\w{1,30}|\.new|\.New)$/;
const OF_CLIENT = /(?:client|api|sdk) {0,4}:?= {0,4}(?:await |new )?[\w.]{2,40}$/i;
/** Calls that take a key. */
const CALL = /(?:client|api|sdk|service|provider|auth\w*|init(?:iali[sz]e)?|configure|connect|login|set_?key)$/i;
/**
 * How names end of literals that look drawn and are no secrets: hashes, ids, data, what a test expects. `ject`: object and
 * project, `sion`: version and session, `ample`: example and sample.
 */
const PLAIN =
  /(?:hash|sha\d*|md5|sum|digest|ids?|commit|rev|sion|ref|head|base|tree|parent|etag|build|tag|print|nonce|cursor|trace|span|request|ur[il]|path|files?|name|image|data|content|body|text|value|expected|actual|want|got|result|put|hex|bytes?|addr(?:ess)?|tx|lock|contract|public|pub|cert|signature|sig|state|node|root|blob|ject|index|cache|seed|test|ample|foo|bar|str(?:ing)?|msg|message|buf(?:fer)?|payload|raw|coded|src|href|icon|class|style|colou?r|font|bundle|chunk|module|source|target|from|to|line|row|item|left|right|title|label|selector|query|sql|regex|pattern|integrity|resolved|fix|key|origin|change|snapshot|slug|code|number|device|plan|alphabet|chars|branch|d)$/i;

/**
 * A quoted literal, from `end` to `literalEnd`, that looks drawn at random, assigned to a name that is not that of a hash, an id
 * or data.
 */
export function findDrawnLiteral(
  text: string,
  { start, end }: AnchorPlace,
  { literalEnd, isDrawn }: { literalEnd: number; isDrawn: (literal: string) => boolean },
): Look {
  const before = text.slice(Math.max(0, start - NAME_MAX), start);
  const name = NAME.exec(before)?.[1] ?? '';
  const literal = text.slice(end, literalEnd);
  const isCall = text.charAt(start) === '(';
  // What is called anything and is a UUID is an id.
  const isNamed = name.length > 2 && !PLAIN.test(name) && !UUID.test(literal);
  const names = isCall ? isKeyCall(before, name, isNamed) : isNamed;
  return names && isDrawn(literal) ? { start: end, end: literalEnd, kind: 'service-key' } : literalEnd;
}

function isKeyCall(before: string, name: string, isNamed: boolean): boolean {
  return CALL.test(name) || OF_MODULE.test(before) || (isNamed && (OF_MAKER.test(before) || OF_CLIENT.test(before)));
}
