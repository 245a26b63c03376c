/** A thread that serves one store for each port that it receives. */
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, type MessagePort } from 'node:worker_threads'
import { storeSettings } from '../../../../main/store/sqlite/connection-settings.ts'
import { migrations } from '../../../../main/store/schema/migrations.ts'
import { openFile } from '../../../../main/store/sqlite/open-file.ts'
import type { StoreFile } from '../../../../main/store/store-file.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { isOnPostgres, storesInDatabases } from '../../../postgres/databases-for-files.ts'
import { recordJobs } from '../../../postgres/record-jobs.ts'
import { serveProductStore } from '../../../../main/session/serve-product-store.ts'
import type { Numbered, WorkerRequest } from '../../../../main/store/worker-protocol.ts'

if (parentPort === null) throw new Error('runs as a worker thread only')
recordJobs()
const databases = isOnPostgres ? storesInDatabases() : undefined
parentPort.on('message', (port: MessagePort) => {
  if (databases !== undefined) {
    serveProductStore(port, databases)
    return
  }
  // Subscribed before the store, so that the store finds the copy.
  port.on('message', ({ content }: Numbered<WorkerRequest>) => {
    if (content.kind === 'open') copyTemplate(content)
  })
  serveProductStore(port)
})

/** A folder beside the bundle, removed with it. */
const folder = mkdtempSync(join(import.meta.dirname, 'templates-'))

/**
 * The instants at which stores were created, with a template for each instant that occurred twice.
 */
const templates = new Map<string, string | undefined>()

/**
 * Copies a template: stores created at the same instant of a test clock are identical files, so
 * later ones are copies.
 */
function copyTemplate({ file, key, at }: StoreFile): void {
  if (existsSync(file) || existsSync(`${file}-wal`) || !Buffer.from(key).equals(practiceKey)) return
  const template = templates.get(at)
  if (template !== undefined) copyFileSync(template, file)
  else if (templates.has(at)) copyFileSync(newTemplate(at), file)
  else templates.set(at, undefined)
}

function newTemplate(at: string): string {
  const file = join(folder, String(templates.size))
  openFile({ file, key: practiceKey, at }, { migrations, settings: storeSettings }).close()
  templates.set(at, file)
  return file
}
