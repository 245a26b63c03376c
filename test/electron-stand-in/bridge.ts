/**
 * Scripts that run inside Chromium. Each exported function is self-contained: its source text is
 * injected, so nothing here may refer to another module.
 *
 *  - `endpoint` runs in BOTH worlds of a window. The two ends talk by CustomEvents on `document`:
 *    Blink hands `detail` to a listener of another world as a structured clone, synchronously.
 *    That gives what Electron's contextBridge gives: copies of values, proxies for functions and promises.
 *  - `preloadWorld` runs in the isolated world only: ipcRenderer, contextBridge, sandboxed `require`.
 */
import type { Codec } from './codec.ts'

export interface Endpoint {
  expose(key: string, api: unknown): void
}

export function endpoint(secret: string, side: 'page' | 'preload'): Endpoint {
  // Captured before any page script can replace them.
  const { apply, ownKeys } = Reflect
  const CE = CustomEvent,
    doc = document,
    clone = structuredClone,
    P = Promise,
    E = Error,
    MapC = Map,
    FR = FinalizationRegistry
  const dispatch = EventTarget.prototype.dispatchEvent
  const getDetail = Object.getOwnPropertyDescriptor(CE.prototype, 'detail')!.get!
  const { freeze, defineProperty, keys } = Object
  const isArray = Array.isArray,
    str = Object.prototype.toString
  type Slot = [path: (string | number)[], kind: 'f' | 'p' | 'e', id: number | string]
  type Packed = { v: unknown; s: Slot[] }
  type Message =
    | { op: 'expose'; key: string; val: Packed }
    | { op: 'call'; fn: number; args: Packed }
    | { op: 'ret'; ok: boolean; val: Packed }
    | { op: 'settle'; id: number; ok: boolean; val: Packed }
    | { op: 'free'; id: number }

  const inbound = `${secret}:${side}`,
    outbound = `${secret}:${side === 'page' ? 'preload' : 'page'}`
  const local = new MapC<number, Function>(),
    known = new WeakMap<Function, number>(),
    waiting = new MapC<number, [(v: unknown) => void, (e: unknown) => void]>()
  const registry = new FR<number>((id) => post({ op: 'free', id }))
  let next = 0,
    reply: Message | undefined

  const post = (m: Message): void => {
    apply(dispatch, doc, [new CE(outbound, { detail: m })])
  }
  const ask = (m: Message): Message => {
    reply = undefined
    post(m)
    const r = reply
    reply = undefined
    if (!r) throw new E('contextBridge: the other world is gone')
    return r
  }

  function pack(root: unknown): Packed {
    const s: Slot[] = [],
      seen = new MapC<object, unknown>(),
      path: (string | number)[] = []
    const slot = (kind: Slot[1], id: Slot[2]): null => {
      s.push([[...path], kind, id])
      return null
    }
    const walk = (v: any): unknown => {
      if (typeof v === 'function') {
        let id = known.get(v)
        if (id === undefined) {
          id = ++next
          known.set(v, id)
          local.set(id, v)
        }
        return slot('f', id)
      }
      if (typeof v !== 'object' || v === null) return v
      if (path.length >= 1000)
        throw new TypeError(
          'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
        )
      const old = seen.get(v)
      if (old !== undefined) return old
      if (v instanceof P) {
        const id = ++next
        v.then(
          (r) => post({ op: 'settle', id, ok: true, val: pack(r) }),
          (e) => post({ op: 'settle', id, ok: false, val: pack(e) }),
        )
        return slot('p', id)
      }
      if (isArray(v)) {
        const out: unknown[] = []
        seen.set(v, out)
        for (let i = 0; i < v.length; i++) {
          path.push(i)
          out[i] = walk(v[i])
          path.pop()
        }
        return out
      }
      const tag = apply(str, v, [])
      // As in Electron: an error crosses as a plain Error with the same message.
      if (tag === '[object Error]') return slot('e', String(v.message))
      if (tag !== '[object Object]') return v
      const out: Record<string, unknown> = {}
      seen.set(v, out)
      for (const k of keys(v)) {
        path.push(k)
        const x = walk(v[k])
        path.pop()
        if (k === '__proto__')
          defineProperty(out, k, { value: x, writable: true, enumerable: true, configurable: true })
        else out[k] = x
      }
      return out
    }
    // What may not be cloned throws here, in the sender's world, as in Electron; the originals are asked, so that a Proxy
    // (a Vue `reactive` object!) fails here too.
    const checked = (v: unknown): unknown => {
      const before = s.length,
        out = walk(v)
      clone(s.length === before ? v : out)
      return out
    }
    const v = isArray(root)
      ? root.map((x, i) => {
          path.push(i)
          const out = checked(x)
          path.pop()
          return out
        })
      : checked(root)
    return { v, s }
  }

  const proxy = (id: number): Function => {
    const f = function (this: unknown, ...args: unknown[]): unknown {
      const r = ask({ op: 'call', fn: id, args: pack(args) }) as Message & { op: 'ret' }
      const val = unpack(r.val)
      if (!r.ok) throw val
      return val
    }
    registry.register(f, id)
    return f
  }
  function unpack({ v, s }: Packed): unknown {
    const root = { v } as any
    for (const [path, kind, id] of s) {
      let at = root,
        key: string | number = 'v'
      for (const p of path) {
        at = at[key]
        key = p
      }
      const value =
        kind === 'f'
          ? proxy(id as number)
          : kind === 'e'
            ? new E(id as string)
            : new P((ok, no) => waiting.set(id as number, [ok, no]))
      defineProperty(at, key, { value, writable: true, enumerable: true, configurable: true })
    }
    return root.v
  }
  const deepFreeze = (v: any): any => {
    if (
      (typeof v === 'object' && v !== null && !ArrayBuffer.isView(v)) ||
      typeof v === 'function'
    ) {
      if (!Object.isFrozen(v)) {
        freeze(v)
        for (const k of ownKeys(v)) deepFreeze(Object.getOwnPropertyDescriptor(v, k)!.value)
      }
    }
    return v
  }

  doc.addEventListener(
    inbound,
    (event) => {
      event.stopImmediatePropagation()
      const m = apply(getDetail, event, []) as Message
      switch (m.op) {
        case 'ret':
          reply = m
          break
        case 'free':
          local.delete(m.id)
          break
        case 'settle': {
          const w = waiting.get(m.id)
          waiting.delete(m.id)
          w?.[m.ok ? 0 : 1](unpack(m.val))
          break
        }
        case 'expose':
          defineProperty(globalThis, m.key, {
            value: deepFreeze(unpack(m.val)),
            enumerable: true,
            writable: false,
            configurable: false,
          })
          break
        case 'call': {
          let out: Message
          try {
            const f = local.get(m.fn)
            if (!f) throw new E('contextBridge: released function')
            out = {
              op: 'ret',
              ok: true,
              val: pack(apply(f, undefined, unpack(m.args) as unknown[])),
            }
          } catch (e) {
            out = {
              op: 'ret',
              ok: false,
              val: pack(
                new E(
                  (e as { message?: unknown } | null)?.message === undefined
                    ? 'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.'
                    : String((e as Error).message),
                ),
              ),
            }
          }
          post(out)
        }
      }
    },
    true,
  )
  return { expose: (key, api) => post({ op: 'expose', key, val: pack(api) }) }
}

export interface PreloadConfig {
  binding: string
  receiver: string
  process: Record<string, unknown>
  preloads: { path: string; error?: string }[]
  accelerators: string[]
}
export interface FromRenderer {
  t: 'invoke' | 'send' | 'sendSync' | 'preload-error' | 'accelerator'
  id?: number
  c: string
  a: unknown
}
export interface ToRenderer {
  t: 'reply' | 'event' | 'accelerators'
  id?: number
  c: string
  a?: unknown
  e?: string
}

export function preloadWorld(
  config: PreloadConfig,
  codec: Codec,
  bridge: Endpoint,
  run: ((
    require: Function,
    process: unknown,
    exports: unknown,
    module: unknown,
    global: unknown,
    setImmediate: unknown,
    clearImmediate: unknown,
  ) => void)[],
): void {
  const out = (globalThis as any)[config.binding] as (text: string) => void
  delete (globalThis as any)[config.binding]
  const tell = (m: FromRenderer): void => out(JSON.stringify(m))
  type L = (...args: any[]) => void
  class Emitter {
    #l = new Map<string | symbol, { f: L; once: boolean }[]>()
    #add(n: string | symbol, f: L, once: boolean, front = false): this {
      const a = this.#l.get(n) ?? []
      if (front) a.unshift({ f, once })
      else a.push({ f, once })
      this.#l.set(n, a)
      return this
    }
    on(n: string, f: L): this {
      return this.#add(n, f, false)
    }
    addListener(n: string, f: L): this {
      return this.#add(n, f, false)
    }
    prependListener(n: string, f: L): this {
      return this.#add(n, f, false, true)
    }
    once(n: string, f: L): this {
      return this.#add(n, f, true)
    }
    off(n: string, f: L): this {
      const a = this.#l.get(n)
      const i = a ? a.findLastIndex((x) => x.f === f) : -1
      if (a && i >= 0) this.#l.set(n, a.toSpliced(i, 1))
      return this
    }
    removeListener(n: string, f: L): this {
      return this.off(n, f)
    }
    removeAllListeners(n?: string): this {
      if (n === undefined) this.#l.clear()
      else this.#l.delete(n)
      return this
    }
    listeners(n: string): L[] {
      return (this.#l.get(n) ?? []).map((x) => x.f)
    }
    listenerCount(n: string): number {
      return (this.#l.get(n) ?? []).length
    }
    eventNames(): (string | symbol)[] {
      return [...this.#l.keys()]
    }
    setMaxListeners(): this {
      return this
    }
    emit(n: string, ...args: unknown[]): boolean {
      const a = this.#l.get(n)
      if (!a?.length) return false
      for (const x of a) {
        if (x.once) this.off(n, x.f)
        try {
          x.f.apply(this, args)
        } catch (e) {
          reportError(e)
        }
      }
      return true
    }
  }
  const waiting = new Map<number, { ok(v: unknown): void; no(e: unknown): void; c: string }>()
  let next = 0
  const pack = (args: unknown[]): unknown => {
    try {
      return codec.encode(structuredClone(args))
    } catch (e) {
      throw new Error('An object could not be cloned.', { cause: e })
    }
  }
  const missing = (what: string): never => {
    throw new Error(`electron stand-in: ${what} is not implemented`)
  }
  const ipcRenderer = Object.assign(new Emitter(), {
    send: (c: string, ...args: unknown[]): void => tell({ t: 'send', c, a: pack(args) }),
    invoke: async (c: string, ...args: unknown[]): Promise<unknown> => {
      const a = pack(args)
      const id = ++next
      return new Promise((ok, no) => {
        waiting.set(id, { ok, no, c })
        tell({ t: 'invoke', id, c, a })
      })
    },
    sendSync: (): never => missing('ipcRenderer.sendSync'),
    postMessage: (): never => missing('ipcRenderer.postMessage'),
    sendToHost: (): never => missing('ipcRenderer.sendToHost'),
  })
  let accelerators = new Set(config.accelerators)
  Object.defineProperty(globalThis, config.receiver, {
    value: (...texts: string[]) => {
      for (const text of texts) {
        const m = JSON.parse(text) as ToRenderer
        if (m.t === 'accelerators') {
          accelerators = new Set(m.a as string[])
          continue
        }
        if (m.t === 'event') {
          ipcRenderer.emit(
            m.c,
            {
              sender: ipcRenderer,
              senderId: 0,
              ports: [],
              preventDefault() {},
              defaultPrevented: false,
            },
            ...(codec.decode(m.a) as unknown[]),
          )
          continue
        }
        const w = waiting.get(m.id!)
        waiting.delete(m.id!)
        if (m.e !== undefined) w?.no(new Error(`Error invoking remote method '${w.c}': ${m.e}`))
        else w?.ok(codec.decode(m.a))
      }
    },
  })
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown): void {
      if (exposed.has(key))
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      exposed.add(key)
      bridge.expose(key, api)
    },
    exposeInIsolatedWorld: (): never => missing('contextBridge.exposeInIsolatedWorld'),
    executeInMainWorld: (): never => missing('contextBridge.executeInMainWorld'),
  }
  const exposed = new Set<string>()
  const strict = <T extends object>(name: string, o: T): T =>
    new Proxy(o, {
      get: (t, k, r) =>
        k in t || typeof k === 'symbol' || k === 'then'
          ? Reflect.get(t, k, r)
          : missing(`${name}.${k}`),
    })
  const electron = strict('electron (preload)', {
    contextBridge: strict('contextBridge', contextBridge),
    ipcRenderer,
    webUtils: { getPathForFile: (): never => missing('webUtils.getPathForFile') },
  })
  const events = Object.assign(Emitter, { EventEmitter: Emitter })
  const timers = {
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    setInterval: setInterval.bind(globalThis),
    clearInterval: clearInterval.bind(globalThis),
    setImmediate: (f: L, ...a: unknown[]) => setTimeout(f, 0, ...a),
    clearImmediate: clearTimeout.bind(globalThis),
  }
  // The module list of Electron's sandboxed preload.
  const modules: Record<string, unknown> = {
    electron,
    'electron/renderer': electron,
    'electron/common': electron,
    events,
    'node:events': events,
    timers,
    'node:timers': timers,
    url: { URL, URLSearchParams },
    'node:url': { URL, URLSearchParams },
  }
  const require = (id: string): unknown => {
    if (Object.hasOwn(modules, id)) return modules[id]
    throw new Error(`module not found: ${id}`)
  }
  const process = Object.assign(new Emitter(), config.process, {
    nextTick: (f: L, ...a: unknown[]) => queueMicrotask(() => f(...a)),
  })

  // Menu accelerators, and the browser shortcuts Electron does not have. Ctrl+Shift+I and F12 stay Chromium's: its own DevTools.
  const chromes = new Set([
    'ctrl+n',
    'ctrl+shift+n',
    'ctrl+t',
    'ctrl+shift+t',
    'ctrl+o',
    'ctrl+s',
    'ctrl+p',
    'ctrl+u',
    'ctrl+j',
    'ctrl+h',
    'ctrl+d',
    'ctrl+g',
    'ctrl+l',
    'ctrl+w',
    'ctrl+r',
    'f5',
    'f3',
    'f6',
    'f7',
    'f11',
    'ctrl+shift+b',
    'ctrl+shift+w',
    'ctrl+shift+o',
    'alt+left',
    'alt+right',
    'alt+f',
    'alt+e',
  ])
  addEventListener('keydown', (e) => {
    const k =
      (e.ctrlKey || e.metaKey ? 'ctrl+' : '') +
      (e.altKey ? 'alt+' : '') +
      (e.shiftKey ? 'shift+' : '') +
      e.key.toLowerCase().replace('arrow', '')
    if (e.defaultPrevented || k === 'ctrl+shift+i' || k === 'f12') return
    if (accelerators.has(k)) {
      e.preventDefault()
      tell({ t: 'accelerator', c: k, a: null })
    } else if (chromes.has(k)) e.preventDefault()
  })

  config.preloads.forEach(({ path, error }, i) => {
    const exports = {}
    try {
      if (error !== undefined) throw new Error(error)
      run[i]!(
        require,
        process,
        exports,
        { exports },
        globalThis,
        timers.setImmediate,
        timers.clearImmediate,
      )
    } catch (e) {
      console.error(`Unable to load preload script: ${path}`)
      console.error(e)
      tell({ t: 'preload-error', c: path, a: codec.encode(structuredClone(e)) })
    }
  })
}
