/** A display for machines that have none. */
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { onPath } from '../../test/electron-stand-in/find-chromium.ts'
import { hasDisplay } from './machine.ts'

const xvfbArguments = [
  '-displayfd',
  '3',
  '-screen',
  '0',
  '1920x1200x24',
  '-nolisten',
  'tcp',
  '-noreset',
]

/**
 * Starts Xvfb where there is no display, and points DISPLAY at it. It ends with this process.
 *
 * @returns the display's name when one was started.
 */
export async function ensureDisplay(): Promise<string | undefined> {
  if (hasDisplay()) return undefined
  const xvfb = onPath('Xvfb')
  if (!xvfb)
    throw new Error(
      'There is no display (DISPLAY is not set) and no Xvfb. Start from a desktop session, or:\n  apt-get install xvfb',
    )
  // Xvfb outlives a parent that is killed, unless the kernel is asked to end them together.
  const setpriv = onPath('setpriv')
  const [program, args] = setpriv
    ? [setpriv, ['--pdeathsig', 'KILL', '--', xvfb, ...xvfbArguments]]
    : [xvfb, xvfbArguments]
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  process.once('exit', () => server.kill('SIGKILL'))
  const ended = new Promise<never>((_resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb ended as soon as it was started')))
  })
  const number = await Promise.race([firstLine(server.stdio[3] as Readable), ended])
  server.unref()
  process.env['DISPLAY'] = `:${number}`
  return process.env['DISPLAY']
}

function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (!text.includes('\n')) return
      stream.destroy()
      resolve(text.trim())
    })
  })
}
