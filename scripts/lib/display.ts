/** Provides a display for machines without one. */
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
 * Starts Xvfb if there is no display, and sets DISPLAY. Xvfb ends with this process.
 *
 * @returns the display's name if one was started.
 */
export async function ensureDisplay(): Promise<string | undefined> {
  if (hasDisplay()) return undefined
  const xvfb = onPath('Xvfb')
  if (!xvfb)
    throw new Error(
      'There is no display (DISPLAY is not set) and no Xvfb. Start from a desktop session, or:\n  apt-get install xvfb',
    )
  // Xvfb survives a parent that is killed, unless the kernel is told to end them together.
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
