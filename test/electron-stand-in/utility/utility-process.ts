/** utilityProcess: a Node process of its own that ends with main, and its message port. */
import { fork as forkNode, type ChildProcess, type StdioOptions } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ForkOptions } from 'electron'
import { app } from '../api/app.ts'
import { diesWithParent } from '../dies-with-parent.ts'
import { Emitter, makeEvent } from '../events.ts'
import { state } from '../state.ts'
import { strictClass } from '../strict.ts'
import type { StandInMessagePort } from './message-port.ts'
import { PortRelay, type Wire } from './port-relay.ts'

const entry = join(import.meta.dirname, 'utility-entry.ts')
const crashes = new Set<NodeJS.Signals>(['SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGBUS', 'SIGFPE'])

/** One utility process. */
export class StandInUtilityProcess extends Emitter {
  readonly #child: ChildProcess
  readonly #relay: PortRelay
  readonly #name: string
  #pid: number | undefined

  private constructor(child: ChildProcess, name: string) {
    super()
    this.#child = child
    this.#name = name
    this.#relay = new PortRelay('main-', (wire) => this.#send(wire))
    child.once('spawn', () => {
      this.#pid = child.pid
      this.emit('spawn')
    })
    child.on('message', (message) => this.#receive(message as Wire))
    child.once('error', (error) => console.error(error))
    child.once('exit', (code, signal) => this.#exited(code, signal))
  }

  static fork(
    modulePath: string,
    args: readonly string[] = [],
    options: ForkOptions = {},
  ): StandInUtilityProcess {
    if (!state.isReady) throw new Error('utilityProcess cannot be created before app is ready.')
    const { serviceName = 'Node Utility Process', env, execArgv = [], cwd, stdio } = options
    const node = [...nodeSwitches(execArgv), '--disable-warning=ExperimentalWarning']
    const [program, command] = diesWithParent(process.execPath, node)
    const child = forkNode(entry, [modulePath, ...args], {
      execPath: program,
      execArgv: command,
      serialization: 'advanced',
      stdio: stdioOf(stdio),
      // A Ctrl+C in the terminal must reach main only, which then ends what it started in order.
      detached: true,
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env: env as NodeJS.ProcessEnv }),
    })
    return new StandInUtilityProcess(child, serviceName)
  }

  get pid(): number | undefined {
    return this.#pid
  }
  get stdout(): Readable | null {
    return this.#child.stdout
  }
  get stderr(): Readable | null {
    return this.#child.stderr
  }
  postMessage(data: unknown, transfer: readonly StandInMessagePort[] = []): void {
    const ports = this.#relay.take(transfer.map((port) => port.release()))
    this.#send({ kind: 'message', data: structuredClone(data), ports })
  }
  kill(): boolean {
    // As in Electron, where a process that has not started cannot be ended.
    return this.#pid !== undefined && this.#child.kill()
  }

  #send(wire: Wire): void {
    if (this.#child.connected) this.#child.send(wire)
  }

  #receive(wire: Wire): void {
    if (wire.kind === 'message') this.emit('message', wire.data)
    else this.#relay.receive(wire)
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    this.#pid = undefined
    this.#relay.close()
    const exitCode = code ?? constants.signals[signal ?? 'SIGKILL']
    if (exitCode !== 0) {
      const bySignal = signal && crashes.has(signal) ? 'crashed' : 'killed'
      app.emit('child-process-gone', makeEvent(), {
        type: 'Utility',
        reason: signal ? bySignal : 'abnormal-exit',
        exitCode,
        serviceName: 'node.mojom.NodeService',
        name: this.#name,
      })
    }
    this.emit('exit', exitCode)
  }
}
strictClass(StandInUtilityProcess, 'UtilityProcess')

/** What Electron's `IsAllowedOption` (shell/common/node_bindings.cc) lets through to Node. */
const switchesOfNode = new Set([
  '--diagnostic-dir',
  '--dns-result-order',
  '--no-deprecation',
  '--throw-deprecation',
  '--trace-deprecation',
  '--trace-warnings',
  '--no-experimental-global-navigator',
])

/**
 * As in Electron, where `execArgv` are switches of Chromium: V8 gets those in `--js-flags`, Node a
 * few, and every other has no effect.
 */
const nodeSwitches = (execArgv: readonly string[]): readonly string[] =>
  execArgv.flatMap((given) => {
    const [name = '', ...value] = given.split('=')
    if (name === '--js-flags') return value.join('=').split(' ')
    return switchesOfNode.has(name) ? [given] : []
  })

/** Standard input is never open; the fourth descriptor carries the messages. */
function stdioOf(stdio: ForkOptions['stdio'] = 'inherit'): StdioOptions {
  const [input = 'ignore', output = 'inherit', error = 'inherit'] =
    typeof stdio === 'string' ? ['ignore', stdio, stdio] : stdio
  if (input !== 'ignore') throw new Error('stdin value other than ignore is not supported.')
  return [input, output, error, 'ipc'] as StdioOptions
}

/** Electron's `utilityProcess`. */
export const utilityProcess = { fork: StandInUtilityProcess.fork.bind(StandInUtilityProcess) }
