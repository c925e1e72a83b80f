/** Sentences that decide nothing, by the reason why; one a line. */
export const UNSETTLED: Readonly<Record<string, string>> = {
  'what was expected': `
We should see a 200 here but get a 500.
We should be able to see the button here but it is missing.
We should have used Postgres.
We should get three rows back, but there are only two.
We should not see this warning at all, yet it shows up.
It should only run once but it runs twice.
This should never happen, but it does.
The test should not fail here, but it fails.
The list should only show open items but it shows all of them.
The server should always answer within a second, however it takes ten.
It should just work, but nothing happens.
That should not be possible, but somehow it is.
The cache should still be warm, but it isn't.
The value should stay the same, but it changes after a reload.
The default should remain empty, yet I get null.
We should not have merged that so early.
We should have been told about this before the release.
We should have written a migration back then.
We shouldn't have gone with Mongo in the first place.
We should really have done this last year.
The page should not reload, but it reloads every time.
There should only be one worker, but I see three of them.
This should always return an array but returns undefined.
The file should never be empty, but it was empty this morning.
We should be seeing the new logo by now.
We should be able to log in with the old password.
We should know more after the next run.
We should be fine with the old version, I guess.
We should hear from them by Monday.
We should receive a mail, but none arrives.
The second call should not block, but it hangs forever.
Everything should still work, but the build breaks.
It should default to utf-8, but it comes out as latin1.
The tooltip should not overlap the button, but it does on small screens.
The worker should only restart on failure, though it restarts all the time.
All requests should always carry the token, but some do not.
We should get an error here instead of an empty page.
I would have expected that we should see the diff here.
The counter should never go below zero, but right now it goes to minus one.
The hook should just exit, but instead it waits for input.`,
  'what is complained about': `
We never have time for this.
We always have this problem with the CI.
We don't have a reproduction of this bug
We only have 5 minutes left today.
We always have to restart the server twice.
We never do anything about the flaky tests.
We don't have any logs from that day.
We do not have access to that machine.
We always need half an hour to set this up.
We only have one person who knows this code.
We never use the thing we paid so much money for.
We always do the same mistake with the time zones.
We don't do enough testing.
We never do code reviews properly.
We don't want to be here all day.
We don't have enough memory on that box.
We always want too much at once.
We really don't need this problem again.
We actually never have a clean build on Mondays.
We don't have an idea what broke it.
We always use far too much memory in this loop.
We only ever have trouble with that vendor.
We don't care who broke it.
We never have the right version installed.
We always have a conflict in the lock file.
We don't have a clue why it hangs.
We only have the minified stack trace.
We always need to clear the cache by hand.
We never want to see this error again.
We don't use it yet.
We do not support that yet, sadly.
We don't need another outage like that one.
We always have merge conflicts in this file.
We never have a good name for these things.
We only have the staging credentials so far.
We don't allow ourselves enough time for the details.
We always do it wrong the first time.
We don't have the budget for that.
We never have anyone on call at night.
We don't have any tests for this module.`,
  'what is so': `
the tests are green in CI but red by default on my machine
the tests are red by default on my machine
The server starts first, then the client fails with a timeout.
The flag is off by default.
Dark mode is the default on this laptop.
The value is null by default in the database.
The page loads first, then the script runs.
It prints the header first, then crashes.
The first request works first and then everything hangs.
The screen flashes first, then goes black.
The log is empty and verbose mode is off by default here.
My editor uses tabs and wraps at 80 by default.
The port is taken but 3000 is the default of that tool.
Safari blocks this and third party cookies by default.
The button is grey first, then turns blue.
The fix is in a separate branch already.
The change went out in a separate PR last week.
It was done in a different session by someone else.
That bug is tracked as a separate issue upstream.
My colleague has this in a separate branch.
The old code lives in a different branch.
The build runs in Docker as the default user.
It asks for a password first, then for a code.
The client connects first, then it gets a reset.
We have this in a separate branch on the fork.
There is a patch for it in a separate pull request.
It compiles first, then the linker complains.
The container boots first, then it loops.
The regression came in with a separate commit.
The library is installed and on by default in Ubuntu.
The option is there, but hidden by default.
The proxy answers first, then the backend times out.
He did that in a different session.
The first half passes first, then the second half fails.
The daemon is running and enabled by default on this box.
The worker wakes up first, then goes back to sleep.
The test passes first, then it fails on the second run.
The window opens first, then closes by itself.
npm shows a warning first, then it installs nothing.
The tests have failed by default since the update, and CI is the default target.`,
  'what is for the moment': `
Use the debugger to find out why it hangs on start.
Keep working on the failing test until it passes.
Don't do anything yet, just explain the code to me.
Don't write code now, only look at the logs.
Don't touch anything until I come back.
Leave me a note when you are done with it.
Use your judgment and fix the tests for me please.
Skip the greeting and tell me what this does.
Let's use this opportunity to look at the code base and see what is there.
I would like to use the staging server to reproduce the bug
I want this to be done by tomorrow.
Call John tomorrow rather than today.
Write me a poem about rain instead.
Keep going until all of them are green.
Keep trying for a few more minutes please.
Keep looking for the cause in the logs.
Keep digging until you know why.
Keep me posted about the progress there.
Keep an eye on the build while it runs.
Use grep to look for the other callers.
Use the browser to check what the page shows.
Use the logs from yesterday to see what happened.
Use curl to reproduce the problem on staging.
Don't commit anything yet, please.
Don't push yet, I want to look first.
Do not change anything yet, only read the file.
Don't run the tests now, they take too long.
Don't delete it yet, I still need it.
Don't worry about the failing test right now.
Only run the first test for the moment.
Only change this one line for now and show me.
Leave it running while I get a coffee.
Let's keep going with the next file for a bit.
Let's leave it there for today and go home.
Let's call it a day now, thanks.
Let's put a breakpoint there to see what happens.
Let's add a print here to find out what it is.
Let's drop everything and figure out this crash.
We need to add a log line to find out which one fails.
I'd like to use the profiler to see where the time goes.`,
  'where a fault is': `
It fails not in the parser, but in the lexer.
The error is not in the client, but in the server.
It is not in my branch, but in main.
The bug is not in our code but in the driver.
The leak is not in the cache, but in the socket pool.
I found it not in the docs, but in the source.
It breaks not on Linux, but on macOS.
It crashes not on start, but on exit.
The delay is not in the query, but in the network.
The typo is not in the title, but in the text.
It is not with the first call, but with the second.
The problem is not with npm, but with the registry.
It happens not in Chrome, but in Safari.
The time goes not in the build but in the tests.
The value is lost not in the form, but in the reducer.
He lives not in Paris, but in Lyon.
The config is not in the home folder, but in the repo.
The message comes not via the socket, but via the poll.
The race is not in the writer, but in the reader.
It was not in the last release, but in the one before.
The request arrives not as JSON, but as a form.
The file ends up not in dist, but in build.
It shows up not on the first run, but on the second.
They failed not with a timeout, but with a reset.
The output is not as expected, but as it was before.
It is slow not in the loop but in the setup.
The test hangs not in CI, but on my laptop.
It was reported not by a user, but by the monitor.
The regression is not in 1.2, but in 1.3.
The warning is not in the compiler, but in the linter.
I see this not in the logs, but in the console.
It dies not with an error, but with a signal.
The mistake is not in the test, but in the fixture.
The value was set not by us, but by the library.
The stall is not in the disk, but in the lock.
The crash was not on the worker, but on the main thread.
It is triggered not by the click, but by the focus.
The data is stored not in the table, but in a file.
The line is wrong not in the source, but in the map.
It goes wrong not in step one, but in step two.`,
  'what is supposed': `
If we use Redis then we should also use Lua.
If we went with Postgres, we should also think of backups.
We should use Lua if we go with Redis.
Suppose we go with Postgres, then we should change the schema.
Assuming we keep the API, we should add a version.
Let's say we use Redis, then we need to add a cache key.
If you think so, let's use the other one.
If you agree, let's go with the second plan.
Let's use SQLite if you think that is better.
Let's keep the flag if you want.
Let's go with pnpm if you like it more.
We should split this file, if you agree.
If I had more time, I would rewrite the parser.
If we had more people, we should support Windows.
I would use Rust if we could start over.
I would split it into two if it were my project.
In case we move to Kubernetes, we should change the probes.
Unless you see a problem, let's keep the old name.
Unless we drop Node 18, we should avoid that API.
If we ever support Windows, we should store paths with slashes.
We should store paths with slashes if we ever support Windows.
Imagine we have two regions, then we need to store the zone.
Had we used Postgres, we should have no such problem.
If we decide for GraphQL, let's use codegen.
Let's use codegen if we decide for GraphQL.
If we were to drop the ORM, we should write the SQL by hand.
We need to make a new table if we take that route.
Depending on the numbers, we should keep the index or drop it.
If it was up to me, we should drop the whole module.
We should only keep it if we can afford it.
If we don't find a better way, let's keep the lock.
Let's make it a setting if we can't agree.
We should use a queue, assuming that we want retries.
Provided that you have time, let's add the export.
If that is ok with you, let's use the new parser.
Let's use the new parser if that's ok for you.
Let's split the PR if it gets too large for you.
Say we choose Kafka, then we need to have three brokers.
If we choose the first one, we don't need the second.
We don't need the second one if we choose the first.`,
  'what is asked': `
为什么我们不用 Redis
我们决定不了用哪个数据库
我们使用的这个函数报错了，为什么
我们应该用哪个库
我们应该怎么处理这个错误
我们是不是应该用 Postgres
我们不用 Redis 是什么原因
我们使用什么数据库
我们就用 SQLite 可以吗
要不要改用 pnpm 呢
改用 pnpm 会不会更快
我们不再支持 Windows 了吗
我们采用的方案有问题
我们使用了三个库，都报错
我们还没决定用哪个框架
wir nutzen gerade das falsche Verzeichnis
wir nutzen doch schon Redis, oder
wir verwenden welche Version von Node
wir machen das gerade falsch, glaube ich
wir brauchen kein Redis, oder doch
wir nehmen warum nicht einfach Postgres
wir sollten das vielleicht mal besprechen
wir nutzen das leider noch nicht
wir verwenden im Moment die alte Version
usamos esto ayer y no funciona
usamos qué base de datos aquí
usamos Redis en este proyecto, verdad
usamos la versión vieja todavía, creo
vamos a usar cuál de los dos
mejor usar qué librería para esto
usamos npm o pnpm en este repo
on garde le contact, merci beaucoup
on utilise quoi comme base de données
on utilise déjà Redis, non
on va utiliser lequel des deux
on prend quelle version de Node
on utilise actuellement la mauvaise version
vamos usar qual banco de dados
vamos usar Redis ou Postgres aqui
usamos isso ontem e deu erro`,
};
