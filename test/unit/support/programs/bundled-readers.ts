/**
 * Makes every test of a process read files with the bundled workers, so that no test has to pass
 * them in.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { certificateWorker } from '../../../../main/profile/certificates/certificate-reader.ts'
import { spreadsheetWorker } from '../../../../main/platform/spreadsheets/spreadsheet-link.ts'
import { programsFolder } from './programs.ts'

const folder = programsFolder()
if (folder !== undefined)
  for (const program of [spreadsheetWorker, certificateWorker])
    program.script = pathToFileURL(join(folder, `${program.name}-worker.js`))
