// backup.ts is the program of the thread that makes and checks backups: the worker goes on meanwhile.

import { parentPort, workerData } from 'node:worker_threads';
import { type BackupTask, carryOut } from '../backup/backups.ts';
import { toOutcome } from '../platform/process/run-in-thread.ts';

parentPort?.postMessage(await toOutcome(() => carryOut(workerData as BackupTask)));
