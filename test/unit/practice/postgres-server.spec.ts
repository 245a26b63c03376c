/** A PostgreSQL server of its own: it leaves nothing behind, however it ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPostgres } from '../../../main/practice/find-postgres.ts'
import { PostgresNotStarted, startServer } from '../../../main/practice/postgres-server.ts'
import { connectTo } from '../../postgres/server.ts'

const programs = findPostgres() ?? ''
const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'countersign-server-'))

describe.skipIf(programs === '')('a server of its own', () => {
  it('answers on a socket alone, restarts with its data, and is removed when stopped', async () => {
    const folder = await newFolder()
    const server = await startServer(programs, folder)
    const before = await connectTo(server)
    await before.query('CREATE TABLE kept (n int)')
    expect((await before.query('SHOW listen_addresses')).rows).toEqual([{ listen_addresses: '' }])
    await before.end()
    for (const mode of ['fast', 'immediate'] as const) {
      await server.restart(mode)
      const after = await connectTo(server)
      expect((await after.query('SELECT * FROM kept')).rows).toEqual([])
      await after.end()
    }
    const open = await connectTo(server)
    // The server ends the session; that is no failure here.
    open.on('error', () => undefined)
    await server.stop()
    expect(existsSync(folder)).toBe(false)
    await expect(connectTo(server)).rejects.toThrow()
  })

  it('is stopped and removed when the program that started it is killed', async () => {
    const folder = await newFolder()
    const url = new URL('../../../main/practice/postgres-server.ts', import.meta.url).href
    const program = `
      import { startServer } from ${JSON.stringify(url)}
      await startServer(${JSON.stringify(programs)}, ${JSON.stringify(folder)})
      console.log('started')
      setInterval(() => undefined, 1000)`
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(parent.stdout, 'data')
    const session = await connectTo({ host: join(folder, 'server'), user: 'countersign' })
    session.on('error', () => undefined)
    const ended = new Promise((resolve) => session.once('end', resolve))
    parent.kill('SIGKILL')
    // The server itself ends the session, so it has not only lost its files.
    await ended
    const isThere = () => existsSync(folder)
    await expect.poll(isThere, { timeout: 60_000 }).toBe(false)
    // A window of a team that still closes writes into its data again.
    await mkdir(join(folder, 'workstation-1'), { recursive: true })
    await expect.poll(isThere, { timeout: 60_000 }).toBe(false)
  }, 180_000)

  it('says what PostgreSQL said if it does not start, and leaves nothing', async () => {
    const folder = await newFolder()
    const starting = startServer(programs, folder, { max_connections: 'many' })
    await expect(starting).rejects.toThrow(PostgresNotStarted)
    await expect(starting).rejects.toThrow('invalid value for parameter "max_connections": "many"')
    expect(existsSync(folder)).toBe(false)
  })

  it('leaves nothing if its programs cannot be started', async () => {
    const folder = await newFolder()
    await expect(startServer('/nowhere', folder)).rejects.toThrow('ENOENT')
    expect(existsSync(folder)).toBe(false)
  })
})

it('finds the programs together or not at all', () => {
  if (programs === '') return
  expect(readdirSync(programs)).toEqual(expect.arrayContaining(['initdb', 'pg_ctl', 'postgres']))
})
