/** A PostgreSQL server for one run of tests: on a socket of its own, without a port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { buildNextVersion } from '../../main/store/postgres/next-version.ts'
import { connectEngine } from '../../main/store/postgres/postgres-engine.ts'
import { findPostgres, serverAccount, type Account } from './find-postgres.ts'

/** The role of the tests; only the accounts that may open the socket's folder reach it. */
export const role = 'countersign'
/** The database that is copied for a store: an empty one of the newest version. */
export const template = 'empty_store'
/** Nothing here has to survive a power cut, and each test has a database of its own. */
const usual: Settings = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  autovacuum: 'off',
  jit: 'off',
}

type Settings = Readonly<Record<string, string>>

/** Where a server answers, and how to reach one of its databases. */
export interface Reach {
  readonly host: string
  readonly user: string
}

/** How a server is stopped, as `pg_ctl` names it: sessions are ended, or it ends as in a crash. */
export type StopMode = keyof typeof stopSignals
const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** A running server. */
export interface PostgresServer extends Reach {
  /** Stops the server and starts it again. Resolves when it answers. */
  restart(mode: StopMode): Promise<void>
  /** Ends the server and removes its files. */
  stop(): Promise<void>
}

/**
 * Starts a server with its files in a new folder inside `parent`; undefined if the machine has no
 * PostgreSQL. Fails if it does not start. A server whose files are removed ends by itself. `settings`
 * replace some of the usual ones.
 */
export async function startPostgres(
  parent: string,
  settings: Settings = {},
): Promise<PostgresServer | undefined> {
  const programs = findPostgres()
  if (programs === undefined) return undefined
  const account = serverAccount()
  const folder = newFolder(parent, account)
  const data = join(folder, 'data')
  const options = ['-N', '-A', 'trust', '-U', role, '-E', 'UTF8', '--locale=C', '-D', data]
  await finish(start(join(programs, 'initdb'), options, account))
  const reach = { host: folder, user: role }
  const given = Object.entries({ ...usual, ...settings })
  const serverOptions = ['-D', data, '-k', folder].concat(
    given.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  )
  const started = async (): Promise<Running> => {
    const running = start(join(programs, 'postgres'), serverOptions, account)
    await answering(reach, running)
    return running
  }
  let server = await started()
  const end = async (mode: StopMode): Promise<void> => {
    server.child.kill(stopSignals[mode])
    await server.ended
  }
  await makeTemplate(reach)
  return {
    ...reach,
    async restart(mode) {
      await end(mode)
      server = await started()
    },
    async stop() {
      // Ends at once, also where a failed test left a connection open.
      await end('fast')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Connects to a database of a server; the caller ends the connection. */
export async function connectTo({ host, user }: Reach, database = 'postgres'): Promise<pg.Client> {
  const client = new pg.Client({ host, user, database })
  await client.connect()
  return client
}

async function makeTemplate(reach: Reach): Promise<void> {
  const server = await connectTo(reach)
  await server.query(`CREATE DATABASE ${template} TEMPLATE template0`)
  await server.end()
  const engine = await connectEngine({ ...reach, database: template })
  const built = await buildNextVersion(engine, '')
  await engine.close()
  if (!built.ok) throw new Error(JSON.stringify(built.error))
}

function newFolder(parent: string, account: Account | undefined): string {
  const folder = mkdtempSync(join(parent, 'pg-'))
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}

interface Running {
  readonly child: ChildProcess
  /** The exit code with what the program printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
}

function start(program: string, args: readonly string[], account: Account | undefined): Running {
  // The account may be refused in the folder of the caller.
  const child = spawn(program, args, { ...account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-10_000)
    })
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code, output })
    })
  })
  return { child, ended }
}

async function finish({ ended }: Running): Promise<void> {
  const { code, output } = await ended
  if (code !== 0) throw new Error(`PostgreSQL could not be prepared:\n${output}`)
}

/** Waits until a server answers. Throws what it printed if it ends, or its refusal after 30 seconds. */
async function answering(reach: Reach, { child, ended }: Running): Promise<void> {
  const until = performance.now() + 30_000
  for (;;) {
    try {
      await (await connectTo(reach)).end()
      return
    } catch (error) {
      if (child.exitCode !== null) throw new Error((await ended).output, { cause: error })
      if (performance.now() > until) throw error
      await wait(20)
    }
  }
}
