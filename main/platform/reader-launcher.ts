/** How the programs that read files from outside are started. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Memory limit for reading a file. */
export const readerMegabytes = 1024
/** The switch of V8 that sets the limit. */
export const memoryLimit = `--max-old-space-size=${String(readerMegabytes)}`

/**
 * The program of a reader. Tests replace the script with a bundled one, which starts much faster.
 */
export interface ReaderProgram {
  readonly name: string
  script: URL
}

/**
 * Returns the program `<name>-worker` beside a module; in a build, beside the program that contains
 * the module.
 */
export const readerProgram = (name: string, moduleUrl: string): ReaderProgram => ({
  name,
  script: moduleUrl.endsWith('.ts')
    ? new URL(`./${name}-worker.ts`, moduleUrl)
    : new URL(`./${name}-worker.js`, moduleUrl.replace(/\/chunks\/[^/]+$/, '/')),
})

/** A started reader, the same for Node's child process and Electron's utility process. */
export interface StartedReader {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process has ended or could not start; null: a signal ended it. */
  onExit(listener: (code: number | null) => void): void
  /** Ends the process at once, even during its work. */
  kill(): void
}

export type ReaderLauncher = (program: ReaderProgram) => StartedReader

/** Starts a reader in plain Node, for tests, proofs and programs without a window. */
export function launchReaderInNode({
  script,
}: ReaderProgram): StartedReader & { readonly pid: number | undefined } {
  const child = fork(fileURLToPath(script), [], {
    execArgv: [memoryLimit],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  })
  return {
    pid: child.pid,
    // A failed send means that the process is ending: its exit event reports it.
    post: (message) => void child.send(message as object, () => undefined),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener).once('error', () => listener(1)),
    kill: () => void child.kill('SIGKILL'),
  }
}

let launcher: ReaderLauncher = launchReaderInNode

/** Sets how readers are started from now on; the app calls it once, before anything is read. */
export function launchReadersWith(given: ReaderLauncher): void {
  launcher = given
}

export const launchReader: ReaderLauncher = (program) => launcher(program)
