/**
 * Electron's contextBridge: one end in the page's world, one in the preload's. The two talk by
 * CustomEvents on `document`. Blink hands `detail` to a listener of another world as a structured clone,
 * synchronously, which gives what the contextBridge gives: copies of values, proxies for functions and
 * promises, return values without waiting.
 */

/** The preload world's end. */
export interface Endpoint {
  expose(key: string, api: unknown): void
}

/** Starts one end. Self-contained: its source text is injected into Chromium. */
export function endpoint(secret: string, side: 'page' | 'preload'): Endpoint {
  type ApiMethods = (...args: unknown[]) => unknown
  type Indexed = Record<string | number, unknown>
  /** A place in a value where a function, a promise or an error belongs. */
  type Slot =
    | { path: (string | number)[]; kind: 'function' | 'promise'; id: number }
    | { path: (string | number)[]; kind: 'error'; message: string }
  interface Packed {
    value: unknown
    slots: Slot[]
  }
  type Message =
    | { op: 'expose'; key: string; packed: Packed }
    | { op: 'call'; id: number; packed: Packed }
    | { op: 'return'; ok: boolean; packed: Packed }
    | { op: 'settle'; id: number; ok: boolean; packed: Packed }
    | { op: 'free'; id: number }

  // Captured before any script of the page can replace them.
  const { apply, ownKeys } = Reflect
  const { freeze, isFrozen, defineProperty, keys, getOwnPropertyDescriptor } = Object
  const { isArray } = Array
  const NativeEvent = CustomEvent
  const NativePromise = Promise
  const NativeError = Error
  const NativeMap = Map
  const page = document
  const clone = structuredClone
  // oxlint-disable-next-line typescript/unbound-method -- called with its receiver by apply()
  const { dispatchEvent } = EventTarget.prototype
  // oxlint-disable-next-line typescript/unbound-method -- as above
  const { toString } = Object.prototype
  // oxlint-disable-next-line typescript/unbound-method -- as above
  const readDetail = getOwnPropertyDescriptor(NativeEvent.prototype, 'detail')?.get as ApiMethods

  const inbound = `${secret}:${side}`
  const outbound = `${secret}:${side === 'page' ? 'preload' : 'page'}`
  const functions = new NativeMap<number, ApiMethods>()
  const idOf = new WeakMap<ApiMethods, number>()
  const waiting = new NativeMap<number, { resolve: ApiMethods; reject: ApiMethods }>()
  const released = new FinalizationRegistry<number>((id) => post({ op: 'free', id }))
  let lastId = 0
  let reply: (Message & { op: 'return' }) | undefined

  function post(message: Message): void {
    apply(dispatchEvent, page, [new NativeEvent(outbound, { detail: message })])
  }

  function request(message: Message): Message & { op: 'return' } {
    reply = undefined
    post(message)
    const answer = reply as (Message & { op: 'return' }) | undefined
    reply = undefined
    if (!answer) throw new NativeError('contextBridge: the other world is gone')
    return answer
  }

  const put = (target: object, key: string | number, value: unknown): void => {
    defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  }
  const messageOf = (error: unknown): string =>
    (error as { message?: string } | null | undefined)?.message ??
    'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.'

  /** Takes functions, promises and errors out of a value and notes where they were. */
  function pack(root: unknown): Packed {
    const slots: Slot[] = []
    const seen = new NativeMap<object, unknown>()
    const path: (string | number)[] = []

    const within = (key: string | number, value: unknown): unknown => {
      path.push(key)
      const packed = walk(value)
      path.pop()
      return packed
    }
    const ofFunction = (value: ApiMethods): null => {
      let id = idOf.get(value)
      if (id === undefined) {
        id = ++lastId
        idOf.set(value, id)
        functions.set(id, value)
      }
      slots.push({ path: [...path], kind: 'function', id })
      return null
    }
    const ofPromise = (value: Promise<unknown>): null => {
      const id = ++lastId
      value.then(
        (result) => post({ op: 'settle', id, ok: true, packed: pack(result) }),
        (error: unknown) => post({ op: 'settle', id, ok: false, packed: pack(error) }),
      )
      slots.push({ path: [...path], kind: 'promise', id })
      return null
    }
    const ofArray = (value: unknown[]): unknown[] => {
      const copy: unknown[] = []
      seen.set(value, copy)
      for (let index = 0; index < value.length; index++) copy[index] = within(index, value[index])
      return copy
    }
    const ofPlain = (value: Indexed): unknown => {
      const copy = {}
      seen.set(value, copy)
      for (const key of keys(value)) put(copy, key, within(key, value[key]))
      return copy
    }
    const ofObject = (value: object): unknown => {
      if (path.length >= 1000)
        throw new TypeError(
          'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
        )
      const old = seen.get(value)
      if (old !== undefined) return old
      if (value instanceof NativePromise) return ofPromise(value)
      if (isArray(value)) return ofArray(value)
      const tag = apply(toString, value, [])
      if (tag === '[object Error]') {
        // As in Electron: an error crosses as a plain Error with the same message.
        slots.push({ path: [...path], kind: 'error', message: (value as Error).message })
        return null
      }
      return tag === '[object Object]' ? ofPlain(value as Indexed) : value
    }
    const walk = (value: unknown): unknown => {
      if (typeof value === 'function') return ofFunction(value as ApiMethods)
      return typeof value === 'object' && value !== null ? ofObject(value) : value
    }
    /**
     * A value that cannot be cloned throws here, in the sender's world, as in Electron. Checks the
     * original, not the copy, so that a Proxy (a `reactive` object of Vue's) fails here too.
     */
    const checked = (value: unknown): unknown => {
      const before = slots.length
      const copy = walk(value)
      clone(slots.length === before ? value : copy)
      return copy
    }
    const checkedWithin = (key: number, value: unknown): unknown => {
      path.push(key)
      const packed = checked(value)
      path.pop()
      return packed
    }
    const value = isArray(root)
      ? root.map((argument: unknown, index) => checkedWithin(index, argument))
      : checked(root)
    return { value, slots }
  }

  /** Puts proxies, promises and errors back where they were. */
  function unpack({ value, slots }: Packed): unknown {
    const root: Indexed = { value }
    for (const slot of slots) {
      let target = root
      let key: string | number = 'value'
      for (const step of slot.path) {
        target = target[key] as Indexed
        key = step
      }
      put(target, key, valueOf(slot))
    }
    return root['value']
  }

  function valueOf(slot: Slot): unknown {
    switch (slot.kind) {
      case 'function':
        return proxyOf(slot.id)
      case 'error':
        return new NativeError(slot.message)
      case 'promise':
        return new NativePromise((resolve, reject) => {
          waiting.set(slot.id, { resolve, reject })
        })
    }
  }

  function proxyOf(id: number): ApiMethods {
    const proxy = (...args: unknown[]): unknown => {
      const { ok, packed } = request({ op: 'call', id, packed: pack(args) })
      const result = unpack(packed)
      if (!ok) throw result
      return result
    }
    released.register(proxy, id)
    return proxy
  }

  function deepFreeze(value: unknown): unknown {
    const isObject = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
    if ((!isObject && typeof value !== 'function') || isFrozen(value)) return value
    freeze(value)
    for (const key of ownKeys(value)) deepFreeze(getOwnPropertyDescriptor(value, key)?.value)
    return value
  }

  function answerCall({ id, packed }: Message & { op: 'call' }): Message {
    try {
      const called = functions.get(id)
      if (!called) throw new NativeError('contextBridge: released function')
      const result = apply(called, undefined, unpack(packed) as unknown[])
      return { op: 'return', ok: true, packed: pack(result) }
    } catch (error) {
      return { op: 'return', ok: false, packed: pack(new NativeError(messageOf(error))) }
    }
  }

  function receive(message: Message): void {
    switch (message.op) {
      case 'return':
        reply = message
        break
      case 'free':
        functions.delete(message.id)
        break
      case 'settle': {
        const promise = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.ok) promise?.resolve(unpack(message.packed))
        else promise?.reject(unpack(message.packed))
        break
      }
      case 'expose':
        defineProperty(globalThis, message.key, {
          value: deepFreeze(unpack(message.packed)),
          enumerable: true,
        })
        break
      case 'call':
        post(answerCall(message))
    }
  }

  page.addEventListener(
    inbound,
    (event) => {
      event.stopImmediatePropagation()
      receive(apply(readDetail, event, []) as Message)
    },
    true,
  )
  return { expose: (key, api) => post({ op: 'expose', key, packed: pack(api) }) }
}
