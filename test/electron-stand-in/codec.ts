/**
 * Text transport for structured-clone values. `structuredClone` itself decides what may pass
 * and strips prototypes; this only carries the already clean result over a string channel.
 * The function is self-contained: its source is also injected into the preload world.
 */
export interface Base64 {
  to(bytes: Uint8Array): string
  from(text: string): Uint8Array<ArrayBuffer>
}
export interface Codec {
  encode(value: unknown): unknown
  decode(value: unknown): unknown
}

export function createCodec(b64: Base64): Codec {
  type Tagged = { $: string; v?: any; t?: string; n?: string; m?: string; s?: string; c?: any }
  const kind = (v: object): string => Object.prototype.toString.call(v).slice(8, -1)
  const put = (o: any, k: string, value: unknown): void => {
    if (k === '__proto__')
      Object.defineProperty(o, k, { value, writable: true, enumerable: true, configurable: true })
    else o[k] = value
  }

  function encode(root: unknown): unknown {
    const seen = new Map<object, number>()
    const walk = (v: unknown): unknown => {
      switch (typeof v) {
        case 'string':
        case 'boolean':
          return v
        case 'number':
          return Number.isFinite(v) && !Object.is(v, -0)
            ? v
            : { $: 'n', v: Object.is(v, -0) ? '-0' : String(v) }
        case 'undefined':
          return { $: 'u' }
        case 'bigint':
          return { $: 'i', v: String(v) }
        case 'object':
          break
        default:
          throw new DOMException('An object could not be cloned.', 'DataCloneError')
      }
      if (v === null) return null
      const o = v as any
      const at = seen.get(o)
      if (at !== undefined) return { $: 'r', v: at }
      seen.set(o, seen.size)
      if (Array.isArray(o)) {
        const out: unknown[] = new Array(o.length)
        for (let i = 0; i < o.length; i++) out[i] = i in o ? walk(o[i]) : { $: 'h' }
        return out
      }
      if (ArrayBuffer.isView(o))
        return {
          $: 'v',
          t: kind(o),
          v: b64.to(new Uint8Array(o.buffer, o.byteOffset, o.byteLength)),
        }
      switch (kind(o)) {
        case 'Date':
          return { $: 'd', v: walk(+o) }
        case 'RegExp':
          return { $: 'x', v: o.source, t: o.flags }
        case 'Map':
          return {
            $: 'm',
            v: Array.from(o as Map<unknown, unknown>, ([k, x]) => [walk(k), walk(x)]),
          }
        case 'Set':
          return { $: 's', v: Array.from(o as Set<unknown>, walk) }
        case 'ArrayBuffer':
          return { $: 'b', v: b64.to(new Uint8Array(o as ArrayBuffer)) }
        case 'Error':
          return {
            $: 'e',
            n: o.name,
            m: o.message,
            s: o.stack,
            ...('cause' in o ? { c: walk(o.cause) } : {}),
          }
        case 'Number':
        case 'String':
        case 'Boolean':
        case 'BigInt':
          return { $: 'p', v: walk(o.valueOf()) }
      }
      if ('$' in o) return { $: 'o', v: Object.keys(o).map((k) => [k, walk(o[k])]) }
      const out: Record<string, unknown> = {}
      for (const k of Object.keys(o)) put(out, k, walk(o[k]))
      return out
    }
    return walk(root)
  }

  function decode(root: unknown): unknown {
    const seen: unknown[] = []
    const keep = <T>(v: T): T => {
      seen.push(v)
      return v
    }
    const walk = (v: unknown): unknown => {
      if (typeof v !== 'object' || v === null) return v
      if (Array.isArray(v)) {
        const out = keep(new Array(v.length))
        v.forEach((x, i) => {
          if (!(x && x.$ === 'h')) out[i] = walk(x)
        })
        return out
      }
      const t = v as Tagged
      if (!('$' in t)) {
        const out = keep({})
        for (const k of Object.keys(t)) put(out, k, walk((t as any)[k]))
        return out
      }
      switch (t.$) {
        case 'u':
          return undefined
        case 'n':
          return Number(t.v)
        case 'i':
          return BigInt(t.v)
        case 'r':
          return seen[t.v]
        case 'd':
          return keep(new Date(walk(t.v) as number))
        case 'x':
          return keep(new RegExp(t.v, t.t))
        case 'p':
          return keep(Object(walk(t.v)))
        case 'b':
          return keep(b64.from(t.v).buffer)
        case 'v': {
          const bytes = b64.from(t.v)
          const C = (globalThis as any)[t.t!]
          return keep(C === Uint8Array ? bytes : new C(bytes.buffer))
        }
        case 'm': {
          const out = keep(new Map())
          for (const [k, x] of t.v) out.set(walk(k), walk(x))
          return out
        }
        case 's': {
          const out = keep(new Set())
          for (const x of t.v) out.add(walk(x))
          return out
        }
        case 'o': {
          const out = keep({})
          for (const [k, x] of t.v) put(out, k, walk(x))
          return out
        }
        case 'e': {
          const C =
            (
              { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError } as Record<
                string,
                ErrorConstructor
              >
            )[t.n!] ?? Error
          const e = keep(new C(t.m))
          Object.defineProperty(e, 'stack', { value: t.s, writable: true, configurable: true })
          if ('c' in t)
            Object.defineProperty(e, 'cause', {
              value: walk(t.c),
              writable: true,
              configurable: true,
            })
          return e
        }
      }
      throw new Error(`codec: unknown tag ${t.$}`)
    }
    return walk(root)
  }
  return { encode, decode }
}
