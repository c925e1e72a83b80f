/**
 * What stands before a secret that is known by its place: in each line the anchors of one form of `place-forms.ts`, in its
 * order, between `|`. The anchors alone are here, since a hook looks for them in every text.
 */
export const PLACE_ANCHORS: readonly (readonly string[])[] = String.raw`
mongo |mongosh |mongodump |mongorestore |cqlsh |psexec |cf login 
ldapsearch |ldapadd |ldapmodify |ldapdelete |ldapwhoami 
zip |ipmitool |mosquitto_pub |mosquitto_sub |sqlcmd |bcp |osql 
twine |mycli |beeline |cypher-shell |unlock-keychain |rabbitmqadmin |couchbase-cli |ncftpput |winrm |netexec 
plink |pscp |psftp 
nmcli 
composer config http-basic
identified by 
setuser |on >|rocommunity |rwcommunity 
stats auth 
nickserv identify 
{plain}|{cleartext}
7z |7za |7zz |rar 
snmpwalk |snmpget |snmpset 
ssh-keygen 
xfreerdp |rdesktop |cmdkey |net use 
gh secret set |doctl auth init |glab auth login 
http |https 
lftp |smbclient 
--from-literal
--secret-string
rabbitmqctl 
htpasswd |mosquitto_passwd 
net user 
mc alias set 
vault login |cargo login |snyk auth |add-authtoken |auth default |masterauth |securestring 
configure set |config set 
set-agent-token 
<(echo |<(printf 
createuser 
monitor 
user = "|user="|--user |--user=|-user 
authorization: basic 
password\nv 
:pserver:
send "
basicauth {|basic_auth {
basicauth /|basic_auth /
echo |printf 
login(|auth=(|pdo(|credentials(|credential(|connect(|mysqli(|basicauth(|getconnection(|wifi.begin(
dsn|_url|_uri|proxy|register 
:thin:|sqlplus |expdp |impdp |rman target 
createhmac(|hmac.new(|jwt.sign(|jwt.verify(|jwt.decode(|jwt.encode(
pin|otp|one-time password|verification code
:587|:465
$user
<auth-user-pass>
/bot
hooks.zapier.com/
sessionid=|sessid=|connect.sid=|_session=
client(
curl 
>{
dns 
--value |--value=|--string-value 
on #
://
reset/|reset-password/|invite/|invitation/|confirm/|activate/|activation/|verify/|verify-email/|magic-link/|unsubscribe/|share/
t=|auth=|ticket=|signature=|code=|otp=|sig=|invite=|jwt=|access=|state=
mysql|mariadb
sshpass |docker login |podman login |registry login |az login |redis-cli 
curl 
-pass pass:|-passin pass:|-passout pass:
identified 
machine |default login 
:5432:|:*:`
  .slice(1)
  .split('\n')
  .map((line) => line.replace('\\n', '\n').split('|'));
