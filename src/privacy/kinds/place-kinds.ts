import { isRandomLooking } from './randomness.ts';
import { isPlaceholder } from './secret-values.ts';
import { hasDigit, OF_COMMAND, row, type TokenKind } from './token-kind.ts';

/** Commands with a secret, and what stands between them and it: a flag for it, or other arguments. */
const COMMANDS: readonly (readonly [commands: string, rest: string])[] = [
  ['mongo |mongosh |mongodump |mongorestore |cqlsh |psexec |cf login ', '-p[ =]?'],
  ['ldapsearch |ldapadd |ldapmodify |ldapdelete |ldapwhoami ', '-w ?'],
  ['zip |ipmitool |mosquitto_pub |mosquitto_sub |sqlcmd |bcp |osql ', '-P ?'],
  [
    'twine |mycli |beeline |cypher-shell |unlock-keychain |rabbitmqadmin |couchbase-cli |ncftpput |winrm |netexec ',
    '-p ?',
  ],
  ['plink |pscp |psftp ', '-pw ?'],
  ['nmcli ', '(?:-sec.psk |password )'],
  ['composer config http-basic', '\\.\\S{1,60} \\S{1,60} '],
  ['identified by ', ''],
  ['setuser |on >', ''],
  ['stats auth ', '\\S{1,40}:'],
  ['nickserv identify ', '(?:\\S{1,30} )?'],
  ['{plain}|{cleartext}', ''],
  ['7z |7za |7zz |rar ', '-h?p'],
  ['snmpwalk |snmpget |snmpset ', '-[AX] ?'],
  ['ssh-keygen ', '-[NP] ?'],
  ['xfreerdp |rdesktop |cmdkey |net use ', '/(?:pass:|p:|user:\\S{1,64} (?!/))'],
  ['gh secret set |doctl auth init |glab auth login ', '(?:--body|-b|-t)[ =]?'],
  ['http |https ', '(?:-a|--auth)[ =]?[^\\s:]{1,64}:'],
  ['lftp |smbclient ', '-[uU] ?[^\\s,%]{1,64}[,%]'],
  ['--from-literal', '=[\\w.-]{1,60}='],
  ['--secret-string', '[ =]'],
  ['rabbitmqctl ', '(?:change_password|add_user) \\S{1,64} '],
  ['htpasswd |mosquitto_passwd ', '-\\w{0,4}b\\w{0,4} \\S{1,99} \\S{1,64} '],
  ['net user ', '\\S{1,64} '],
  ['mc alias set ', '\\S{1,64} \\S{1,99} \\S{1,64} '],
  ['vault login |cargo login |snyk auth |add-authtoken |auth default |masterauth |securestring ', ''],
  ['configure set |config set ', '\\S{0,60}(?:secret|token|key|password)\\S{0,40}[ =]'],
];

/** Values that stand in these places are secrets when they have a digit, as passwords and keys mostly do. */
const WITH_DIGIT: readonly TokenKind[] = [
  ...COMMANDS.map(([commands, rest]) => {
    const far = /^(?:-|\/|\(\?:-)/.test(rest) ? '(?:[^\\n|;]{0,60}? )??' : '';
    return row(
      'cli-password',
      commands.split('|'),
      new RegExp(`(?:${commands})${far}${rest}['"]?([^\\s'"\\\\]{5,256})`, 'iy'),
    );
  }),
  row(
    'cli-password',
    ['echo ', 'printf '],
    /(?:echo|printf)(?: -n| '%s')? ["']?(?:\w{1,32}:)?([^\s"'|]{5,200})(?=["']? ?\| ?(?:sudo (?:-S|chpasswd)|chpasswd|\w{1,20} (?:registry )?login))/y,
  ),
  row(
    'password',
    [
      'login(',
      'auth=(',
      'pdo(',
      'credentials(',
      'credential(',
      'connect(',
      'mysqli(',
      'basicauth(',
      'getconnection(',
      'wifi.begin(',
    ],
    /[a-z.]{3,13}=?\((?:[$\w]{1,20}, ?|["'][^"'\n]{1,80}["'], ?){1,2}["']([^"'\s]{6,128})(?=["'])/iy,
  ),
  row(
    'url-password',
    ['dsn', '_url', '_uri', 'proxy', 'register '],
    /[a-z_]{3,8}["'`]?[ \t]{0,2}(?::?=>?|:)[ \t]{0,2}["'`]?[\w.-]{1,40}:([^\s@/"']{3,100})(?=@[\w.(-])/iy,
  ),
  row(
    'url-password',
    [':thin:', 'sqlplus ', 'expdp ', 'impdp ', 'rman target '],
    /(?::thin:|[a-z]{4} ?[a-z]{1,6} )[\w.]{1,40}\/([^\s@"']{3,64})(?=@)/iy,
  ),
  row(
    'password',
    ['createhmac(', 'hmac.new(', 'jwt.sign(', 'jwt.verify(', 'jwt.decode(', 'jwt.encode('],
    /[a-z]{3,10}(?:\.[a-z]{3,6})?\((?:[^"'\n()]{0,60}, ?|["'][\w-]{1,10}["'], ?)?b?["']([^"'\s]{8,128})(?=["'])/iy,
  ),
  row(
    'password',
    ['pin', 'otp', 'one-time password', 'verification code'],
    /[a-z -]{3,17}["']?(?: ?[:=]| is| ist| lautet)[ "'`]{0,3}(\d{4,8})(?![\w.])/iy,
  ),
  row('password', [':587', ':465'], /:\d{3} {1,4}[\w.@+-]{1,64}:(\S{4,128})/y),
  row('password', ['$user'], /\$USER\d{1,3}\$=(\S{5,128})/iy),
  row('password', ['<auth-user-pass>'], /<auth-user-pass>\s{1,4}\S{1,64}\s{1,4}([^\s<]{3,128})/iy),
  row('telegram-token', ['/bot'], /\/bot(\d{8,10}:AA[\w-]{32,33})/y),
  row('url-token', ['hooks.zapier.com/'], /hooks\.zapier\.com\/hooks\/catch\/\d{1,12}\/(\w{5,40})/y),
];

/** Values that stand in these places are secrets when they look drawn at random. */
const DRAWN: readonly TokenKind[] = [
  row(
    'session',
    ['sessionid=', 'sessid=', 'connect.sid=', '_session='],
    /[a-z._]{5,12}=((?:s%3A)?[\w.%+/-]{16,300})/iy,
  ),
  row('service-key', ['client('], /client\(["'][^"'\n]{1,80}["'], ?["']([\w+/=-]{20,200})(?=["'])/iy),
  row('cli-password', ['curl '], /curl [^\n|;]{0,160}?-[a-zA-Z]{0,4}u ?['"]?([\w-]{20,200})(?=:)/y),
  row('service-key', ['>{'], />\{([A-Za-z0-9+/]{24,400}={0,2})(?=\}<)/y),
  row('service-key', ['dns '], /dns [a-z\d]{3,20} ([\w-]{20,200})/y),
  row('url-token', ['://'], /:\/\/(?:[\w.-]{1,40}:)?([\w-]{20,200})(?=[:@])/y),
  row(
    'url-token',
    'reset/ reset-password/ invite/ invitation/ confirm/ activate/ activation/ verify/ verify-email/ magic-link/ unsubscribe/ share/'.split(
      ' ',
    ),
    /[a-z-]{5,14}\/([\w-]{20,200})/iy,
  ),
  row(
    'url-token',
    't= auth= ticket= signature= code= otp= sig= invite= jwt= access= state='.split(' '),
    /(?<=[?&])[a-z]{1,12}=([\w.~%-]{20,500})/iy,
  ),
];

/** Secrets that are known by where they stand: flags of programs, calls, addresses. */
export const PLACE_KINDS: readonly TokenKind[] = [
  ...WITH_DIGIT.map(
    (kind): TokenKind => ({
      ...kind,
      ...(kind.kind === 'cli-password' ? { reach: OF_COMMAND } : { anywhere: true }),
      accept: (secret) => hasDigit(secret) && !/^\d{1,5}$|^[/~]/.test(secret) && !isPlaceholder(secret),
    }),
  ),
  ...DRAWN.map(
    (kind): TokenKind => ({ ...kind, anywhere: true, accept: (secret) => hasDigit(secret) && isRandomLooking(secret) }),
  ),
];
