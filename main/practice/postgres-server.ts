/**
 * A PostgreSQL server of its own for a practice team or a run of tests: on a socket in a folder,
 * without a port. Nothing in it has to survive a power cut.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverAccount, type Account } from './find-postgres.ts'

/** The role of the workstations; only the accounts that may open the socket's folder reach it. */
export const serverRole = 'countersign'
/** Names the socket in the server's folder. */
export const serverPort = 5432

/** Settings by the names of PostgreSQL's documentation. */
export type ServerSettings = Readonly<Record<string, string>>

const usual: ServerSettings = {
  listen_addresses: '',
  port: String(serverPort),
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  autovacuum: 'off',
  jit: 'off',
}

/** How a server is stopped, as `pg_ctl` names it: sessions are ended, or it ends as in a crash. */
export type StopMode = 'fast' | 'immediate'

/** A running server. */
export interface PostgresServer {
  /** The folder of its socket. */
  readonly host: string
  readonly user: string
  /** Stops the server and starts it again. Resolves when it answers. */
  restart(mode: StopMode): Promise<void>
  /** Ends the server, if it runs, and removes the folder. */
  stop(): Promise<void>
}

/** Name of the file of each member of a team. */
export const memberFile = 'member.json'

/** What the guard is told when nothing writes in the folder any more. */
const allClosed = 'all closed'

/**
 * Reads until this program is gone or closes the pipe, whatever signals come before. Then removes the
 * files of the members, so that the windows of a team close, ends the server, and removes the folder.
 * If this program was killed, its windows still close meanwhile, and may make the folder again: then
 * it is removed each second for as long as that can take.
 */
const guardScript = `
trap '' HUP INT TERM
told=$(cat)
rm -f "$1"/*/${memberFile}
running="$1/server/data/postmaster.pid"
process=$(head -n 1 "$running" 2> /dev/null) && kill -s INT "$process"
left=300
while [ -e "$running" ] && [ "$left" -gt 0 ]; do left=$((left - 1)); sleep 0.1; done
left=20
while rm -rf "$1"; [ -e "$1" ] || [ "$told" != "${allClosed}" ]; do
  [ "$left" -gt 0 ] || break
  left=$((left - 1))
  sleep 1
done
`

/**
 * Starts a server of the programs in `programs` (`findPostgres`), with its files inside `folder`,
 * which exists, belongs to the server from then on, and is removed with it, also when this program is
 * killed. Rejects with what PostgreSQL printed if the server does not start; then nothing is left.
 * `settings` replace some of the usual ones.
 */
export async function startServer(
  programs: string,
  folder: string,
  settings: ServerSettings = {},
): Promise<PostgresServer> {
  const guard = startGuard(folder)
  try {
    const account = serverAccount()
    const host = join(folder, 'server')
    const data = join(host, 'data')
    const log = join(host, 'log')
    await mkdir(host, { mode: 0o700 })
    if (account !== undefined) {
      // The server of root is another account's, which passes through the folder.
      await chmod(folder, 0o711)
      await chown(host, account.uid, account.gid)
    }
    const options = ['-N', '-A', 'trust', '-U', serverRole, '-E', 'UTF8', '--locale=C', '-D', data]
    await finish(join(programs, 'initdb'), options, account)
    const given = Object.entries({ ...usual, unix_socket_directories: host, ...settings })
    const lines = given.map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    await appendFile(join(data, 'postgresql.conf'), lines.join(''))
    const control = (...args: readonly string[]) =>
      finish(join(programs, 'pg_ctl'), ['-D', data, '-w', '-s', ...args], account, log)
    await control('start', '-l', log)
    return {
      host,
      user: serverRole,
      restart: (mode) => control('restart', '-m', mode, '-l', log),
      stop: () => guard.end(),
    }
  } catch (error) {
    await guard.end()
    throw error
  }
}

/** Starts the program that ends the server and removes the folder, at the latest with this one. */
function startGuard(folder: string): { end(): Promise<void> } {
  const guard = spawn('/bin/sh', ['-c', guardScript, 'countersign-team', folder], {
    // Ctrl+C in a terminal reaches neither it nor what it starts.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = endOf(guard)
  guard.unref()
  return {
    async end() {
      guard.ref()
      guard.stdin.end(allClosed)
      await exited
    },
  }
}

const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })

/** Runs a program to its end. Rejects with its output, and that of the server, if it fails. */
async function finish(
  program: string,
  args: readonly string[],
  account: Account | undefined,
  log?: string,
): Promise<void> {
  const child = spawn(program, args, {
    ...account,
    // The account may be refused in the folder of this program.
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-10_000)
    })
  if ((await endOf(child)) === 0) return
  const printed = log === undefined ? '' : await readFile(log, 'utf8').catch(() => '')
  throw new PostgresNotStarted(`${output}${printed}`.slice(-10_000))
}

/** PostgreSQL could not be prepared, started or stopped; the message is what it printed. */
export class PostgresNotStarted extends Error {
  constructor(printed: string) {
    super(printed)
    this.name = 'PostgresNotStarted'
  }
}
