/**
 * Main's connection to the preload world of one page: installs the world and carries IPC in the two
 * directions.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Page } from './chromium/page.ts'
import type { CdpEvent } from './chromium/protocol.ts'
import { createCodec } from './injected/codec.ts'
import { endpoint } from './injected/endpoint.ts'
import {
  preloadWorld,
  type FromRenderer,
  type PreloadConfig,
  type ToRenderer,
} from './injected/preload-world.ts'
import { state } from './state.ts'

const worldName = 'Electron Isolated Context'
const codec = createCodec({
  encode: (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  decode: (text) => new Uint8Array(Buffer.from(text, 'base64')),
})
const injectedCodec = `(${createCodec.toString()})({
  encode: (bytes) => bytes.toBase64(), decode: (text) => Uint8Array.fromBase64(text),
})`

/** Encodes a value for transport; throws Electron's error when it cannot be cloned. */
export function pack(value: unknown): unknown {
  try {
    return codec.encode(structuredClone(value))
  } catch (cause) {
    throw new Error('An object could not be cloned.', { cause })
  }
}
/** Decodes a transported value. */
export const unpack = (packed: unknown): unknown => codec.decode(packed)

/** Sends an answer to the document that called; a later document does not get it. */
export type Reply = (message: ToRenderer) => void

/** The preload world of one page. */
export class RendererLink {
  readonly #preloads: readonly string[]
  readonly #receive: (message: FromRenderer, reply: Reply) => void
  /** Names of the binding and the receiver, which no page can guess. */
  readonly #secret = randomBytes(12).toString('hex')
  #page: Page | undefined
  #world: number | undefined
  /** Grows with each document, because a new process numbers its worlds from the beginning. */
  #documents = 0
  #outbox: string[] = []
  #scripts: string[] = []
  #stamp = ''
  #installed: Promise<unknown> = Promise.resolve()

  constructor(preloads: readonly string[], receive: (message: FromRenderer, reply: Reply) => void) {
    this.#preloads = preloads
    this.#receive = receive
  }

  /** Begins with a page. */
  attach(page: Page): void {
    this.#page = page
    this.#install(page)
  }

  /** Ensures that the next document gets the preload as it is on disk now. */
  async refresh(): Promise<void> {
    if (this.#page && stampOf(this.#preloads) !== this.#stamp) this.#install(this.#page)
    await this.#installed
  }

  /** Messages of one turn travel in one call, in order. Without a document they are dropped. */
  post(message: ToRenderer): void {
    if (this.#world === undefined) return
    if (this.#outbox.length === 0) queueMicrotask(() => this.#flush())
    this.#outbox.push(JSON.stringify(message))
  }

  /** Handles the page's events that concern its worlds. */
  onPageEvent(event: CdpEvent): void {
    switch (event.method) {
      case 'Runtime.bindingCalled':
        if (event.params.executionContextId === this.#world)
          this.#receive(JSON.parse(event.params.payload) as FromRenderer, this.#replyHere())
        break
      case 'Runtime.executionContextCreated': {
        const { id, name, auxData } = event.params.context
        const frame = (auxData as { frameId?: string } | undefined)?.frameId
        if (name === worldName && frame === this.#page?.targetId) {
          this.#world = id
          this.#documents += 1
        }
        break
      }
      case 'Runtime.executionContextDestroyed':
        if (event.params.executionContextId === this.#world) this.#forget()
        break
      case 'Runtime.executionContextsCleared':
      case 'Inspector.targetCrashed':
        this.#forget()
        break
      default:
    }
  }

  #replyHere(): Reply {
    const here = this.#documents
    return (message) => {
      if (here === this.#documents) this.post(message)
    }
  }

  #forget(): void {
    this.#world = undefined
    this.#outbox = []
  }

  #flush(): void {
    const texts = this.#outbox
    this.#outbox = []
    if (this.#world === undefined || texts.length === 0) return
    this.#page?.sendCommand('Runtime.callFunctionOn', {
      functionDeclaration: `function (...texts) { globalThis[${JSON.stringify(this.#receiver)}](...texts) }`,
      executionContextId: this.#world,
      arguments: texts.map((value) => ({ value })),
      silent: true,
    })
  }

  get #binding(): string {
    return `standin_${this.#secret}`
  }
  get #receiver(): string {
    return `standin_in_${this.#secret}`
  }

  #install(page: Page): void {
    if (this.#preloads.length === 0) return
    this.#stamp = stampOf(this.#preloads)
    for (const identifier of this.#scripts.splice(0))
      page.sendCommand('Page.removeScriptToEvaluateOnNewDocument', { identifier })
    page.sendCommand('Runtime.addBinding', { name: this.#binding, executionContextName: worldName })
    const add = async (source: string, world?: string): Promise<void> => {
      const inWorld = world === undefined ? {} : { worldName: world }
      const added = await page.send('Page.addScriptToEvaluateOnNewDocument', { source, ...inWorld })
      this.#scripts.push(added.identifier)
    }
    const onlyTop = 'if (window === window.top && location.href !== "about:blank")'
    const secret = JSON.stringify(this.#secret)
    const end = (side: string): string => `(${endpoint.toString()})(${secret}, '${side}')`
    // In every document the page's end comes first, then the world that exposes into it.
    this.#installed = Promise.allSettled([
      add(`${onlyTop} ${end('page')}`),
      add(`${onlyTop} ${this.#worldSource(end('preload'))}`, worldName),
    ])
  }

  #worldSource(bridge: string): string {
    const scripts = this.#preloads.map(readScript)
    const config: PreloadConfig = {
      binding: this.#binding,
      receiver: this.#receiver,
      preloads: scripts.map(({ path, error }) =>
        error === undefined ? { path } : { path, error },
      ),
      accelerators: [...state.accelerators.keys()],
      process: rendererProcess(),
    }
    const bodies = scripts.map(({ body }) => body).join(',\n')
    const source = `(${preloadWorld.toString()})(${JSON.stringify(config)}, ${injectedCodec}, ${bridge}, [${bodies}])`
    return `${source}\n//# sourceURL=${pathToFileURL(this.#preloads.at(-1) ?? '').href}`
  }
}

function readScript(path: string): { path: string; body: string; error?: string } {
  try {
    const text = readFileSync(path, 'utf8')
    const parameters = 'require, process, exports, module, global, setImmediate, clearImmediate'
    return { path, body: `function (${parameters}) {${text}\n}` }
  } catch (error) {
    return { path, body: 'null', error: String(error) }
  }
}

/** `process` as a sandboxed preload sees it. */
const rendererProcess = (): Record<string, unknown> => ({
  type: 'renderer',
  sandboxed: true,
  contextIsolated: true,
  platform: process.platform,
  arch: process.arch,
  pid: process.pid,
  argv: process.argv,
  env: { ...process.env },
  execPath: process.execPath,
  version: process.version,
  versions: { ...process.versions },
})

const stampOf = (paths: readonly string[]): string =>
  paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 'missing').join()

/** Sends every page the current menu keys. */
export function shareAccelerators(links: Iterable<RendererLink>): void {
  const keys = [...state.accelerators.keys()]
  for (const link of links) link.post({ kind: 'accelerators', keys })
}
