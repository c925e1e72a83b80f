import { isRandomLooking } from './randomness.ts';

/**
 * How certainly the place of a value is one for literals, not for code or prose. `literal`: an environment line, a
 * flag, a header, a JSON field, an element, a connection string. `quoted`: between quotes in code. `line`: the only
 * thing on its line. `bare`: unquoted, among other things.
 */
export type ValueForm = 'literal' | 'quoted' | 'line' | 'bare';

/** Number of characters at the start of a value by which it is judged. */
const JUDGED = 256;

const MASK = /^[*x•.#?_\-–—…X\s]+$|\*{3}|•{3}|…|\.{3}/;
const REFERENCE =
  /^(?:\$(?:\{|\(|[A-Za-z_][\w:]*(?:$|[-.[(])|\d$)|%[A-Za-z_]\w*%$|@[A-Za-z_]\w*@$|!\w|&\w+$|`)|^[<({[].*[>)}\]]$|\$\{|#\{|\{\{|<%|%\(|\$\(/;
const FORMAT = /%[sdvqr]\b|^\{\w{0,30}\}$|&lt;|^[\d.]*\.[\d.]*$/;
const WORD =
  /^(?:null|none|nil|undefined|unset|true|false|yes|no|on|off|string|str|number|int|integer|bool|boolean|any|unknown|object|text|bytes?|char|varchar|void|never|required|requerid[ao]|requise?|oblig\w{4,8}|erforderlich|incorrect[ao]|falsch|optional|empty|blank|missing|default|example|sample|dummy|fake|mock|test|testing|changeme|change[-_ ]?it|todo|tbd|n\/a|na|hidden|masked|redacted|removed|filtered|omitted|secrets?|passwords?|passwd|passphrase|pass|pwd|tokens?|keys?|api[-_]?keys?|auth|bearer|basic|digest|credentials?|values?|here|foo|bar|baz|prompt|env|file|stdin|input|output|hash|self|this|user|username|name|fail|failed|wrong|correct|invalid|skip|ok|options?|e\.g\.?|i\.e\.?|0x[0-9a-f]{1,8})$/i;
const EXAMPLE =
  /(?:^|[^a-z])(?:your|my|some|the|an?)[-_ ](?:[a-z]+[-_ ])*[a-z]+$|your[-_]|change[-_]?me|placeholder|example|^x{4,}|x{8,}|<|>/i;
const PATH = /^(?:\/|\.{1,2}\/|~\/?|[A-Za-z]:[\\/]|(?:https?|file|wss?|ssh|git):\/\/)/;
const TELLTALE = /pass|pwd|secret|token|key|cred|auth/i;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const MEMBER = /^[A-Za-z_$@][\w$]*(?:(?:\.|\?\.|->|::|!\.)[A-Za-z_$][\w$]*)+[!?]?$/;
/** Hexadecimal digits and UUIDs. */
const HEX = /^[0-9a-f-]{32,}$/i;
const ALGORITHM =
  /^(?:\w+-)*(?:base|latin|sha|md|utf|argon|bcrypt|scrypt|aes|rsa|hs|rs|es|ps|oauth|http|ipv|v|x)-?\d+\w{0,3}$/i;

/** True for a stand-in for a secret: an empty or masked value, a reference to a variable, a type, an example. */
export function isPlaceholder(value: string): boolean {
  const isReference = REFERENCE.test(value) && !/^\{[A-Za-z0-9+/]{24,}={0,2}\}$/.test(value);
  return MASK.test(value) || isReference || FORMAT.test(value) || WORD.test(value);
}

/** True when a value after a name such as `password` is a password. */
export function isPassword(value: string, form: ValueForm): boolean {
  if (value.length < 3 || value.length > JUDGED || isPlaceholder(value)) return false;
  if (PATH.test(value)) return false;
  if (/^\d+$/.test(value)) return form !== 'bare' && form !== 'quoted' && value.length >= 4;
  if (/\s/.test(value)) return isPhrase(value) || (form !== 'bare' && form !== 'line' && hasLettersAndDigits(value));
  if (EXAMPLE.test(value)) return false;
  if (form === 'literal') return !(isNameOfSecret(value) && /[A-Za-z][_.\-/]|[a-z][A-Z]/.test(value));
  if (looksLikeCode(value, form)) return false;
  if (/^[A-Za-z]+$/.test(value)) return form !== 'bare' && !/^[A-Z][a-z]+$/.test(value) && !TELLTALE.test(value);
  return isMixed(value);
}

/**
 * True when a value after a name such as `token` or `key` is a credential: it looks random, or is a literal of letters
 * and digits.
 */
export function isCredential(value: string, form: ValueForm): boolean {
  if (value.length < 8 || /\s/.test(value)) return false;
  const text = value.slice(0, JUDGED);
  if (isPlaceholder(text) || PATH.test(text) || isNameOfSecret(text) || isMember(text)) return false;
  // Between quotes signs are part of a key; elsewhere they are code.
  if (isRandomLooking(form === 'quoted' || form === 'literal' ? text.replace(/[^\w]+/g, '') : text))
    return form !== 'bare' || !isIdentifier(text);
  if (HEX.test(text) && /\d/.test(text) && /[a-f]/i.test(text)) return true;
  return form === 'literal' && !EXAMPLE.test(text) && !looksLikeCode(text, form) && hasMixedWord(text);
}

/**
 * True when a value that is declared to be a secret is one, even though it does not look random: between quotes or alone
 * on its line one of eight characters with a digit, in an environment file any.
 */
export function isStatedSecret(value: string, form: ValueForm): boolean {
  if (form === 'bare' || value.length < 6 || PATH.test(value) || /\s/.test(value) || !isPassword(value, 'literal'))
    return false;
  return (
    form === 'literal' ||
    (value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value) && !TELLTALE.test(value) && !isMember(value))
  );
}

/** Words that a sentence about a phrase has, and a phrase has not. */
const OF_SENTENCE =
  /\b(?:the|and|for|with|must|should|are|has|have|was|will|not|your?|from|this|when|than|enter|please|changed|wrong|invalid|required|expired|missing|und|der|die|das|ist)\b/;

/** True for a passphrase: words of small letters, three to seven of them, or as many as a mnemonic has. */
export function isPhrase(value: string): boolean {
  if (!/^[a-z]{3,10}(?:[ -][a-z]{3,10}){2,23}$/.test(value)) return false;
  return isMnemonic(value) || (value.length < 72 && !OF_SENTENCE.test(value));
}

/** True for twelve to twenty-four words of a wallet (BIP 39). */
export function isMnemonic(value: string): boolean {
  return /^(?:[a-z]{3,8} ){11,23}[a-z]{3,8}$/.test(value) && value.split(' ').length % 3 === 0;
}

function looksLikeCode(value: string, form: ValueForm): boolean {
  if (isMember(value)) return true;
  if (form !== 'quoted' && /[([{,]$|\w[[(]|\)$|=>|^[&|!]/.test(value)) return true;
  if (isNameOfSecret(value)) return true;
  return form === 'bare' && IDENTIFIER.test(value) && !/\d/.test(value);
}

/** `Ed25519PrivateKey`: words in mixed case of three or more letters on average; random letters average two. */
function isIdentifier(value: string): boolean {
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  // Capitals and digits alone, drawn.
  if (/^(?=(?:\D*\d){3})[A-Z0-9]{20,}$/.test(value)) return false;
  return IDENTIFIER.test(value) && words.length > 0 && words.join('').length / words.length >= 3 && /[A-Z]/.test(value);
}

/** `config.auth.apiKey`, `SyntaxKind.EndOfFile`: every part is an identifier, none is random. */
function isMember(value: string): boolean {
  if (!MEMBER.test(value)) return false;
  return !value.split(/\W+/).some((part) => /\d/.test(part) && isRandomLooking(part) && !isIdentifier(part));
}

/** `password2`, `user_token`, `API_KEY_V1`: words that name a secret, as variables and labels do. */
function isNameOfSecret(value: string): boolean {
  if (!TELLTALE.test(value)) return false;
  return /^[A-Za-z_$.\-/ =:]+$/.test(value) || /^[a-z_$]+\d$/i.test(value) || /^[A-Z][A-Z_]*\d?$/.test(value);
}

function isMixed(value: string): boolean {
  if (ALGORITHM.test(value)) return false;
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((pattern) => pattern.test(value)).length;
  return value.length >= 5 && classes >= 2 && /\d|[!@#$%^&*+=~?]/.test(value);
}

/** True for a run of at least six letters and digits that is more than a word followed by a number. */
function hasMixedWord(value: string): boolean {
  return value.split(/[^A-Za-z0-9]+/).some((word) => {
    if (word.length < 6 || ALGORITHM.test(word)) return false;
    return /^\D*\d.*[A-Za-z]/.test(word) || /^\d*[A-Za-z].*\d{3}/.test(word);
  });
}

function hasLettersAndDigits(value: string): boolean {
  return value.split(/\s+/).some((word) => /\d/.test(word) && /[A-Za-z]/.test(word));
}
