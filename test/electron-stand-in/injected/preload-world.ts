/** The world that preload scripts run in: `ipcRenderer`, `contextBridge` and Electron's sandboxed `require`. */
import type { Codec } from './codec.ts'
import type { Endpoint } from './endpoint.ts'

export interface PreloadConfig {
  /** The name of the function that reaches main; removed from the world at once. */
  readonly binding: string
  /** The name under which main reaches the world. */
  readonly receiver: string
  readonly process: Readonly<Record<string, unknown>>
  /** The scripts, in order; `error` when one could not be read. */
  readonly preloads: readonly { readonly path: string; readonly error?: string }[]
  readonly accelerators: readonly string[]
}

/** Messages from a preload world to main. */
export type FromRenderer =
  | {
      readonly kind: 'invoke'
      readonly id: number
      readonly channel: string
      readonly args: unknown
    }
  | { readonly kind: 'send'; readonly channel: string; readonly args: unknown }
  | { readonly kind: 'preload-error'; readonly path: string; readonly error: unknown }
  | { readonly kind: 'accelerator'; readonly key: string }

/** Messages from main to a preload world. */
export type ToRenderer =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly channel: string; readonly args: unknown }
  | { readonly kind: 'accelerators'; readonly keys: readonly string[] }

/** A preload script, wrapped as Node wraps a CommonJS module. */
type Script = (
  require: (id: string) => unknown,
  process: unknown,
  exports: object,
  module: { exports: object },
  global: typeof globalThis,
  setImmediate: unknown,
  clearImmediate: unknown,
) => void

/** Sets the world up and runs its scripts. Self-contained: its source text is injected into Chromium. */
export function preloadWorld(
  config: PreloadConfig,
  codec: Codec,
  bridge: Endpoint,
  scripts: readonly (Script | null)[],
): void {
  type Listener = (...args: never[]) => void

  /** The part of Node's EventEmitter that a sandboxed preload has. */
  class Emitter {
    readonly #listeners = new Map<string, { listener: Listener; once: boolean }[]>()

    #add(name: string, listener: Listener, once: boolean, isFirst = false): this {
      const entry = { listener, once }
      const old = this.#listeners.get(name) ?? []
      this.#listeners.set(name, isFirst ? [entry, ...old] : [...old, entry])
      return this
    }
    on(name: string, listener: Listener): this {
      return this.#add(name, listener, false)
    }
    addListener(name: string, listener: Listener): this {
      return this.#add(name, listener, false)
    }
    prependListener(name: string, listener: Listener): this {
      return this.#add(name, listener, false, true)
    }
    once(name: string, listener: Listener): this {
      return this.#add(name, listener, true)
    }
    off(name: string, listener: Listener): this {
      const entries = this.#listeners.get(name) ?? []
      const index = entries.findLastIndex((entry) => entry.listener === listener)
      if (index >= 0) this.#listeners.set(name, entries.toSpliced(index, 1))
      return this
    }
    removeListener(name: string, listener: Listener): this {
      return this.off(name, listener)
    }
    removeAllListeners(name?: string): this {
      if (name === undefined) this.#listeners.clear()
      else this.#listeners.delete(name)
      return this
    }
    listeners(name: string): Listener[] {
      return (this.#listeners.get(name) ?? []).map(({ listener }) => listener)
    }
    listenerCount(name: string): number {
      return this.listeners(name).length
    }
    eventNames(): string[] {
      return [...this.#listeners.keys()]
    }
    setMaxListeners(): this {
      return this
    }
    emit(name: string, ...args: unknown[]): boolean {
      const entries = this.#listeners.get(name) ?? []
      for (const { listener, once } of entries) {
        if (once) this.off(name, listener)
        try {
          Reflect.apply(listener, this, args)
        } catch (error) {
          reportError(error)
        }
      }
      return entries.length > 0
    }
  }

  const missing = (what: string): Error =>
    new Error(`electron stand-in: ${what} is not implemented`)
  /** Methods are bound to the object itself: a proxy has no private members. */
  const strict = <T extends object>(name: string, object: T): T =>
    new Proxy(object, {
      get(target, key): unknown {
        if (!(key in target) && typeof key === 'string' && key !== 'then')
          throw missing(`${name}.${key}`)
        const member: unknown = Reflect.get(target, key)
        return typeof member === 'function' ? (member.bind(target) as unknown) : member
      },
    })

  const toMain = Reflect.get(globalThis, config.binding) as (text: string) => void
  Reflect.deleteProperty(globalThis, config.binding)
  const sendCommand = (message: FromRenderer): void => toMain(JSON.stringify(message))

  const pack = (args: unknown[]): unknown => {
    try {
      return codec.encode(structuredClone(args))
    } catch (cause) {
      throw new Error('An object could not be cloned.', { cause })
    }
  }

  const waiting = new Map<
    number,
    { channel: string; resolve(value: unknown): void; reject(error: Error): void }
  >()
  let lastId = 0
  const ipcRenderer = Object.assign(new Emitter(), {
    send: (channel: string, ...args: unknown[]): void =>
      sendCommand({ kind: 'send', channel, args: pack(args) }),
    // Asynchronous also when the arguments cannot be cloned, as in Electron.

    invoke: async (channel: string, ...args: unknown[]): Promise<unknown> => {
      const packed = pack(args)
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { channel, resolve, reject })
        sendCommand({ kind: 'invoke', id, channel, args: packed })
      })
    },
  })

  let accelerators = new Set(config.accelerators)
  const settle = (message: ToRenderer & { kind: 'result' | 'failure' }): void => {
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'result') call?.resolve(codec.decode(message.value))
    else
      call?.reject(new Error(`Error invoking remote method '${call.channel}': ${message.message}`))
  }
  const receive = (message: ToRenderer): void => {
    switch (message.kind) {
      case 'accelerators':
        accelerators = new Set(message.keys)
        break
      case 'event': {
        const event = { sender: ipcRenderer, senderId: 0, ports: [], defaultPrevented: false }
        ipcRenderer.emit(message.channel, event, ...(codec.decode(message.args) as unknown[]))
        break
      }
      default:
        settle(message)
    }
  }
  Object.defineProperty(globalThis, config.receiver, {
    value: (...texts: string[]) => {
      for (const text of texts) receive(JSON.parse(text) as ToRenderer)
    },
  })

  const exposed = new Set<string>()
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown): void {
      if (exposed.has(key))
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      exposed.add(key)
      bridge.expose(key, api)
    },
  }

  const electron = strict('electron (preload)', {
    contextBridge: strict('contextBridge', contextBridge),
    ipcRenderer: strict('ipcRenderer', ipcRenderer),
  })
  const events = Object.assign(Emitter, { EventEmitter: Emitter })
  const timers = {
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    setInterval: setInterval.bind(globalThis),
    clearInterval: clearInterval.bind(globalThis),
    setImmediate: (callback: () => void) => setTimeout(callback, 0),
    clearImmediate: clearTimeout.bind(globalThis),
  }
  const url = { URL, URLSearchParams }
  /** The module list of Electron's sandboxed preload. */
  const modules: Readonly<Record<string, unknown>> = {
    electron,
    'electron/renderer': electron,
    'electron/common': electron,
    events,
    'node:events': events,
    timers,
    'node:timers': timers,
    url,
    'node:url': url,
  }
  const require = (id: string): unknown => {
    if (Object.hasOwn(modules, id)) return modules[id]
    throw new Error(`module not found: ${id}`)
  }
  const process = Object.assign(new Emitter(), config.process, {
    nextTick: (callback: (...args: unknown[]) => void, ...args: unknown[]) =>
      queueMicrotask(() => callback(...args)),
  })

  /** Shortcuts of the browser that Electron does not have. Ctrl+Shift+I and F12 stay: the DevTools. */
  const browserShortcuts = new Set(
    (
      'ctrl+n ctrl+shift+n ctrl+t ctrl+shift+t ctrl+o ctrl+s ctrl+p ctrl+u ctrl+j ctrl+h ctrl+d ctrl+g ' +
      'ctrl+l ctrl+w ctrl+r f3 f5 f6 f7 f11 ctrl+shift+b ctrl+shift+w ctrl+shift+o alt+left alt+right ' +
      'alt+f alt+e'
    ).split(' '),
  )
  const takeShortcut = (event: KeyboardEvent): void => {
    const key = [
      event.ctrlKey || event.metaKey ? 'ctrl+' : '',
      event.altKey ? 'alt+' : '',
      event.shiftKey ? 'shift+' : '',
      event.key.toLowerCase().replace('arrow', ''),
    ].join('')
    if (event.defaultPrevented || key === 'ctrl+shift+i' || key === 'f12') return
    if (accelerators.has(key)) sendCommand({ kind: 'accelerator', key })
    else if (!browserShortcuts.has(key)) return
    event.preventDefault()
  }
  // Added again at each key press, so that it runs after every listener of the page: in Electron
  // these keys have no browser function, and the page receives them unprevented.
  addEventListener('keydown', () => addEventListener('keydown', takeShortcut, { once: true }), true)

  config.preloads.forEach(({ path, error }, index) => {
    const exports = {}
    try {
      if (error !== undefined) throw new Error(error)
      scripts[index]?.(
        require,
        process,
        exports,
        { exports },
        globalThis,
        timers.setImmediate,
        timers.clearImmediate,
      )
    } catch (thrown) {
      console.error(`Unable to load preload script: ${path}`)
      console.error(thrown)
      sendCommand({ kind: 'preload-error', path, error: codec.encode(structuredClone(thrown)) })
    }
  })
}
