/** Runs the project's own tools from the project's root. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

/** The folder of package.json. */
export const root = join(import.meta.dirname, '../..')

const ended = new Set<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])

/** Result of running a program. */
export interface Outcome {
  readonly code: number
  /** Empty unless `quiet` was requested. */
  readonly output: string
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Captures the output and returns it, for steps whose output matters only if they fail. */
  readonly quiet?: boolean
  /** Ends a program that runs longer. */
  readonly timeoutMs?: number
}

/** Runs a program to its end, and passes on the signals that this process receives. */
export function run(
  command: string,
  args: readonly string[],
  { env = {}, quiet = false, timeoutMs }: RunOptions = {},
): Promise<Outcome> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    timeout: timeoutMs,
  })
  let output = ''
  const collect = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
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

/** A command-line tool of the project's dependencies. */
export type Tool =
  | 'electron-builder'
  | 'eslint'
  | 'oxfmt'
  | 'oxlint'
  | 'playwright'
  | 'tsc'
  | 'vite'
  | 'vitest'
  | 'vue-tsc'

/** Runs a tool by its own program, so that neither a shell nor a path chooses another one. */
export const runTool = (
  tool: Tool,
  args: readonly string[],
  options?: RunOptions,
): Promise<Outcome> => runNode([programOf(tool), ...args], options)

/** Returns the file of a tool, for Node. */
export function programOf(tool: Tool): string {
  const folder = join(root, 'node_modules', tool === 'tsc' ? 'typescript-7' : tool)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Partial<Record<string, string>>
  }
  const program = typeof bin === 'string' ? bin : bin[tool]
  if (program === undefined) throw new Error(`${folder} has no program called ${tool}`)
  return join(folder, program)
}
