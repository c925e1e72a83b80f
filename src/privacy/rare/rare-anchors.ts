/** What stands before a literal that is assigned, or handed to a call. */
export const DRAWN_ANCHORS: readonly string[] = ['= "', "= '", '("', "('"];
/** A literal that may be drawn at random, up to its closing quote. */
export const DRAWN_LITERAL = /[A-Za-z0-9+/_-]{20,256}={0,2}(?=["'])/y;

/** What stands between the head of a column and the next one, or ends the line. */
export const AFTER_HEAD = /["'`]?[ \t]{0,60}(?:[|│,;\t]|(?<= {2})\S|\r?(?:\n|$))/y;

/** Literals that occur in every private key in PEM or PGP form. */
export const PRIVATE_KEY_ANCHORS: readonly string[] = ['-----BEGIN ', '---- BEGIN ', '-----END '];

/** What says that a document is a Secret of Kubernetes, whose values are Base64. */
export const SECRET_DOCUMENT_ANCHORS: readonly string[] = ['kind: secret', '"kind":"secret"', '"kind": "secret"'];

/** What stands above codes that let somebody in once each. */
export const CODES_ANCHORS: readonly string[] = [
  ...['recovery', 'backup', 'scratch', 'emergency'].flatMap((word) =>
    [' ', '_', '-', ''].map((sign) => `${word}${sign}codes`),
  ),
  'wiederherstellungscodes',
];

/** Words for a secret in other languages, as `anchors.ts` folds their letters. */
export const FOREIGN_ANCHORS: readonly string[] =
  'clave clq llave parolj parola haslo heslo sifre passord adgangskode salasana senord qxzjk qj qzxj kljq'.split(' ');

/** What stands before lines with passwords: a here-document, a list, a section. */
export const BLOCK_ANCHORS: readonly string[] = [
  '<<',
  'chpasswd:',
  '[users]',
  '[passwords]',
  '[credentials]',
  '[logins]',
];

/** Statements that name columns and then give rows. */
export const ROWS_ANCHORS: readonly string[] = ['insert into ', 'replace into ', 'copy '];

const WORDS =
  'password Password PASSWORD passwd secret Secret SECRET token Token TOKEN PRIVATE auth": api_key API_KEY apiKey'.split(
    ' ',
  );

/**
 * What texts with secrets have in them, in Base64: each word at each of the three places in which it can stand, without the
 * characters that its neighbours decide.
 */
export const ENCODED_ANCHORS: readonly string[] = WORDS.flatMap((word) =>
  [0, 1, 2].map((shift) =>
    btoa(' '.repeat(shift) + word).slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + word.length) * 8) / 6)),
  ),
);

/** What names of files with secrets have in them; `exclude.ts` decides which are. */
export const FILE_ANCHORS: readonly string[] =
  '.env .npmrc .pypirc netrc .pgpass .git-credentials .htpasswd .tfvars credentials secrets. master.key .pem .key id_rsa id_ed25519 id_ecdsa'.split(
    ' ',
  );

/** Words and flags near which a password may stand; those that end in a blank or a sign have it behind them alone. */
export const NEAR_ANCHORS: readonly string[] =
  'password,passwd,passwort,kennwort,passphrase,pwd,pass,pw,key,token,secret,creds,credentials,login,zugang,zugangsdaten,anmeldedaten,ssel, -p, -w, -k, -a, -u, /p, /rp,<<<, --value , --auth ,identify ,echo '.split(
    ',',
  );
