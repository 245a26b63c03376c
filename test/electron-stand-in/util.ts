import { EventEmitter } from 'node:events'

/** Reading a member that exists in Electron but not here must fail loudly, not give `undefined`. */
const silent = new Set([
  'then',
  'toJSON',
  'inspect',
  'constructor',
  'nodeType',
  'asymmetricMatch',
  '$$typeof',
  '_events',
  '_eventsCount',
  '_maxListeners',
  'domain',
  'objectId',
  '__esModule',
  'default',
  'length',
  'name',
])
export function strictPrototype(base: object, name: string): object {
  return new Proxy(base, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || silent.has(key))
        return Reflect.get(target, key, receiver)
      throw new Error(`electron stand-in: ${name}.${key} is not implemented`)
    },
  })
}
export function strictClass(c: { prototype: object; name: string }, name: string): void {
  Object.setPrototypeOf(
    c.prototype,
    strictPrototype(Object.getPrototypeOf(c.prototype) as object, name),
  )
}
export function strictObject<T extends object>(name: string, o: T): T {
  return Object.setPrototypeOf(o, strictPrototype(Object.prototype, name)) as T
}

export function makeEvent<T extends object>(extra?: T): Electron.Event<T> & T {
  let prevented = false
  return Object.defineProperties(
    {
      ...extra,
      preventDefault() {
        prevented = true
      },
    },
    { defaultPrevented: { get: () => prevented, enumerable: true } },
  ) as unknown as Electron.Event<T> & T
}
export class Emitter extends EventEmitter {}

// --- custom schemes <-> https aliases on the never-resolving .invalid domain ---
export const schemes = new Map<string, Electron.Privileges>()
export function toAlias(url: string): string {
  const m = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url)
  return m && schemes.has(m[1]!.toLowerCase())
    ? `https://${m[2]!.toLowerCase()}.${m[1]!.toLowerCase()}.invalid${m[3]}`
    : url
}
export function fromAlias(url: string): string {
  const m = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.invalid(?=[/?#]|$)(.*)$/is.exec(url)
  return m && schemes.has(m[2]!) ? `${m[2]}://${m[1]}${m[3]}` : url
}
export const originOf = (url: string): string => {
  const u = URL.parse(url)
  return u ? (u.origin === 'null' && u.host ? `${u.protocol}//${u.host}` : u.origin) : 'null'
}

export const toBuffer = (b: ArrayBuffer): Buffer => Buffer.from(b)
