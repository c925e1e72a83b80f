/** Further sentences that decide nothing, by the reason why; one a line. */
export const UNSETTLED_TOO: Readonly<Record<string, string>> = {
  'what was expected': `
We should find a row here but the query comes back empty.
The banner should only appear once, but users tell me they see it daily.
We should have noticed that earlier.
This should not take longer than a second, yet I am waiting for minutes.
We should already be on the new cluster.
The migration should never lose data but half of the rows are gone.
We should never have to log in twice, but that's what people report.
The link should still work, only it leads nowhere.
We should soon have the numbers from the customer.
The dropdown should not be cut off, but look at the screenshot.
It should always sort by date, but today the order is random.
We should have had that conversation in May.
We should be done by Friday.
Clicking it should only toggle the row, and instead the whole table collapses.
We should get a token back but the body is blank.
The toast should only show for errors, but mine shows on success.
We should not have to reinstall after each pull.
The cursor should stay in the field, yet focus jumps to the menu.
We should have caught this in review.`,
  'what is complained about': `
We never get a straight answer from that API.
We always end up with two copies of everything.
We don't know which commit broke it.
We only notice it when customers call.
We don't understand the failure either.
We never had this before the update.
We do not see any error in the console.
We always run into the rate limit around noon.
We don't really have a plan here.
We never want to go through this again.
We only use it because someone chose it years ago.
We don't need any more surprises this week.
We always do the boring parts last, don't we.
We don't support our own users well.
We never use half of these features anyway.
We always lose a day with the setup.
We never got an answer from the vendor.
We only have read access there.
We don't see what the proxy does.
We always get a timeout in the evening.`,
  'what is so': `
Firefox keeps the old cookie and Chrome drops it by default.
The linter complains first, then the build stops.
Somebody opened a separate issue for it, it is in a separate issue now.
The worker exits first, then the parent notices.
This repo is a fork and has the wiki off by default.
The old parser lives on in a separate branch.
Our CI image sets the locale to C by default, I think.
The response starts fine first, then turns to garbage.
I keep my notes in a separate branch.
The upgrade broke it and strict is the default now.
It writes the file first and then deletes it again.
I pushed it in a separate PR.
The disk fills up first, then the database goes read only.
The dialog was fixed in a follow-up PR.
That test ran in a different session.
The old theme is dark by default.
The driver loads first, then the kernel panics.
The ticket is tracked as a separate issue.
Chrome sends it as a string and Firefox as a number by default.`,
  'what is for the moment': `
Don't answer yet, read the whole thread before.
Keep poking at it, you are close.
Use whatever tool you like to get the stack trace.
Don't bother with the formatting while we are still exploring.
Only tell me the name of the file.
Use the failing run from this morning as a starting point.
Let's put that aside for a minute and look at the deploy.
Leave the terminal open so I can see the output.
Let's add some prints and rerun.
Keep it running overnight.
Do not restart the server during the demo in an hour.
Use my laptop's logs for this investigation.
Skip to the part where it fails.
Let's make sure we understand the problem before anything else.
I'd like to add a breakpoint and see who calls this.
Keep asking him until he answers.
Use the staging key to check what the API returns.
Don't merge yet, CI is red.
Only show me the diff.
Let's add a log line and see what it says.`,
  'where a fault is': `
The regression sits not in the planner, but in the executor.
The hang starts not with the update, but with the new kernel.
You look not in the right file, but in its copy.
The bytes get mangled not on upload, but on download.
The crash originates not in user code but in the runtime.
My guess: not in the network but in DNS.
The cause lies not in the config, but in the order of imports.
The null comes not from us, it arrives not with the first message, but with the last.
The bottleneck sits not in SQL, but in JSON parsing.
The user was logged out not by the timeout, but by the proxy.
Tests break not on Node 24, but on Node 22.
The report came not in English, but in Korean.
The failure is not in step two, but in step three.
The slow part was not in our query, but in the view.
It gets lost not on write, but on read.`,
  'what is supposed': `
If we end up with Kafka, let's revisit the retry logic.
Should we switch to Bun, we need to change the scripts.
We should cache it, provided it turns out to be slow.
If it were me, I'd go with the simpler one.
We could also say we drop IE and then we should use flexbox.
If you insist, let's rename it.
We should rewrite it in Go if performance ever matters.
Let's use the paid plan if the boss approves.
I would use a map here if order did not matter.
If I understood you correctly, we should use two queues.
Let's use Redis, unless you object.
If they accept the proposal, we should change the header.
Were it up to me, we should delete it.
We should keep both, if possible at all, not sure.
If we chose Deno, we should also change the lockfile.
Let's use the second one if you like.
We should use Rust if speed ever becomes a problem.`,
  'what is asked': `
我们使用哪个版本的 Node
我们是用 npm 还是 pnpm
我们采用这个方案行不行
为何我们不再支持 XML
我们应该把它放在哪里
我们不用缓存的话会很慢吗
我们使用 Docker 的时候总是报错
wir nutzen hier eigentlich welchen Port
wir verwenden doch npm, nicht wahr
wir machen seit Tagen nichts anderes
wir nehmen an, dass der Server läuft
usamos cuántas tablas en total
usamos el mismo código y falla en producción
vamos a usar esto o no
mejor usar npm o yarn
on utilise combien de serveurs
on prend toujours la même erreur
on utilise ça depuis hier et ça plante
on va utiliser ça, n'est-ce pas
vamos usar quantos servidores
usamos isto desde ontem e falha
必ずテストを書くべきですか
siempre falla el mismo test
immer schlägt dieser Test fehl
toujours la même erreur au démarrage
总是报错，不知道原因
nunca funciona a la primera
我们为什么不用 TypeScript
我们使用的版本是多少
wir nutzen aktuell Node 18
usamos qué versión de node
on utilise encore la vieille API
vamos usar qual das duas`,
};

/** Further decisions in the same words; one a line. */
export const SETTLED_TOO: Readonly<Record<string, string>> = {
  'what was expected': `
We should sort the rows by name but show the newest first.
The banner should only appear once per user.
We should cache the answer for a minute, but never the errors.
The migration should never drop columns.
We should have one config file, not three.
The link should still work after the rename.
We should give each worker its own socket.
It should always sort by date, but put pinned ones on top.
Clicking a row should only select it.
The export should not include deleted users.
We should use the id from the token and not from the body.
We should return the token in the body but keep the cookie.
The toast should only show for errors.
We should not require a reinstall after a pull.
The cursor should stay in the field.
We should catch errors at the border.`,
  'what is complained about': `
We never return null from public functions.
We only log ids, never names.
We don't need to support Safari 14.
We don't want global state in the adapters.
We always use ISO dates in the API.
We only support one database.
We don't use barrels in this repo.
We never store passwords in the clear.
We no longer support Python 2.
We don't do string concatenation in SQL.
We always use the shared client.
We never edit applied migrations.
We only support read access there.
We don't want a proxy in front of this.
We don't allow timeouts above a minute.`,
  'what is so': `
Tests first, then the refactoring.
Let's put the migration in a separate PR.
Strict mode should be on by default.
The docs belong in a separate PR.
Rename in one commit, and do the move in a separate commit.
Parser first, then formatter, then the rest.
Let's have pagination on by default.
Let's ship the beta as a separate branch.
The exporter should default to JSON.
Fix the bug here and move the cleanup to a separate PR, in a separate branch.
The new theme should be dark by default.
Driver first, then the kernel module.
Put the ticket cleanup in a separate issue.
Send it as a string and leave numbers off by default.`,
  'what is for the moment': `
Use zod to validate the input of every route.
Keep the adapters free of business logic.
Don't use git add -A in scripts.
Let's use a lock file to find out whether another process runs.
Use checksums to know whether a file has changed.
Keep the tests next to the sources.
Do not log tokens.
Leave the version field out of the public type.
Let's store the dates as numbers.
Only use the network in the sync command.
Don't show stack traces to users.
Keep the answers of the API small.
Use the staging key in all examples.
Don't merge without green CI.
Only show the diff in the summary.
Let's log in one line per request.`,
  'where a fault is': `
Keep the keys not in env files, but in the keychain.
Not by email, but by user id.
Render it not on the client, but on the server.
Do the checks not in the hook but in the daemon.
Put this not in utils, but in core.
Not as a class, but as plain functions.
Sign it not with SHA1, but with SHA256.
Log in not with a password, but with a key.
Do it not in step two, but in step three.
Put the filter not in the query, but in the view.
Not on write, but on read.`,
  'what is supposed': `
If a plugin throws, we should log it and go on.
Let's return 204 if there is nothing to send.
We should show the old name if the new one is unknown.
If we get no answer, we should retry twice.
Use the cached copy if the network is down.
If the table exists, we should migrate it and not create it.
Let's use streaming if the body is larger than a megabyte.
We should stop the worker if the parent is gone.
If both are set, let's take the environment.
If the lockfile is missing, we should stop at once.
Let's use the second one if the first is empty.
We should use a worker if the file is large.`,
  'what is asked': `
我们使用 Vite 打包前端
我们不用 ORM，直接写 SQL
我们应该把配置放在一个文件里
改用 Redis 存会话
wir nutzen nur noch einen Port
wir verwenden für Tests die eingebaute Bibliothek
wir brauchen kein Framework dafür
usamos un solo tipo de error en toda la API
vamos a usar el mismo formato en los dos servicios
mejor usar una cola para los correos
on utilise toujours le même format de date
on garde les deux versions de l'API
on prend SQLite pour les tests
vamos usar um só tipo de erro
usamos o mesmo formato em todos os serviços
siempre usar comillas simples
immer einfache Anführungszeichen verwenden
toujours utiliser des guillemets simples
总是使用单引号
必ずテストを書いてください
我们使用 TypeScript 写后端
我们采用语义化版本
wir nutzen Node 24 in allen Paketen
usamos la versión 24 de node
on utilise la nouvelle API partout
vamos usar a segunda opção`,
};
