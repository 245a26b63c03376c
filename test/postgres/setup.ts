/** Starts the server of a run of Vitest, once for all projects that test on PostgreSQL. */
import { tmpdir } from 'node:os'
import type { TestProject } from 'vitest/node'
import { startPostgres, type PostgresServer, type Reach } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Null: this machine has no PostgreSQL, and its tests are left out. */
    postgres: Reach | null
  }
}

const shared = globalThis as { countersignPostgres?: Promise<PostgresServer | undefined> }

/**
 * Vitest calls this for each project after the run's folder was made. Provides how to reach the
 * server, and returns a function that ends it. Fails without PostgreSQL where CI needs it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = shared.countersignPostgres === undefined
  shared.countersignPostgres ??= startPostgres(project.config.env['TMPDIR'] ?? tmpdir())
  const server = await shared.countersignPostgres
  if (server === undefined && isFirst) sayLeftOut()
  if (server) process.env['COUNTERSIGN_TEST_SOCKET'] = server.host
  project.provide('postgres', server ? { host: server.host, user: server.user } : null)
  return async () => {
    if (isFirst) await server?.stop()
  }
}

function sayLeftOut(): void {
  const message = 'PostgreSQL is not installed (Debian: postgresql): its tests are left out'
  if (process.env['CI'] !== undefined) throw new Error(message)
  process.stdout.write(`${message}\n`)
}
