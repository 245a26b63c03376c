/**
 * Text transport for values that `structuredClone` accepts. The clone itself decides which values
 * pass and strips prototypes; this module only carries the clean result over a channel of strings.
 */

/** Base64 functions of the side that runs this code. */
export interface Base64 {
  encode(bytes: Uint8Array): string
  decode(text: string): Uint8Array<ArrayBuffer>
}

/** Values to JSON and back. */
export interface Codec {
  encode(value: unknown): unknown
  decode(value: unknown): unknown
}

type Plain = Record<string, unknown>

/** Values that JSON cannot express, tagged by `$`. */
type Tagged =
  | { $: 'undefined' | 'hole' }
  | { $: 'number' | 'bigint'; v: string }
  | { $: 'seen'; v: number }
  | { $: 'date' | 'boxed'; v: unknown }
  | { $: 'regexp'; v: string; flags: string }
  | { $: 'buffer'; v: string }
  | { $: 'view'; v: string; type: string }
  | { $: 'map' | 'object'; v: [unknown, unknown][] }
  | { $: 'set'; v: unknown[] }
  | { $: 'error'; name: string; message: string; stack: unknown; cause?: unknown }

/** Makes a codec. Self-contained: its source text is also injected into Chromium. */
export function createCodec(base64: Base64): Codec {
  const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1)
  const put = (target: object, key: string, value: unknown): void => {
    Object.defineProperty(target, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }

  function encode(root: unknown): unknown {
    const seen = new Map<object, number>()
    const tag = (tagged: Tagged): Tagged => tagged

    const number = (value: number): unknown => {
      if (Object.is(value, -0)) return tag({ $: 'number', v: '-0' })
      return Number.isFinite(value) ? value : tag({ $: 'number', v: String(value) })
    }
    const array = (values: unknown[]): unknown[] =>
      Array.from(values.keys(), (index) =>
        index in values ? walk(values[index]) : tag({ $: 'hole' }),
      )
    const error = (value: Error): Tagged => ({
      $: 'error',
      name: value.name,
      message: value.message,
      stack: value.stack,
      ...('cause' in value ? { cause: walk(value.cause) } : {}),
    })
    const plain = (value: Plain): unknown => {
      const entries = Object.keys(value).map((key): [string, unknown] => [key, walk(value[key])])
      if ('$' in value) return tag({ $: 'object', v: entries })
      const copy = {}
      for (const [key, inner] of entries) put(copy, key, inner)
      return copy
    }
    const object = (value: object): unknown => {
      const at = seen.get(value)
      if (at !== undefined) return tag({ $: 'seen', v: at })
      seen.set(value, seen.size)
      if (Array.isArray(value)) return array(value)
      if (ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
        return tag({ $: 'view', type: kindOf(value), v: base64.encode(bytes) })
      }
      switch (kindOf(value)) {
        case 'Date':
          return tag({ $: 'date', v: walk((value as Date).getTime()) })
        case 'RegExp':
          return tag({
            $: 'regexp',
            v: (value as RegExp).source,
            flags: (value as RegExp).flags,
          })
        case 'Map': {
          const entries = [...(value as Map<unknown, unknown>)]
          return tag({ $: 'map', v: entries.map(([key, inner]) => [walk(key), walk(inner)]) })
        }
        case 'Set':
          return tag({ $: 'set', v: [...(value as Set<unknown>)].map(walk) })
        case 'ArrayBuffer':
          return tag({ $: 'buffer', v: base64.encode(new Uint8Array(value as ArrayBuffer)) })
        case 'Error':
          return error(value as Error)
        case 'Number':
        case 'String':
        case 'Boolean':
        case 'BigInt':
          return tag({ $: 'boxed', v: walk(value.valueOf()) })
        default:
          return plain(value as Plain)
      }
    }
    const walk = (value: unknown): unknown => {
      switch (typeof value) {
        case 'string':
        case 'boolean':
          return value
        case 'number':
          return number(value)
        case 'undefined':
          return tag({ $: 'undefined' })
        case 'bigint':
          return tag({ $: 'bigint', v: String(value) })
        case 'object':
          return value === null ? null : object(value)
        default:
          throw new DOMException('An object could not be cloned.', 'DataCloneError')
      }
    }
    return walk(root)
  }

  function decode(root: unknown): unknown {
    const seen: unknown[] = []
    const hold = <T>(value: T): T => {
      seen.push(value)
      return value
    }

    const array = (values: unknown[]): unknown[] => {
      const copy = hold(new Array<unknown>(values.length))
      values.forEach((value, index) => {
        if ((value as { $?: unknown } | null)?.$ !== 'hole') copy[index] = walk(value)
      })
      return copy
    }
    const view = (type: string, text: string): unknown => {
      const bytes = base64.decode(text)
      if (type === 'Uint8Array') return bytes
      const View = Reflect.get(globalThis, type) as new (buffer: ArrayBuffer) => unknown
      return new View(bytes.buffer)
    }
    const error = (tagged: Tagged & { $: 'error' }): Error => {
      const classes: Record<string, ErrorConstructor> = {
        EvalError,
        RangeError,
        ReferenceError,
        SyntaxError,
        TypeError,
        URIError,
      }
      const copy = hold(new (classes[tagged.name] ?? Error)(tagged.message))
      const own = { writable: true, configurable: true }
      Object.defineProperty(copy, 'stack', { value: tagged.stack, ...own })
      if ('cause' in tagged)
        Object.defineProperty(copy, 'cause', { value: walk(tagged.cause), ...own })
      return copy
    }
    const object = (entries: [string, unknown][]): object => {
      const copy = hold({})
      for (const [key, value] of entries) put(copy, key, walk(value))
      return copy
    }
    const tagged = (value: Tagged): unknown => {
      switch (value.$) {
        case 'undefined':
        case 'hole':
          return undefined
        case 'number':
          return Number(value.v)
        case 'bigint':
          return BigInt(value.v)
        case 'seen':
          return seen[value.v]
        case 'date':
          return hold(new Date(walk(value.v) as number))
        case 'boxed':
          return hold(Object(walk(value.v)) as unknown)
        case 'regexp':
          return hold(new RegExp(value.v, value.flags))
        case 'buffer':
          return hold(base64.decode(value.v).buffer)
        case 'view':
          return hold(view(value.type, value.v))
        case 'map': {
          const copy = hold(new Map<unknown, unknown>())
          for (const [key, inner] of value.v) copy.set(walk(key), walk(inner))
          return copy
        }
        case 'set': {
          const copy = hold(new Set<unknown>())
          for (const inner of value.v) copy.add(walk(inner))
          return copy
        }
        case 'object':
          return object(value.v as [string, unknown][])
        case 'error':
          return error(value)
      }
    }
    const walk = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value
      if (Array.isArray(value)) return array(value)
      return '$' in value ? tagged(value as Tagged) : object(Object.entries(value))
    }
    return walk(root)
  }

  return { encode, decode }
}
