// ingest.ts is the program of the thread that parses and redacts long transcripts: the worker goes on acknowledging hooks.

import { parentPort, workerData } from 'node:worker_threads';
import { type CleanedHome, serveCleanTranscripts } from '../memory/clean-transcripts.ts';

if (parentPort !== null) serveCleanTranscripts(parentPort, workerData as CleanedHome);
