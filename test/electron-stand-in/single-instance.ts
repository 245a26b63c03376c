/** The single-instance lock: an atomic symlink names its holder, which listens on a socket of that name. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The message of a second instance to the first. */
export interface SecondInstance {
  readonly argv: string[]
  readonly cwd: string
  readonly data?: unknown
}

/** A lock that is held. */
export interface Lock {
  release(): void
}

/**
 * Takes the lock of a folder.
 *
 * @param mine the message to the holder when another process has the lock. Sent before this returns, so
 *   that an app.quit() right after cannot lose it.
 * @returns undefined when another process has the lock.
 */
export function takeLock(
  folder: string,
  mine: SecondInstance,
  onSecond: (second: SecondInstance) => void,
): Lock | undefined {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'standin.lock')
  const address = socketAddress(folder)
  // The second attempt comes after a stale lock was removed; the third after losing a race for it.
  for (let attempt = 0; attempt < 3; attempt++) {
    if (tryLink(path)) return hold(path, address, onSecond)
    if (isStale(path)) {
      rmSync(path, { force: true })
      continue
    }
    notifyHolder(address, mine)
    return undefined
  }
  return undefined
}

/** The start time distinguishes a reused process id from the process that took the lock. */
function startTimeOf(pid: string): string | undefined {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
    return afterName.split(' ')[19]
  } catch {
    return undefined
  }
}

function tryLink(path: string): boolean {
  try {
    symlinkSync(`${process.pid}:${startTimeOf(String(process.pid)) ?? ''}`, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function isStale(path: string): boolean {
  try {
    const [pid = '', startTime] = readlinkSync(path).split(':')
    return startTimeOf(pid) !== startTime
  } catch {
    return true
  }
}

/** On Linux an abstract socket: no file is left behind. */
function socketAddress(folder: string): string {
  const name = `electron-standin-${Buffer.from(folder).toString('hex').slice(-80)}`
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name)
}

function hold(path: string, address: string, onSecond: (second: SecondInstance) => void): Lock {
  const receive = (socket: Socket): void => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    socket.on('data', (piece: string) => {
      text += piece
    })
    socket.on('end', () => {
      socket.end('received')
      onSecond(JSON.parse(text) as SecondInstance)
    })
  }
  const server: Server = createServer(receive)
  server.on('error', () => undefined)
  server.listen(address).unref()
  const release = (): void => {
    server.close()
    rmSync(path, { force: true })
  }
  process.once('exit', release)
  return { release }
}

const speaker = `
  const socket = require('node:net').connect(process.env.ADDRESS.replace(/^@/, '\\0'))
  socket.on('error', () => process.exit(1))
  socket.on('close', () => process.exit(0))
  socket.end(process.env.MESSAGE)
  socket.resume()`

function notifyHolder(address: string, message: SecondInstance): void {
  spawnSync(process.execPath, ['-e', speaker], {
    env: { ADDRESS: address.replace(/^\0/, '@'), MESSAGE: JSON.stringify(message) },
    stdio: 'ignore',
    timeout: 3000,
  })
}
