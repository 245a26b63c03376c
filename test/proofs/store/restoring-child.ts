/**
 * Replaces a store by the prepared one, with the worker at a URL: `restoring-child.ts <store>
 * <prepared> <worker>`. Prints `restoring` before, and `done` or `refused <code>` after.
 */
import { writeSync } from 'node:fs'
import { restoreStore } from '../../../main/store/store.ts'
import { storeThread } from '../../../main/store/store-thread.ts'

const [file = '', prepared = '', worker = ''] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)

say('restoring')
const done = await restoreStore({ file, prepared, startStoreWorker: storeThread(new URL(worker)) })
say(done.ok ? 'done' : `refused ${done.error.code}`)
