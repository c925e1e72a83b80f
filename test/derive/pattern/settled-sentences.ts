/** Decisions in words that also occur in reports, questions and suppositions; one sentence a line. */
export const SETTLED: Readonly<Record<string, string>> = {
  'what was expected': `
We should return a 404 here instead of a 500.
We should hide the button here but keep the shortcut.
We should use Postgres for the sessions.
We should only return three rows, but keep the total.
We should not show this warning at all.
It should only run once per session.
This should never touch the network.
The test should not depend on the clock.
The list should only show open items, but count all of them.
The server should always answer within a second.
It should just print the path and exit.
That should not be configurable.
The cache should still be used in tests.
The value should stay the same after a reload.
The default should remain empty for old projects.
We should not merge without a review.
We should have a timeout on every request.
We should write a migration for the old rows.
We shouldn't go with Mongo for this project.
We should really do this in the worker.
The page should not reload when the filter changes.
There should only be one worker per home.
This should always return an array, never undefined.
The file should never be larger than 10 MB.
We should move the new logo to the header.
We should allow the old password for one release.
We should log more in the next run of the job.
We should pin the old version of the driver.
We should send the mails in one batch per hour.
We should send a mail, but never two for one event.
The second call should not block the first one.
Everything should still work without the daemon.
It should default to utf-8 everywhere.
The tooltip should not overlap the button on small screens.
The worker should only restart on failure.
All requests should always carry the token.
We should throw an error here instead of an empty page.
The users should only see the diff of their own files.
The counter should never go below zero.
The hook should just exit without any output.`,
  'what is complained about': `
We never use default exports.
We always use tabs in Makefiles.
We don't have feature flags anymore.
We only support the two latest versions.
We always use UTC for what we store.
We never do releases on Fridays.
We don't need the legacy parser anymore.
We do not allow direct pushes to main.
We always want a changelog entry with a release.
We only need the title and the date.
We never use the global install of the tool.
We always do the migration before the deploy.
We don't do partial reads here.
We never do schema changes by hand.
We don't want a framework for this.
We don't need a cache for this endpoint.
We always want one error type for all adapters.
We really don't need both list and explain.
We actually never support more than one home.
We don't support IE11 any longer.
We always use a pool for database connections.
We only use the vendor SDK in one module.
We don't care about Windows for this release.
We never ship debug symbols to users.
We always use a lock file.
We don't use lodash in this code base.
We only want the minified bundle in the package.
We never want to store raw tokens.
We don't use mocks for our own code.
We do not support Node 18.
We don't need another dependency for this.
We always use squash merges in this repo.
We never use abbreviations in names.
We only use the staging bucket in tests.
We don't allow network access in unit tests.
We always ship types with the package.
We don't want retries in the client.
We never allow unsigned commits.
We don't ship source maps to production.
We no longer support the old config format.`,
  'what is so': `
The flag should be off by default.
Keep dark mode as the default.
Make verbose the default and quiet an option, let's set it on by default.
The value should default to null in the database.
Docs first, then the code.
The parser first, then the printer.
Migrations first and then the seed data.
Schema first, then the resolvers, then the tests.
Let's make compact mode the default.
Let's turn telemetry off by default.
Use port 3000 as the default for the dev server.
Let's do this in a separate branch.
Put the refactoring in a separate PR.
The rename goes in a separate commit.
I'd do the cleanup in a follow-up PR.
Track the flaky test as a separate issue.
Do the docs in a separate task.
Leave the styling for a different PR.
Move that in a separate pull request please.
The typo fixes belong in a separate commit.
The upgrade should be done in a separate branch.
Keep the formatting changes in a separate commit.
We will make the new parser the default.
Client first, then server, as two releases.
Core package first, then the plugins.
Unit tests first, then the code.
Read path first and then the write path.
We'll have caching off by default.
Sort by date by default, it should default to newest first.
The old layout should remain the default.
The menu should stay collapsed by default.
Let's have strict mode enabled by default.
Let's keep the sidebar hidden by default.
Let's use UTC as the default zone.
Logging should be quiet by default and loud with a flag.
Let's use the bundled driver by default.
API first, then the command line.
Let's ship it disabled by default.
The new index should default to off.
Let's put the generated code in a separate branch.`,
  'what is for the moment': `
Use the debugger protocol instead of log parsing.
Keep the failing test in a quarantine folder.
Don't add code comments that repeat the code.
Don't write to the database in the request path.
Don't touch the generated files by hand.
Leave the old endpoint in place for one release.
Use the shared fixtures for all integration tests.
Skip the greeting line in the exported file.
Let's use this adapter for all three databases.
I would like to use a staging table for the import
I want the summary to be shorter than the session.
Call the module runner rather than executor.
Write the config as TOML instead of YAML.
Keep the build green on every commit.
Keep the public API as small as it is.
Keep backwards compatibility with the old file format.
Keep the two parsers apart.
Keep using npm for the workspace.
Keep supporting the old flag until version 3.
Keep the lock until the transaction ends.
Use ripgrep for the search command.
Use the browser's own date picker.
Use structured logs with a request id.
Use a queue to decouple the writers.
Don't commit generated files.
Don't push to main directly.
Do not change the public types in a patch release.
Don't run migrations on start.
Don't delete rows, mark them as deleted.
Don't worry about old browsers in this project.
Only run the slow tests in the nightly job.
Only change the schema with a migration.
Leave the retries to the queue.
Let's keep the files below 400 lines.
Let's leave authentication to the proxy.
Let's call it workspace everywhere.
Let's put the limits into one table.
Let's add a timeout to every request.
Let's drop support for the XML format.
We need to add a version to every message.`,
  'where a fault is': `
Not in the parser, but in the lexer.
Put the check not in the client, but in the server.
Store it not in the home folder, but in the project.
Keep the state not in the component but in the store.
Put the limits not in code, but in the settings.
Not as a comment, but as a document attached to the issue.
Handle errors not in each route, but in one middleware.
Pass it not as a flag, but as an option.
Show it not in the title, but in the footer.
Send the token not in the url, but in a header.
Not via the socket, but via the poll endpoint.
Not with npm, but with pnpm.
Log it not with print, but with the logger.
Write the docs not in the wiki, but in the repo.
Set the value not in the form, but in the reducer.
Report it not as an error, but as a warning.
Keep secrets not in the repo, but in the vault.
Return it not as a string, but as a number.
The check should be not in the writer, but in the reader.
Make the release not on Friday, but on Monday.
Send it not as JSON, but as a form.
Put the output not in dist, but in build.
Run the job not on push, but on a schedule.
Not by name, but by id.
Sort not by name, but by date.
Validate not in the loop but in the setup.
Run this not in CI, but in the nightly job.
Not on the main thread, but on a worker.
Export it not as a class, but as a function.
Check it not with a regex, but with the parser.
Print it not on stdout, but on stderr.
Fail not with a code, but with an error.
Store the time not as text, but as a number.
Not in one big PR, but in three small ones.
Use it not as a framework, but as a library.
Do the split not by size, but by topic.
Test it not with mocks, but with a real server.
Load it not on start, but on first use.
Configure it not via flags, but via a file.
Name them not by type, but by purpose.`,
  'what is supposed': `
If the file is missing, we should create it.
If there is no token, we should fail early.
We should fail early if there is no token.
When the cache is cold, let's use the slow path.
If a hook fails, we should never block the agent.
Let's skip the upload if the file is empty.
Let's hide the panel if there are no results.
We should only retry if the error is transient.
We should drop the row if the id is unknown.
If the flag is set twice, we should take the last one.
We should use the local file if there is no server.
Don't send a mail if the address is not confirmed.
Let's return null if nothing was found.
We should skip the check if the folder is empty.
If two rules match, we should use the longer one.
We don't need the index if the table is small, so let's drop it.
We need to handle the case where the list is empty.
If a session has no end, we should use its last event.
We should warn the user if the disk is full.
Only run the job if a file has changed.
Use the second mirror if the first is down.
Keep the old value if the new one is empty.
Never start the server if the port is taken.
Let's use the short name if it is unique.
If the user cancels, we should keep the draft.
Let's print the help if no command is given.
We should ask for a name if the default is taken.
We need to store the zone if the time is local.
Let's fall back to English if a text is missing, and let's use the key as a last resort.
If the build fails, we should keep the old bundle.
It should only be shown if there is more than one.
This should never run if the tests are off.
We should split the batch if it is larger than 1000.
Skip the file if it is binary.
Drop the event if its clock is ahead.
We should use the id if the name is empty.
Use tabs if the file has tabs.
If an entry is older than a day, we should remove it.
Let's hide the list if the query is too short.
Don't log the body if it holds a token.`,
  'what is asked': `
我们不用 Redis 了，太复杂
我们决定使用 Postgres 数据库
我们使用 pnpm 管理依赖
我们应该用同一个错误类型
我们应该在服务器端处理这个错误
我们应该用 Postgres 存会话
不要用 Redis，用内存缓存
我们使用 SQLite 作为数据库
我们就用 SQLite 存储数据
改用 pnpm 安装依赖
统一用 UTC 时间存储
我们不再支持 Windows 平台
我们采用第二个方案
换成 TypeScript 重写
决定用 React 写前端
wir nutzen ab jetzt das neue Verzeichnis
wir nutzen Redis nur für den Cache
wir verwenden Node 24 für alles
wir machen das in einem eigenen Branch
wir brauchen kein Redis für dieses Projekt
wir nehmen Postgres statt MySQL
wir sollten nur eine Tabelle haben
wir nutzen keine globalen Variablen
wir verwenden immer die neueste Version
usamos pnpm en lugar de npm
usamos una sola base de datos
usamos Redis para las colas
usamos la versión nueva en todo
vamos a usar Postgres para las sesiones
mejor usar la librería estándar aquí
usamos TypeScript en todo el proyecto
on garde le format actuel des fichiers
on utilise Postgres comme base de données
on utilise Redis pour le cache
on va utiliser le nouveau format partout
on prend la version 24 de Node
on utilise une seule table pour tout
vamos usar Postgres como banco de dados
vamos usar Redis para o cache
usamos uma tabela só para eventos`,
};
