/**
 * The only worker thread that uses SQLite, or the database of a team, so that a slow disk or line
 * never blocks main.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Stores } from '../store/engine.ts'
import type { TeamStore } from '../store/team-store.ts'
import { serveProductStore } from './serve-product-store.ts'

/** A store in a file needs no driver of a database. */
async function storesOf(team: TeamStore): Promise<Stores> {
  const { teamStores } = await import('../store/team-store.ts')
  return teamStores(team)
}

if (parentPort === null) throw new Error('the store worker runs as a worker thread only')
const team = workerData as TeamStore | null
serveProductStore(parentPort, team ? await storesOf(team) : undefined)
