/**
 * Reports problem after problem until it is killed: `writing-child.ts <folder> <bytes of a file>`.
 */
import { setImmediate } from 'node:timers/promises'
import { systemClock } from '../../../../main/platform/clock.ts'
import { openLog } from '../../../../main/platform/log/log.ts'

const [, , folder = '', fileBytes = '0'] = process.argv
const bounds = { fileBytes: Number(fileBytes), olderFiles: 4 }
const log = openLog(folder, systemClock, { bounds })
for (let at = 0; ; at += 1) {
  log.unforeseen(`place ${String(at)}`, new Error('what goes wrong'))
  if (at % 10 === 0) {
    await log.flushed()
    await setImmediate()
  }
  if (at === 10) process.stdout.write('writes\n')
}
