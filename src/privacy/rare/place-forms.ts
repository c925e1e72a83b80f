import type { AnchorPlace, Look } from '../kinds/secret.ts';
import type { TokenKind } from '../kinds/token-kind.ts';
import type { SecretTests } from './secret-tests.ts';

/** What stands between a command and its secret: a flag for it, or other arguments. */
const COMMANDS: readonly string[] = [
  '-p[ =]?',
  '-w ?',
  '-P ?',
  '-p ?',
  '-pw ?',
  '(?:-sec.psk |password )',
  '\\.\\S{1,60} \\S{1,60} ',
  '',
  '',
  '\\S{1,40}:',
  '(?:\\S{1,30} )?',
  '',
  '-h?p',
  '-[AX] ?',
  '-[NP] ?',
  '/(?:pass:|p:|user:\\S{1,64} (?!/))',
  '(?:--body|-b|-t)[ =]?',
  '(?:-a|--auth)[ =]?[^\\s:]{1,64}:',
  '-[uU] ?[^\\s,%]{1,64}[,%]',
  '=[\\w.-]{1,60}=',
  '[ =]',
  '(?:change_password|add_user) \\S{1,64} ',
  '-\\w{0,4}b\\w{0,4} \\S{1,99} \\S{1,64} ',
  '\\S{1,64} ',
  '\\S{1,64} \\S{1,99} \\S{1,64} ',
  '',
  '\\S{0,60}(?:secret|token|key|password)\\S{0,40}[ =]',
];

type Form = readonly [kind: string, pattern: RegExp];

/** Values that stand in these places are secrets when they have a digit, as passwords and keys mostly do. */
const WITH_DIGIT: readonly Form[] = [
  ...COMMANDS.map((rest): Form => {
    const far = /^(?:-|\/|\(\?:-)/.test(rest) ? '(?:[^\\n|;]{0,60}? )??' : '';
    return ['cli-password', new RegExp(`${far}${rest}['"]?([^\\s'"\\\\]{5,256})`, 'iy')];
  }),
  ['password', /\S{1,40} ([^\s"']{8,128})/y],
  ['password', /(?:-n |'%s' )?["']?([^\s"')]{6,256})/y],
  ['password', /[^\n]{0,160}?(?:MD5|SHA|AES|DES)\S{0,4} ["']?((?!\[)[^\s"']{6,128})/iy],
  ['password', /\S{1,60}@\S{1,60} \d \S{1,40} (\S{4,128})/y],
  [
    'password',
    /["']?[\w.@-]{1,40}:(?=[^\s"']{0,60}[A-Za-z])(?=[^\s"']{0,60}[!#%*+@^~]|[A-Za-z0-9]{12})([^\s"']{6,128})/y,
  ],
  ['password', /[\w.@-]{1,64}[: ]([^\s"'\\]{4,128})/y],
  ['password', /\d{1,3}\r?\n(\S{4,128})/y],
  ['password', /\S{1,99} A(\S{6,99})/y],
  ['password', /([^"\s\\]{6,64})(?=\\r")/y],
  ['password', /[^\n]{0,40}\n\s{0,12}[\w.@-]{1,40} (\S{6,128})/y],
  ['password', /\S{0,60} [\w.@-]{1,40} (\S{6,128})/y],
  [
    'cli-password',
    /(?:-n |'%s' )?["']?(?:\w{1,32}:)?([^\s"'|]{5,200})(?=["']? ?\| ?(?:sudo (?:-S|chpasswd)|chpasswd|\w{1,20} (?:registry )?login))/y,
  ],
  ['password', /(?:[$\w]{1,20}, ?|["'][^"'\n]{1,80}["'], ?){1,2}["']([^"'\s]{6,128})(?=["'])/iy],
  ['url-password', /["'`]?[ \t]{0,2}(?::?=>?|:)[ \t]{0,2}["'`]?[\w.-]{1,40}:([^\s@/"']{3,100})(?=@[\w.(-])/iy],
  ['url-password', /[\w.]{1,40}\/([^\s@"']{3,64})(?=@)/iy],
  ['password', /(?:[^"'\n()]{0,60}, ?|["'][\w-]{1,10}["'], ?)?b?["']([^"'\s]{8,128})(?=["'])/iy],
  ['password', /["']?(?: ?[:=]| is| ist| lautet)[ "'`]{0,3}(\d{4,8})(?![\w.])/iy],
  ['password', / {1,4}[\w.@+-]{1,64}:(\S{4,128})/y],
  ['password', /\d{1,3}\$=(\S{5,128})/iy],
  ['password', /\s{1,4}\S{1,64}\s{1,4}([^\s<]{3,128})/iy],
  ['telegram-token', /(\d{8,10}:AA[\w-]{32,33})/y],
  ['url-token', /hooks\/catch\/\d{1,12}\/(\w{5,40})/y],
];

/** Values that stand in these places are secrets when they look drawn at random. */
const DRAWN: readonly Form[] = [
  ['session', /((?:s%3A)?[\w.%+/-]{16,300})/iy],
  ['service-key', /["'][^"'\n]{1,80}["'], ?["']([\w+/=-]{20,200})(?=["'])/iy],
  ['cli-password', /[^\n|;]{0,160}?-[a-zA-Z]{0,4}u ?['"]?([\w-]{20,200})(?=:)/y],
  ['service-key', /([A-Za-z0-9+/]{24,400}={0,2})(?=\}<)/y],
  ['service-key', /[a-z\d]{3,20} ([\w-]{20,200})/y],
  ['service-key', /["']?([\w+/=.~-]{16,400})/y],
  ['password-hash', /([\da-f]{64})/y],
  ['url-token', /(?:[\w.-]{1,40}:)?([\w-]{20,200})(?=[:@])/y],
  ['url-token', /([\w-]{20,200})/iy],
  ['url-token', /(?<=[?&][a-z]{1,12}=)([\w.~%-]{20,500})/iy],
];

/** Every value is a secret in these places, unless it is a placeholder. */
const LITERAL: readonly Form[] = [
  ['cli-password', /[a-z_-]{0,12} (?:[^\n|;]{0,120}? )??-p['"]?([^\s'"\\]{3,256})/y],
  ['cli-password', /(?:[^\n|;]{0,100}? )??(?:-p|-a) ?['"]?([^\s'"\\-][^\s'"\\]{2,255})/y],
  [
    'cli-password',
    /[^\n|;]{0,160}?(?:-[a-zA-Z]{0,4}[uU]|--user|--proxy-user)[ =]?['"]?[^\s:'"]{1,64}:([^\s'"\\]{3,256})/y,
  ],
  ['cli-password', /([^\s'"\\=-][^\s'"\\]{2,255})/y],
  ['sql-password', /(?:with \w{1,40} )?by (?:password )?\\?['"]([^'"\n\\]{1,128})(?=\\?['"])/iy],
  [
    'netrc-password',
    /(?:(?<=machine )(?!learning )[\w.:-]{1,200}(?:\s|\\[nrt]){1,20}login |(?<=login ))[^\s\\]{1,100}(?:\s|\\[nrt]){1,20}password ([^\s"'\\]{1,200})/y,
  ],
  ['pgpass-password', /[^:\s/]{1,64}:[^:\s/]{1,64}:([^\s"'\\:]{3,200})/y],
];

/** What a command may have between its name and the secret. */
const OF_COMMAND = /[^\n|;&]{1,160}/y;

let kinds: readonly TokenKind[] | undefined;

/** The secret behind an anchor of a form, or the offset up to which the text was read without one. */
export function findAtPlace(
  text: string,
  { start, end }: AnchorPlace,
  { form, ...tests }: SecretTests & { form: number },
): Look {
  kinds ??= kindsOf(tests);
  const kind = kinds[form];
  const isLiteral = form >= WITH_DIGIT.length + DRAWN.length;
  const isWord = isLiteral ? /[a-z]/i.test(text.charAt(start)) : kind?.kind === 'cli-password';
  const startsWord = isWord && (isLiteral || form < WITH_DIGIT.length);
  return kind === undefined || (startsWord && !tests.isTokenStart(text, start))
    ? end
    : tests.matchToken(kind, text, end);
}

function kindsOf({ isPlaceholder, isRandomLooking }: SecretTests): TokenKind[] {
  const hasDigit = (secret: string): boolean => /\d/.test(secret);
  const behind = ([kind, pattern]: Form): TokenKind => ({ kind, anchors: [], pattern, anywhere: true });
  return [
    ...WITH_DIGIT.map(
      (form): TokenKind => ({
        ...behind(form),
        ...(form[0] === 'cli-password' && { reach: OF_COMMAND }),
        accept: (secret) => hasDigit(secret) && !/^\d{1,5}$|^[/~]/.test(secret) && !isPlaceholder(secret),
      }),
    ),
    ...DRAWN.map(
      (form): TokenKind => ({ ...behind(form), accept: (secret) => hasDigit(secret) && isRandomLooking(secret) }),
    ),
    ...LITERAL.map(
      (form): TokenKind => ({ ...behind(form), reach: OF_COMMAND, accept: (secret) => !isPlaceholder(secret) }),
    ),
  ];
}

/** How many forms there are: as many as `PLACE_ANCHORS` has lines. */
export const PLACE_FORMS_COUNT = WITH_DIGIT.length + DRAWN.length + LITERAL.length;
