/** Running the project's own tools from the project's root. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'

/** The folder that package.json is in. */
export const root = join(import.meta.dirname, '../..')

const ended = new Set<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])

/** What running something came to. */
export interface Outcome {
  readonly code: number
  /** Empty unless `quiet` was asked for. */
  readonly output: string
}

/** How to run it. */
export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Keeps the output back and returns it, for steps that only matter when they fail. */
  readonly quiet?: boolean
}

/**
 * Runs a program to its end, passing on the signals that this process gets. `node_modules/.bin` comes
 * first on the path, so the project's tools go by their names.
 */
export function run(
  command: string,
  args: readonly string[],
  { env = {}, quiet = false }: RunOptions = {},
): Promise<Outcome> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: projectPath(), ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
  })
  let output = ''
  const keep = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const pass = (signal: NodeJS.Signals): void => {
    child.kill(signal)
  }
  for (const signal of ended) process.on(signal, pass)
  return new Promise((resolve) => {
    const finish = (code: number): void => {
      for (const signal of ended) process.off(signal, pass)
      resolve({ code, output })
    }
    child.once('error', (error) => {
      output += error.message
      if (!quiet) process.stderr.write(`${command}: ${error.message}\n`)
      finish(127)
    })
    child.once('close', (code, signal) =>
      finish(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    )
  })
}

/** Runs a TypeScript or JavaScript program with the Node that runs this one. */
export const runNode = (args: readonly string[], options?: RunOptions): Promise<Outcome> =>
  run(process.execPath, args, options)

const projectPath = (): string =>
  [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)
