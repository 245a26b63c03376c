/** The worker thread that reads spreadsheets and writes workbooks: a program of its own. */
import { parentPort } from 'node:worker_threads'
import { serveSpreadsheets } from './serve-spreadsheets.ts'

if (parentPort === null) throw new Error('the spreadsheet worker runs as a worker thread only')
serveSpreadsheets(parentPort)
