/** The worker thread that reads spreadsheets and writes workbooks: a program of its own. */
import { parentPort } from 'node:worker_threads'
import { answerSpreadsheets } from './answer-spreadsheets.ts'

if (parentPort === null) throw new Error('the spreadsheet worker runs as a worker thread only')
answerSpreadsheets(parentPort)
