/** Has spreadsheets taken apart by the bundled worker, in every test of a process: nobody hands the worker in. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { spreadsheetWorker } from '../../../../main/spreadsheets/spreadsheet-link.ts'
import { programsFolder } from './programs.ts'

const folder = programsFolder()
if (folder !== undefined)
  spreadsheetWorker.script = pathToFileURL(join(folder, 'spreadsheet-worker.js'))
